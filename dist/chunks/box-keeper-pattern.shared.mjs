import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/box/keeper-pattern.ts
function globToEre(glob, bias) {
  const segments = glob.split("/");
  let ere = "^";
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === "**") ere += isLast ? ".+" : "(.+/)?";
    else ere += segmentToEre(segment, bias) + (isLast ? "" : "/");
  }
  return `${ere}$`;
}
function segmentToEre(segment, bias) {
  const one = bias === "wide" ? "[^/]{1,4}" : "[ -.0-~]";
  if (/^\*+$/.test(segment)) return "[^/]+";
  return segment.replace(/\[[^\]]*\]|[^[]/gu, (part) => {
    if (part === "*") return "[^/]*";
    if (part === "?") return one;
    if (part.length > 1 && part.startsWith("[")) return setToEre(part, bias, one);
    return /[\\^$.|+(){}]/.test(part) ? `\\${part}` : part;
  });
}
function setToEre(set, bias, one) {
  const inside = set.slice(1, -1);
  const negated = inside.startsWith("!");
  const plain = /^[A-Za-z0-9_-]+$/.test(negated ? inside.slice(1) : inside);
  if (!negated && plain) return set;
  if (bias === "wide") return one;
  return negated && plain ? `[^/${inside.slice(1)}]` : "($^)";
}

export {
  globToEre
};
