import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  addSummary,
  getExecOutput,
  identityToken,
  maskSecret,
  setOutput
} from "./github-runner.shared.mjs";
import "./secret-forms.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./nothing.shared.mjs";
export {
  addSummary,
  getExecOutput,
  identityToken,
  maskSecret,
  setOutput
};
