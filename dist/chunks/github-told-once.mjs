import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import "./nothing.shared.mjs";

// src/github/told-once.ts
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
var toldOnce = ({ RUNNER_TEMP: dir }) => (text) => {
  if (!dir) return true;
  const mark = createHash("sha256").update(text).digest("hex").slice(0, 32);
  try {
    writeFileSync(join(dir, `gpu-lease-told-${mark}`), "", { flag: "wx", mode: 384 });
    return true;
  } catch (error) {
    return error.code !== "EEXIST";
  }
};
export {
  toldOnce
};
