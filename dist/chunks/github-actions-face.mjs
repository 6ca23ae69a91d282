import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  annotation,
  group,
  inert
} from "./github-inert.shared.mjs";
import {
  wordsBeside
} from "./report-progress-bar.shared.mjs";
import "./report-columns.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./nothing.shared.mjs";

// src/github/actions-face.ts
var PROGRESS_EVERY_SECONDS = 15;
var MAX_ANNOTATIONS = 10;
function actionsFace(clock, write = (text) => void process.stdout.write(text), isNew = () => true) {
  const shownAt = /* @__PURE__ */ new Map();
  let warnings = 0;
  let isOpen = false;
  const print = (text) => write(`${inert(text)}
`);
  return {
    heading(text) {
      if (isOpen) write("::endgroup::\n");
      isOpen = true;
      write(group(text));
    },
    line: print,
    warn(text, at) {
      warnings += 1;
      if (warnings <= MAX_ANNOTATIONS && (!at || isNew(`${at.file}:${at.line}: ${text}`)))
        write(annotation("warning", text, at));
      else print(`warning: ${at ? `${at.file}:${at.line}:${at.column}: ` : ""}${text}`);
    },
    progress(id, state) {
      const now = clock.now().getTime() / 1e3;
      if (now - (shownAt.get(id) ?? Number.NEGATIVE_INFINITY) < PROGRESS_EVERY_SECONDS) return;
      shownAt.set(id, now);
      print(progressLine(state));
    },
    settle(id) {
      if (id === void 0) shownAt.clear();
      else shownAt.delete(id);
    }
  };
}
function progressLine(state) {
  const { label, done, total, unit } = state;
  const share = total ? `/${total} ${unit} (${Math.floor(100 * done / total)} %)` : ` ${unit}`;
  const words = wordsBeside(state);
  return `${label}: ${Math.round(done)}${share}${words ? `, ${words}` : ""}`;
}
export {
  actionsFace
};
