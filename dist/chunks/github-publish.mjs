import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  fitting,
  publishOutputs,
  publishRecord,
  publishSummary,
  publishUpload,
  setOutputs
} from "./github-publish.shared.mjs";
import "./github-inert.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./github-runner.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./secret-forms.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./nothing.shared.mjs";
export {
  fitting,
  publishOutputs,
  publishRecord,
  publishSummary,
  publishUpload,
  setOutputs
};
