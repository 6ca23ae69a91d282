import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/crash/inert-line.ts
function inertLine(line) {
  const plain = line.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, "").replace(/\t/g, "  ").replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, "").replaceAll("##[", "## [");
  return /^\s*::/.test(plain) ? `| ${plain}` : plain;
}

export {
  inertLine
};
