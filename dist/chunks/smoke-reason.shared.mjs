import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem,
  Problems
} from "./problem.shared.mjs";

// src/smoke/reason.ts
var FIRST_CHARACTERS = 1200;
var LAST_CHARACTERS = 2e3;
function smokeReason(error) {
  const problems = error instanceof Problems ? error.all : error instanceof Problem ? [error] : [];
  const text = problems.map(({ at, message }) => `${at ? `${at.file}:${at.line}: ` : ""}${message}`).join("\n\n");
  return shortened(text || `A bug of gpu-lease: ${String(error)}`);
}
function shortened(text) {
  if (text.length <= FIRST_CHARACTERS + LAST_CHARACTERS) return text;
  const left = text.length - FIRST_CHARACTERS - LAST_CHARACTERS;
  return `${text.slice(0, FIRST_CHARACTERS)}
[... ${left} characters are left out ...]
${text.slice(-LAST_CHARACTERS)}`;
}

export {
  smokeReason,
  shortened
};
