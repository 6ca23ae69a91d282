import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  coversAll
} from "./wildcard.shared.mjs";

// src/job/glob.ts
function globFault(glob) {
  const fault = (why, next) => ({ why, next });
  if (glob === "") return fault("is empty", "Name the files, for example `checkpoints/*.safetensors`.");
  if (glob.length > 512) return fault("is longer than 512 characters", "Match with `*` instead.");
  if (/[\u0000-\u001f\u007f]/.test(glob)) return fault("holds a control character", "Remove it.");
  if (glob.includes("\\"))
    return fault("holds a backslash", "Separate folders with `/`; there is no escape.");
  if (/^(\/|[A-Za-z]:)/.test(glob)) {
    return fault("is absolute", "Write it relative to the output directory of the cell (`GPU_LEASE_OUT`).");
  }
  if (/^~|[$`]/.test(glob)) {
    return fault("asks for an expansion", "Nothing is expanded here: write it relative to `GPU_LEASE_OUT`.");
  }
  if (/[{}]/.test(glob))
    return fault("holds a brace", "Write one artifact per alternative; `{a,b}` is not expanded.");
  return glob.split("/").map(segmentFault).find(Boolean);
}
function segmentFault(segment) {
  const fault = (why, next) => ({ why, next });
  if (segment === "..") return fault("leaves the output directory", "Remove `..`.");
  if (segment === ".") return fault("holds a `.` folder", "Leave out `./`.");
  if (segment === "")
    return fault("has an empty folder name", "A glob names files: `folder/**`, not `folder/`.");
  if (segment.includes("**") && segment !== "**") {
    return fault(
      "mixes `**` with other characters",
      "Let `**` stand alone between slashes, as in `a/**/*.pt`."
    );
  }
  if (segment.includes("[^")) return fault("negates with `^`", "Write `[!...]`, as a POSIX shell does.");
  return atomsOf(segment) ? void 0 : fault("has a `[` that is not closed, or an empty or reversed set", "Correct the set.");
}
var staysInside = (path) => !/[\u0000-\u001f\u007f\\]/.test(path) && path.split("/").every((name) => !["", ".", ".."].includes(name));
function compileGlob(glob) {
  const fault = globFault(glob);
  if (fault) throw new RangeError(`the glob ${JSON.stringify(glob)} ${fault.why}`);
  const segments = glob.split("/").map((segment) => segment === "**" ? ANY_FOLDERS : atomsOf(segment) ?? []);
  return (path) => matchSegments(segments, path.split("/"));
}
function coversGlob(cover, glob) {
  const examples = ["x", "0"].map(
    (filler) => glob.replace(/\[!?(.)[^\]]*\]/g, "$1").replace(/\*+/g, filler).replace(/\?/g, filler)
  );
  const matches = compileGlob(cover);
  return cover === glob || examples.every(matches);
}
var ANY_FOLDERS = /* @__PURE__ */ Symbol("**");
var ANY_CHARACTERS = /* @__PURE__ */ Symbol("*");
function matchSegments(segments, names) {
  return coversAll({
    patterns: segments.length,
    items: names.length,
    isStar: (at) => segments[at] === ANY_FOLDERS,
    matches: (at, name) => matchName(segments[at], names[name] ?? ""),
    // `a/**` matches what lies below `a`, and not `a` itself.
    lastStarLeast: segments.at(-1) === ANY_FOLDERS ? 1 : 0
  });
}
function matchName(atoms, name) {
  const characters = [...name];
  if (characters.length === 0) return false;
  return coversAll({
    patterns: atoms.length,
    items: characters.length,
    isStar: (at) => atoms[at] === ANY_CHARACTERS,
    matches: (at, index) => atoms[at](characters[index] ?? "")
  });
}
function atomsOf(segment) {
  const characters = [...segment];
  const atoms = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? "";
    if (character === "*") {
      atoms.push(ANY_CHARACTERS);
    } else if (character === "?") {
      atoms.push(() => true);
    } else if (character === "[") {
      const end = characters.indexOf("]", at + 1);
      const set = end > at ? readSet(characters.slice(at + 1, end)) : void 0;
      if (!set) return void 0;
      atoms.push(set);
      at = end;
    } else {
      atoms.push((other) => other === character);
    }
  }
  return atoms;
}
function readSet(inside) {
  const negated = inside[0] === "!";
  const members = negated ? inside.slice(1) : inside;
  if (members.length === 0 || members.includes("[")) return void 0;
  const ranges = [];
  for (let at = 0; at < members.length; at += 1) {
    const from = members[at]?.codePointAt(0) ?? 0;
    const isRange = members[at + 1] === "-" && at + 2 < members.length;
    const to = isRange ? members[at + 2]?.codePointAt(0) ?? 0 : from;
    if (to < from) return void 0;
    ranges.push([from, to]);
    if (isRange) at += 2;
  }
  return (character) => {
    const code = character.codePointAt(0) ?? 0;
    return ranges.some(([from, to]) => code >= from && code <= to) !== negated;
  };
}

export {
  globFault,
  staysInside,
  compileGlob,
  coversGlob
};
