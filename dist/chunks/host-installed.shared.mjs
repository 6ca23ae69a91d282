import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/host/installed.ts
import { existsSync, readFileSync } from "node:fs";
function installedDir() {
  let here = new URL(".", import.meta.url);
  for (let depth = 0; depth < 6; depth += 1) {
    if (existsSync(new URL("package.json", here)) && existsSync(new URL("profiles/", here))) return here;
    here = new URL("..", here);
  }
  throw new Error(
    `this installation of gpu-lease is not whole: no package.json and profiles/ above ${import.meta.url}`
  );
}
var ownVersion = () => JSON.parse(readFileSync(new URL("package.json", installedDir()), "utf8")).version;

export {
  installedDir,
  ownVersion
};
