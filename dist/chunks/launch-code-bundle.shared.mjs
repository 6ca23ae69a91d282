import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  readGitArchive
} from "./launch-conda-by-pip.shared.mjs";
import {
  sumsOf,
  writeTar
} from "./box-keeper-call.shared.mjs";
import {
  quoteWord
} from "./box-shell-quote.shared.mjs";
import {
  GUARDED,
  LIST_FILTERS,
  OFFLINE,
  hasUserFilters,
  withoutOwnFilters
} from "./host-guarded-git.shared.mjs";
import {
  ownEnvironment
} from "./host-own-environment.shared.mjs";
import {
  forErrands,
  forPrograms
} from "./job-keys-of-others.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/launch/code-bundle.ts
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { lstat, readFile, readlink } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";

// src/launch/code-notes.ts
var LARGE_BYTES = 5e7;
function notesOn({ untracked, submodules, members }) {
  return [
    ...notAdded(untracked),
    ...of(submodules, (names, first) => [
      `Submodules are not part of the commit and do not go to the box: ${names}.`,
      `Commit its files instead (\`git rm --quiet --cached ${first} && rm -rf ${first}/.git && git add ${first}\`), or let \`setup\` fetch it.`
    ]),
    ...of(lfsPointers(members), (names, first) => [
      `Git LFS files go to the box as pointers, not as content: ${names}.`,
      `Take them out of the commit (\`git rm --quiet --cached ${first} && echo ${first} >>.gitignore\`), and let the box fetch them: \`data\` of the job file names where they are.`
    ]),
    ...of(large(members), (names, first) => [
      `Large files are part of the commit, and each box is sent them anew: ${names}.`,
      `Take them out of it (\`git rm --quiet --cached ${first} && echo ${first} >>.gitignore\`), and let the box fetch them: \`data\` of the job file names where they are.`
    ])
  ];
}
function notAdded(untracked) {
  const shown = untracked.map(({ path, bytes }) => bytes >= LARGE_BYTES ? sized(path, bytes) : path);
  const first = untracked[0];
  if (!first) return [];
  const isLarge = untracked.some(({ bytes }) => bytes >= LARGE_BYTES);
  const all = untracked.length <= MOST_NAMED ? untracked.map(({ path }) => shellWord(path)).join(" ") : ".";
  const next = isLarge ? `Data does not travel with the code: let the box fetch it (\`data\` of the job file), and \`echo ${shellWord(first.path)} >>.gitignore\` keeps it out.` : `Where the run needs them: \`git add ${all}\`, and commit; else name them in .gitignore.`;
  return [`Not in the commit, so not on the box: ${someNames(shown)}. ${next}`];
}
function of(paths, words) {
  const [first] = paths;
  if (first === void 0) return [];
  const path = first.replace(/ \([\d.]+ MB\)$/, "");
  return [words(someNames(paths), shellWord(path)).join(" ")];
}
var shellWord = (word) => /^[\w./@%+,-]+$/.test(word) ? word : quoteWord(word);
var sized = (path, bytes) => `${path} (${Math.round(bytes / 1e6)} MB)`;
var large = (members) => members.filter(({ content }) => content.length >= LARGE_BYTES).map(({ path, content }) => sized(path, content.length));
var LFS_POINTER = "version https://git-lfs.";
var lfsPointers = (members) => members.filter(
  ({ content }) => content.length < 1024 && Buffer.from(content).toString("latin1").startsWith(LFS_POINTER)
).map((member) => member.path);
var MOST_NAMED = 5;
var someNames = (paths) => paths.slice(0, MOST_NAMED).join(", ") + (paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : "");

