import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  parseSshTarget
} from "./box-ssh-target.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  compileGlob,
  staysInside
} from "./job-glob.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";

// src/verify/read/hdf5-signature.ts
var HDF5_SIGNATURE = Uint8Array.of(137, 72, 68, 70, 13, 10, 26, 10);

// src/verify/read/sniff.ts
var ascii = (text) => new TextEncoder().encode(text);
var bytes = (...values) => Uint8Array.from(values);
var [DICOM, DICOM_AT] = [ascii("DICM"), 128];
var LFS_POINTER = ascii("version https://git-lfs");
var WRAPPINGS = [
  ["gzip", bytes(31, 139)],
  ["zstd", bytes(40, 181, 47, 253)],
  ["xz", bytes(253, 55, 122, 88, 90, 0)],
  ["bzip2", ascii("BZh")],
  ["lz4", bytes(4, 34, 77, 24)],
  ["7z", bytes(55, 122, 188, 175, 39, 28)]
];
var inEitherCase = (word) => word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
var ENDINGS = ["tmp", "part", "partial", "incomplete", "crdownload", "aria2", "download", "swp"].map(inEitherCase).join("|");
var DRAWN = [0, 1, 2, 3, 4, 5].flatMap((before) => [
  `[a-z0-9]{${before}}[A-Z][A-Za-z0-9]{${5 - before}}`,
  ...before < 5 ? [`[a-z0-9]{${before}}[0-9][a-z][a-z0-9]{${4 - before}}`] : []
]).join("|");
var UNFINISHED_ERE = `(\\.(${ENDINGS})|~)$|(^|/)\\.[^/]+\\.(${DRAWN})$`;
var UNFINISHED_NAME = new RegExp(UNFINISHED_ERE);
var isUnfinishedName = (path) => UNFINISHED_NAME.test(path);

