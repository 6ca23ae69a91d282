import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  askGit,
  isAtGitHub,
  originOf,
  originUrlOf,
  remotesOf,
  withoutLogin
} from "./cli-git-remotes.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";
export {
  askGit,
  isAtGitHub,
  originOf,
  originUrlOf,
  remotesOf,
  withoutLogin
};
