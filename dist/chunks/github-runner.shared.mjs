import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  getIDToken,
  setSecret
} from "./npm-actions-core-lib-command.shared.mjs";
import {
  secretForms
} from "./secret-forms.shared.mjs";

// src/github/runner.ts
function maskSecret(value, mask = setSecret) {
  const forms = secretForms(value);
  for (const form of forms) mask(form);
  return forms.length > 0 || value.trim() === "";
}
var identityToken = (audience) => getIDToken(audience);

export {
  maskSecret,
  identityToken
};