// src/launch/code-bundle.ts
var MAX_CODE_BYTES = 512 * 1024 * 1024;
async function bundleCode(repoDir, { commit, allowDirty = false, storeDir, bring } = {}) {
  const { id: bound, beside } = await foundCommit(repoDir, commit ?? "HEAD", bring);
  const here = ["--", ".", ...exceptFor(repoDir, storeDir)];
  const state = commit === void 0 ? await workTreeState(repoDir, here) : { changed: [], untracked: [] };
  const dirty = allowDirty && state.changed.length + state.untracked.length > 0;
  if (state.changed.length > 0 && !dirty) throw dirtyTree(state.changed);
  const members = dirty ? await workTreeFiles(repoDir, here) : await committedFiles(repoDir, bound, beside);
  const notes = notesOn({
    untracked: dirty ? [] : await withSizes(repoDir, state.untracked),
    submodules: await submodulesOf(repoDir, bound, beside),
    members
  });
  return { ...bundleOf(members, bound, dirty), ...notes.length > 0 ? { notes } : {} };
}
function bundleOf(unsorted, commit, dirty) {
  const members = [...unsorted].sort((a, b) => a.path < b.path ? -1 : 1);
  refuseUnusablePaths(members);
  refuseCarriageReturns(members);
  const files = members.map((member) => ({
    path: member.path,
    sha256: createHash("sha256").update(member.link ?? member.content).digest("hex"),
    executable: member.executable ?? false,
    ...member.link === void 0 ? {} : { link: member.link }
  }));
  return {
    hash: createHash("sha256").update(sumsOf(files)).digest("hex"),
    commit,
    dirty,
    files,
    tar: writeTar(members)
  };
}
async function foundCommit(repoDir, commit, bring) {
  const isMissing = (thrown) => thrown instanceof Problem && thrown.code === "no-commit";
  try {
    return { id: await resolveCommit(repoDir, commit), beside: {} };
  } catch (error) {
    if (!bring || !isMissing(error) || !FULL_ID.test(commit)) throw error;
    const beside = { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(await bring(commit)) };
    return { id: await resolveCommit(repoDir, commit, beside), beside };
  }
}
var FULL_ID = /^[0-9a-f]{40,64}$/;
async function resolveCommit(repoDir, commit, beside = {}) {
  const asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{commit}`];
  const found = await git(repoDir, asked, beside);
  const id = found.stdout.toString().trim();
  if (found.exitCode === 0 && FULL_ID.test(id)) return id;
  const inside = await git(repoDir, ["rev-parse", "--is-inside-work-tree"]);
  const owner = /dubious ownership/.exec(inside.stderr);
  if (owner) {
    throw usage(
      "other-owner",
      `The repository that ${repoDir} lies in belongs to another user, and git does not read such ones: ${inside.stderr.trim().split("\n")[0]}`,
      `If you trust it, run \`git config --global --add safe.directory ${repoDir}\`; in a container it is often the checkout that was mounted.`
    );
  }
  if (inside.exitCode !== 0) {
    throw usage(
      "no-repository",
      `${repoDir} is not in a git repository that git will read: ${inside.stderr.trim().split("\n")[0]}`,
      'Code goes to a box by commit. Run `git init && git add . && git commit -m "The code"`, or go to the repository.'
    );
  }
  throw usage(
    "no-commit",
    commit === "HEAD" ? `The repository ${repoDir} has no commit yet.` : `There is no commit ${commit} here.`,
    commit === "HEAD" ? 'Code goes to a box by commit: `git add . && git commit -m "The code"`.' : "Bring it here with `git fetch origin` and its id; in a workflow it is fetched where the step has GH_TOKEN, the token of its job."
  );
}
function exceptFor(repoDir, dir) {
  const inside = dir === void 0 ? "" : relative(repoDir, dir);
  return inside === "" || inside.startsWith("..") || isAbsolute(inside) ? [] : [`:(exclude,literal)${inside}`];
}
async function workTreeState(repoDir, here) {
  const status = await git(repoDir, [
    "status",
    "--porcelain",
    "-z",
    "--no-renames",
    "--untracked-files=normal",
    ...here
  ]);
  if (status.exitCode !== 0) throw gitFailed("git status", status.stderr);
  const state = { changed: [], untracked: [] };
  for (const entry of status.stdout.toString().split("\0")) {
    if (entry === "") continue;
    (entry.startsWith("??") ? state.untracked : state.changed).push(entry.slice(3));
  }
  return state;
}
var AS_COMMITTED = ["-c", "core.autocrlf=false", "-c", "core.eol=lf", "-c", "tar.umask=0022"];
async function committedFiles(repoDir, commit, beside) {
  const archive = await git(repoDir, [...AS_COMMITTED, "archive", "--format=tar", commit], beside);
  if (archive.exitCode !== 0) throw gitFailed("git archive", archive.stderr);
  return readGitArchive(archive.stdout);
}
async function submodulesOf(repoDir, commit, beside) {
  const tree = await git(repoDir, ["ls-tree", "-r", "-z", commit, "--", "."], beside);
  return tree.stdout.toString().split("\0").flatMap((entry) => /^160000 commit [0-9a-f]+\t(.+)$/s.exec(entry)?.[1] ?? []);
}
async function workTreeFiles(repoDir, here) {
  const listed = await git(repoDir, [
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
    ...here
  ]);
  if (listed.exitCode !== 0) throw gitFailed("git ls-files", listed.stderr);
  const paths = new Set(listed.stdout.toString().split("\0").filter(Boolean));
  const members = [];
  let bytes = 0;
  for (const path of paths) {
    const full = join(repoDir, path);
    const found = await lstat(full).catch(() => void 0);
    if (found?.isSymbolicLink()) members.push({ path, content: Buffer.alloc(0), link: await readlink(full) });
    if (!found?.isFile()) continue;
    bytes += found.size;
    if (bytes > MAX_CODE_BYTES) throw tooLarge();
    members.push({ path, content: await readFile(full), executable: (found.mode & 64) !== 0 });
  }
  return members;
}
var FILTERING = /* @__PURE__ */ new Set(["status", "archive"]);
async function git(dir, args, beside = {}) {
  const errands = { ...forErrands(ownEnvironment()), ...beside };
  if (!args.some((word) => FILTERING.has(word))) return plainGit(dir, args, errands);
  const { stdout } = await plainGit(dir, LIST_FILTERS);
  const listed = stdout.toString();
  const env = hasUserFilters(listed) ? { ...forPrograms(ownEnvironment()), ...beside } : errands;
  return plainGit(dir, args, { ...env, ...withoutOwnFilters(listed, env) });
}
function plainGit(dir, args, inherited = forErrands(ownEnvironment())) {
  const { GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, GIT_PREFIX, ...env } = inherited;
  return new Promise((resolve, reject) => {
    const child = spawn("git", ["-C", dir, ...GUARDED, ...args], {
      env: { ...env, ...OFFLINE, LC_ALL: "C" },
      stdio: ["ignore", "pipe", "pipe"]
    });
    const chunks = [];
    let bytes = 0;
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      bytes += chunk.length;
      if (bytes > MAX_CODE_BYTES) {
        child.kill();
        reject(tooLarge());
      } else chunks.push(chunk);
    });
    child.stderr.on("data", (chunk) => {
      stderr = (stderr + chunk).slice(-4e3);
    });
    child.on(
      "error",
      (cause) => reject(
        usage(
          "no-git",
          `git cannot be run here: ${cause.message}.`,
          "Install git; code goes to a box by commit.",
          cause
        )
      )
    );
    child.on("close", (code) => resolve({ exitCode: code ?? -1, stdout: Buffer.concat(chunks), stderr }));
  });
}
function refuseUnusablePaths(members) {
  const bad = members.filter(({ path }) => /[\u0000-\u001f\u007f\ufffd]/.test(path) || path.startsWith("/"));
  if (bad.length === 0) return;
  const named = bad.slice(0, 5).map((member) => JSON.stringify(member.path));
  throw usage(
    "code-path",
    `File names that cannot be carried to a box: ${named.join(", ")}.`,
    "Rename them: no control characters, valid UTF-8."
  );
}
function refuseCarriageReturns(members) {
  const bad = members.filter(({ path, content }) => {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
    if (bytes.subarray(0, 2).toString("latin1") === "#!") {
      const end = bytes.indexOf(10);
      if (end > 0 && bytes[end - 1] === 13) return true;
    }
    return /\.(sh|bash)$/.test(path) && bytes.includes("\r\n");
  });
  if (bad.length === 0) return;
  const named = bad.slice(0, 5).map((member) => member.path);
  throw usage(
    "crlf-script",
    `Scripts with Windows line ends (CRLF): ${named.join(", ")}. On the box their interpreter would not be found (U26).`,
    "Put `*.sh text eol=lf` into .gitattributes, run `git add --renormalize .`, and commit."
  );
}
async function withSizes(repoDir, paths) {
  return Promise.all(
    paths.map(async (path) => {
      const found = await lstat(join(repoDir, path)).catch(() => void 0);
      return { path, bytes: found?.isFile() ? found.size : 0 };
    })
  );
}
var dirtyTree = (changed) => usage(
  "dirty-tree",
  `Files differ from the commit that would go to the box: ${someNames(changed)}.`,
  'Commit them: `git commit -a -m "What has changed"`. Or pass --allow-dirty from a laptop: the run is then marked dirty for ever.'
);
var tooLarge = () => usage(
  "code-too-large",
  `The repository's files are more than ${MAX_CODE_BYTES / 2 ** 20} MiB.`,
  "Weights and data do not travel with the code: let the setup fetch them on the box, and keep them out of git."
);
var gitFailed = (what, stderr) => usage(
  "git-failed",
  `${what} failed: ${stderr.trim().slice(0, 500)}`,
  "Run it by hand in the repository to see why."
);
var usage = (code, what, next, cause) => new Problem({ code, kind: "usage", what, next }, cause === void 0 ? void 0 : { cause });

export {
  bundleCode
};
