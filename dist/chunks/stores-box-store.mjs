import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  CONDITIONS,
  s3BoxStore
} from "./stores-box-store.shared.mjs";
import "./verify-read-http-source.shared.mjs";
import "./stores-store.shared.mjs";
import "./stores-lent.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./host-backoff.shared.mjs";
import "./clock.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";
export {
  CONDITIONS,
  s3BoxStore
};
