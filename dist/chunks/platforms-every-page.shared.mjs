import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/platforms/every-page.ts
var MOST_PAGES = 400;
async function everyPage(list, ask, next) {
  const pages = [];
  const asked = /* @__PURE__ */ new Set();
  for (let at; ; ) {
    const page = await ask(at);
    pages.push(page);
    const after = next(page, pages);
    if (after === void 0) return pages;
    if (after === null || asked.has(after) || pages.length >= MOST_PAGES) throw endless(list, pages.length);
    asked.add(after);
    at = after;
  }
}
var endless = (list, pages) => new Problem({
  code: "api-reply",
  kind: "unreachable",
  what: `${list} did not come to its end after ${pages} page(s), so not everything could be seen.`,
  next: "Run the same command again; if it stays so, look into the platform's console and report this with the version of gpu-lease."
});

export {
  everyPage
};
