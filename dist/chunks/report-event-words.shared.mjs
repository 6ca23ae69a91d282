import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  visibleLine
} from "./report-visible-text.shared.mjs";
import {
  sentenceOf
} from "./lease-bound-anew.shared.mjs";

// src/report/event-words.ts
var describeEvent = (event) => visibleLine(sentenceOf(event));

export {
  describeEvent
};