// src/job/checkpoint-sets.ts
function checkpointSets(listing, rule) {
  const files = withoutTwins(listing);
  const named = Array.isArray(rule.path) ? ofList(files, rule) : ofGlob(files, rule.path);
  return inOrder(named.map((set) => ended(set, rule, files)));
}
function setGlobs({ path, complete }) {
  const paths = Array.isArray(path) ? path : path.endsWith("**") ? [path] : [path, `${path}/**`];
  return complete === void 0 ? paths : [...paths, complete];
}
function isOfSets(rule) {
  const matchers = setGlobs(rule).map(compileGlob);
  return (path) => matchers.some((matches) => matches(path));
}
var setWords = ({ path }) => Array.isArray(path) ? path.join(" + ") : path;
var fingerprint = ({ files }) => JSON.stringify(files.map(({ path, bytes: bytes2, modifiedAt, object = "" }) => [path, bytes2, modifiedAt, object]));
function ofGlob(files, glob) {
  const folderOf = folderFinder(glob);
  const matches = compileGlob(glob);
  const folders = /* @__PURE__ */ new Map();
  const anchors = [];
  for (const file of files) {
    const folder = folderOf(file.path);
    if (folder !== void 0) grow(folders, folder, file);
    else if (matches(file.path)) anchors.push(file);
  }
  const neighbours = neighbourFinder(files, glob);
  return [
    ...[...folders].map(([name, own]) => ({ name, form: "folder", files: own })),
    ...anchors.map((file) => ({ name: file.path, form: "file", files: neighbours(file) }))
  ];
}
function folderFinder(glob) {
  const matches = compileGlob(glob);
  const known = /* @__PURE__ */ new Map();
  const find = (folder) => {
    const slash = folder.lastIndexOf("/");
    return (slash > 0 ? of(folder.slice(0, slash)) : void 0) ?? (matches(folder) ? folder : void 0);
  };
  const of = (folder) => {
    if (!known.has(folder)) known.set(folder, find(folder));
    return known.get(folder);
  };
  return (path) => {
    const slash = path.lastIndexOf("/");
    return slash > 0 ? of(path.slice(0, slash)) : void 0;
  };
}
function neighbourFinder(files, glob) {
  const isOneOfFolder = namesOneOfFolder(glob);
  const folders = /* @__PURE__ */ new Map();
  if (isOneOfFolder)
    for (const file of files)
      for (let at = file.path.indexOf("/"); at > 0; at = file.path.indexOf("/", at + 1))
        grow(folders, file.path.slice(0, at), file);
  return (file) => folders.get(file.path.slice(0, Math.max(0, file.path.lastIndexOf("/")))) ?? [file];
}
function namesOneOfFolder(glob) {
  const slash = glob.lastIndexOf("/");
  return slash > 0 && /[*?[]/.test(glob.slice(0, slash)) && !/[*?[]/.test(glob.slice(slash));
}
function grow(folders, folder, file) {
  const own = folders.get(folder);
  if (own) own.push(file);
  else folders.set(folder, [file]);
}
function ofList(files, { path, complete }) {
  const wanted = new Set([path, complete ?? []].flat());
  const found = files.filter((file) => wanted.has(file.path));
  const name = [path].flat()[0] ?? "";
  return found.some((file) => file.path !== complete) ? [{ name, form: "files", files: found }] : [];
}
function ended(set, rule, listing) {
  const modifiedAt = set.files.reduce((latest, file) => Math.max(latest, file.modifiedAt), 0);
  const whole = { ...set, modifiedAt };
  const why = lackOf(set, rule, listing);
  if (why !== void 0) return { ...whole, ending: "lacking", why };
  const isSaid = rule.complete !== void 0 || set.form === "file";
  return { ...whole, ending: isSaid ? "said" : "unsaid" };
}
function lackOf({ form, name, files }, rule, listing) {
  const odd = files.find(({ path }) => !staysInside(path));
  if (odd) return "holds a file whose name cannot be written down";
  const unfinished = isUnfinishedName(name) ? name : files.find(({ path }) => isUnfinishedName(path) && path !== name)?.path;
  if (unfinished !== void 0) return `is still being written: ${unfinished}`;
  const here = new Set(files.map(({ path }) => path));
  const absent = form === "files" ? [rule.path].flat().filter((path) => !here.has(path)) : [];
  if (absent.length > 0) return `lacks ${absent.join(", ")}`;
  return rule.complete === void 0 ? void 0 : markerLack({ form, name, files }, rule.complete, listing);
}
function markerLack({ form, name, files }, complete, listing) {
  const path = form === "folder" ? `${name}/${complete}` : complete;
  const marker = (form === "folder" ? files : listing).find((file) => file.path === path);
  if (!marker) return `lacks its marker ${path}`;
  const later = files.find((file) => file.modifiedAt > marker.modifiedAt);
  return later && `has ${later.path}, written after its marker ${path}`;
}
function withoutTwins(listing) {
  const byPath = /* @__PURE__ */ new Map();
  for (const file of listing) if (!byPath.has(file.path)) byPath.set(file.path, file);
  return [...byPath.values()].sort((a, b) => a.path < b.path ? -1 : 1);
}
function inOrder(sets) {
  const shapes = new Set(sets.map(({ name }) => name.replace(/[0-9]+/g, "#")));
  const isNumbered = shapes.size === 1 && /^[^#]*#[^#]*$/.test([...shapes][0] ?? "");
  const number = ({ name }) => Number(/[0-9]+/.exec(name)?.[0]);
  return sets.sort(
    (a, b) => (isNumbered ? number(b) - number(a) : 0) || b.modifiedAt - a.modifiedAt || b.name.localeCompare(a.name, "en", { numeric: true })
  );
}
function numberOf(name) {
  const [only, ...more] = name.slice(name.lastIndexOf("/") + 1).match(/[0-9]+/g) ?? [];
  const number = only === void 0 || more.length > 0 ? Number.NaN : Number(only);
  return Number.isSafeInteger(number) ? number : void 0;
}

// src/box/keeper-text.ts
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
var keeperText = () => read("keeper.sh");
var fetchText = () => read("fetch.sh");
var getText = () => read("get.sh");
var routeText = () => withoutComments(`${read("get.sh")}${read("route.sh")}`);
var notifyText = () => read("notify.sh");
var setsText = () => read("sets.sh");
var memoryText = () => read("memory.sh");
var nodesText = () => read("nodes.sh");
var peersText = () => read("peers.sh");
var peerLookText = () => read("peer-look.sh");
var peerLookProgram = () => `${withoutComments(read("peer-look.sh"))}
look_at_all "$@"
`;
var podsText = () => read("pods.sh");
var preflightText = () => read("preflight.sh");
var preflightProgram = () => read("preflight.py");
var auditText = () => withoutComments(read("audit.sh"));
var withoutComments = (text) => text.replace(/^[ \t]*#.*\n/gm, "");
var settleText = () => withoutComments(read("settle.sh"));
var largestText = () => read("largest.sh");
var deadManText = () => read("dead-man.sh");
var deadManHash = () => createHash("sha256").update(deadManText()).digest("hex").slice(0, 12);
var keeperHash = () => createHash("sha256").update(keeperText()).digest("hex");
var texts = /* @__PURE__ */ new Map();
function read(name) {
  const known = texts.get(name);
  if (known !== void 0) return known;
  const text = readFileSync(new URL(`./${name}`, import.meta.url), "utf8").replaceAll("\r\n", "\n");
  texts.set(name, text);
  return text;
}

// src/box/peers.ts
var LOOK_SECONDS = 60;
function peerWords(peer) {
  const { user = "-", port, host } = parseSshTarget(peer);
  return [user, port === void 0 ? "-" : String(port), host];
}
async function auditPeers(channel, { work, peers, least = peers.length + 1 }) {
  const words = peers.flatMap(peerWords);
  const { stdout, stderr } = await channel.exec(["sh", "-s", "--", work, ...words], {
    stdin: Buffer.from(peerLookProgram()),
    timeoutSeconds: LOOK_SECONDS + 30
  });
  if (!/^PEERS looked$/m.test(stdout) && !/^PEER fail /m.test(stdout))
    throw new TransportFailed(
      `the look at the other machines did not come back whole: ${oneLine(stderr.slice(-500))}`,
      "short"
    );
  return withoutSome(findingsIn(inOrder2(stdout)), least);
}
function withoutSome(findings, least) {
  const there = 1 + findings.filter(({ level }) => level === "info").length;
  const isAway = ({ level, what }) => level === "fail" && what.includes(" was not reached ");
  return there < least ? findings : findings.map((each) => isAway(each) ? { ...each, level: "warn" } : each);
}
var inOrder2 = (text) => text.split("\n").sort((a, b) => Number(a.split(" ")[2] ?? 0) - Number(b.split(" ")[2] ?? 0)).join("\n");
function findingsIn(text) {
  const lines = text.split("\n").map((line) => line.split("	").map((part) => oneLine(part, 400)));
  return lines.flatMap(([head = "", what, fix]) => {
    const [, word, rank, name] = /^PEER (ok|fail) (\d{1,4}) (\S{1,300})$/.exec(head) ?? [];
    if (word === "ok")
      return [
        {
          id: "ND-04",
          level: "info",
          what: `node ${rank} (${name}) answers the first machine`,
          cause: "",
          fix: ""
        }
      ];
    if (word !== "fail" || what === void 0) return [];
    return [
      {
        id: "ND-04",
        level: "fail",
        what: `Node ${rank} (${name}) ${what}.`,
        cause: "The first machine starts the command on the others by SSH, and all of them work in one folder.",
        fix: `${(fix ?? "").charAt(0).toUpperCase()}${(fix ?? "").slice(1)}.`
      }
    ];
  });
}

export {
  UNFINISHED_ERE,
  isUnfinishedName,
  checkpointSets,
  setGlobs,
  isOfSets,
  setWords,
  fingerprint,
  namesOneOfFolder,
  numberOf,
  keeperText,
  fetchText,
  getText,
  routeText,
  notifyText,
  setsText,
  memoryText,
  nodesText,
  peersText,
  peerLookText,
  podsText,
  preflightText,
  preflightProgram,
  auditText,
  settleText,
  largestText,
  deadManText,
  deadManHash,
  keeperHash,
  peerWords,
  auditPeers
};
