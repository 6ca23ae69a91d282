import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/wildcard.ts
function coversAll({ patterns, items, isStar, matches, lastStarLeast = 0 }) {
  let pattern = 0;
  let item = 0;
  let star;
  while (item < items) {
    if (pattern < patterns && isStar(pattern)) {
      if (pattern === patterns - 1) return items - item >= lastStarLeast;
      star = { pattern, item };
      pattern += 1;
    } else if (pattern < patterns && matches(pattern, item)) {
      pattern += 1;
      item += 1;
    } else if (star) {
      star.item += 1;
      pattern = star.pattern + 1;
      item = star.item;
    } else {
      return false;
    }
  }
  while (pattern < patterns && isStar(pattern)) {
    if (pattern === patterns - 1 && lastStarLeast > 0) return false;
    pattern += 1;
  }
  return pattern === patterns;
}
var matchesWildcard = (pattern, name) => coversAll({
  patterns: pattern.length,
  items: name.length,
  isStar: (at) => pattern[at] === "*",
  matches: (at, item) => pattern[at] === "?" || pattern[at] === name[item]
});

export {
  coversAll,
  matchesWildcard
};
