import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  compilePattern
} from "./profile-pattern.shared.mjs";

// src/profile/gotcha-match.ts
var MAX_LINE = 4096;
var MAX_LINES = 5e3;
function matchGotchas(profile, stream, text) {
  const lines = text.split("\n").slice(-MAX_LINES);
  return profile.gotchas.flatMap((gotcha) => {
    const patterns = (gotcha.match ?? []).filter((match) => match.in === stream).map((match) => compilePattern(match.pattern));
    const line = lines.map((each) => each.slice(0, MAX_LINE)).find((each) => patterns.some((pattern) => pattern.test(each)));
    return line === void 0 ? [] : [{ gotcha, line }];
  });
}

// src/lease/recognize.ts
function recognize({ run, lease }, profile, texts, isPast = () => false) {
  const found = /* @__PURE__ */ new Map();
  for (const { in: stream, text, cell } of texts) {
    for (const { gotcha, line } of matchGotchas(profile, stream, text)) {
      const { id, cause, fix } = gotcha;
      if (found.has(id) || run.recognized.has(keyOf(lease.name, id))) continue;
      if (isPast(text.slice(text.lastIndexOf(line) + line.length))) continue;
      const of = cell === void 0 ? {} : { cell };
      found.set(id, { event: { type: "recognized", lease: lease.name, ...of, id, cause, fix }, line });
    }
  }
  return [...found.values()];
}
var keyOf = (lease, id) => `${lease}:${id}`;
var wordsOfRecognized = ({ event: { lease, cell, id, cause, fix }, line }) => `${cell ?? lease}: known of this platform (${id}): ${cause} ${fix} By this line: ${line.trim().slice(0, 300)}`;

export {
  matchGotchas,
  recognize,
  wordsOfRecognized
};
