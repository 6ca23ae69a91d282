import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/platforms/context.ts
function apiKeyOf({ secret }, platform, name) {
  const key = secret(name)?.trim();
  if (key) return key;
  throw new Problem({
    code: "api-key-missing",
    kind: "usage",
    what: `${platform} needs an API key and ${name} is ${secret(name) === void 0 ? "not set" : "empty"}; nothing was asked or rented.`,
    next: `Make a key in the platform's console and set ${name}; in a workflow store it as a secret of the environment that holds the keys (gpu-lease), and hand it on by that name: under "secrets:" of a called workflow, else by "env:".`
  });
}
var apiBaseOf = ({ secret }, platform, usual) => secret(`GPU_LEASE_API_${platform.toUpperCase().replaceAll("-", "_")}`) || usual;

export {
  apiKeyOf,
  apiBaseOf
};
