import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/github/starting-event.ts
import { readFileSync } from "node:fs";
var MAX_BYTES = 32 * 1024 * 1024;
function startingEvent(env) {
  return {
    name: env["GITHUB_EVENT_NAME"] ?? "",
    payload: payloadIn(env["GITHUB_EVENT_PATH"]),
    repository: env["GITHUB_REPOSITORY"] ?? ""
  };
}
function payloadIn(path) {
  if (!path) return {};
  try {
    const text = readFileSync(path, "utf8");
    const value = text.length > MAX_BYTES ? void 0 : JSON.parse(text);
    return value !== null && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}

export {
  startingEvent
};
