import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/ledger/git-problems.ts
var MEANINGS = [
  ["disk-full", /No space left on device|Disk quota exceeded/i],
  // Only where git was told to follow nobody.
  ["moved", /returned error: 30[12378]/],
  // Before the permissions: what cannot be unpacked beside a damaged object is an "unpacker error", too.
  [
    "damaged",
    /corrupt loose object|loose object \S+ .*is corrupt|object corrupt or missing|object file \S+ is empty|inflate: data stream error|missing necessary objects|possible repository corruption|did not receive expected object/i
  ],
  // A remote whose hook ends a transaction hangs up on us: that is no lost connection.
  ["hook", /ref updates aborted by hook/i],
  [
    "login",
    /Authentication failed|could not read (Username|Password)|terminal prompts disabled|Permission denied \(|returned error: 401|Host key verification failed|Invalid username or password/i
  ],
  [
    "permission",
    /hook declined|insufficient permission|returned error: 403|denied to |not allowed|protected|deny|prohibited|read-only|Read-only|Permission denied|unpacker error|unable to create temporary|cannot create directory/i
  ],
  // Behind the permissions: a lock that may not be made says both.
  [
    "busy",
    /Unable to create '[^']*\.lock': File exists|cannot lock ref|failed to update ref|failed to lock/i
  ],
  [
    "no-repository",
    /does not appear to be a git repository|[Rr]epository .*not found|returned error: 404|not a git repository|does not exist/i
  ],
  [
    "transport",
    /Could not resolve|Couldn't connect|Failed to connect|Connection (refused|reset|timed out|closed)|timed out|unreachable|early EOF|unexpected disconnect|hung up|RPC failed|returned error: (429|5\d\d)|Empty reply|SSL|TLS|GnuTLS|kex_exchange|Could not read from remote repository|Operation too slow|unable to access/i
  ]
];
function faultOf(stderr, timedOut) {
  if (timedOut) return "transport";
  return MEANINGS.find(([, words]) => words.test(stderr))?.[0] ?? "other";
}
var isPassing = (fault) => fault === "transport" || fault === "busy";
var GIVE_ACCESS = "Give whoever runs this write access there: in a workflow `permissions: contents: write`, elsewhere a token or key that may push refs/gpu-lease/* (with a token, git 2.31 or newer), or the rights on the directory.";
var FAULTS = {
  transport: {
    code: "remote-unreachable",
    next: "Check the address and the network, then run the same command again; it goes on from the ledger. This says nothing about the run itself."
  },
  login: {
    code: "login-refused",
    next: GIVE_ACCESS
  },
  permission: {
    code: "no-write-permission",
    next: GIVE_ACCESS
  },
  damaged: {
    code: "ledger-damaged",
    why: "objects of that repository are damaged, and nothing was written",
    next: 'Have it repaired there: "git fsck --full" names the objects, and a backup or another clone has them. Where nobody has, take the damaged files and the ref away, and "gpu-lease restore RUN" on a machine that followed the run puts its record back. Until then no look at a box is written down: watch it in the console of its platform.'
  },
  hook: {
    code: "hook-refused",
    why: "a hook of that repository (reference-transaction) refuses the ref, and nothing was written",
    next: "Have whoever keeps it let refs/gpu-lease/* pass in hooks/reference-transaction there, or name another repository with --ledger, then run the same command again."
  },
  "no-repository": {
    code: "no-repository",
    next: "Check that the ledger names an existing git repository; create an empty one there if it should be new."
  },
  "disk-full": {
    code: "disk-full",
    next: "Free some space there and run the same command again."
  },
  moved: {
    code: "ledger-moved",
    next: "Its token is sent to no other server than the one it was given for. Give the address where the ledger is now, with a token for that server."
  },
  busy: {
    code: "ref-locked",
    next: "If no other git works in that repository, remove the .lock file that git names, then run the same command again."
  },
  other: {
    code: "git-failed",
    next: "Try the same with git by hand in that repository."
  }
};
function gitProblem(fault, doing, where, stderr) {
  const { code, why, next } = FAULTS[fault];
  const said = stderr.trim() ? ` Git says: ${firstLines(stderr)}` : "";
  return new Problem({
    code,
    kind: fault === "transport" ? "unreachable" : "ledger",
    what: `Could not ${doing} (${where})${why === void 0 ? "" : `: ${why}`}.${said}`,
    next
  });
}
var otherOwner = (dir, stderr) => new Problem({
  code: "other-owner",
  kind: "ledger",
  what: `The repository ${dir} belongs to another user, so git does not use it, and neither does gpu-lease. Git says: ${firstLines(stderr)}`,
  next: `If you trust whoever owns it, run \`git config --global --add safe.directory ${dir}\`; else stand in a repository of your own, or name a ledger with --ledger.`
});
var noGit = (cause) => new Problem(
  {
    code: "no-git",
    kind: "ledger",
    what: `The ledger is kept with git, and git could not be started (${cause instanceof Error ? cause.message : String(cause)}).`,
    next: "Install it (`apt-get install git`, `apk add git`, or https://git-scm.com) or put it on the PATH."
  },
  { cause }
);
var appendUnclear = (run, where, cause) => new Problem(
  {
    code: "append-unclear",
    kind: "unreachable",
    what: `Lost contact while writing to run ${run}; the events may or may not be in the ledger (${where}). ${cause.what}`,
    next: "Run the same command again when the ledger can be reached: it reads what is there first and writes nothing twice."
  },
  { cause }
);
var notARecord = (run, why, commit) => new Problem({
  code: "corrupt-record",
  kind: "ledger",
  what: `The record of run ${run} cannot be read: ${why}${commit ? ` (brought by commit ${commit})` : ""}.`,
  next: `Look at \`git log -p refs/gpu-lease/runs/${run}\`; when the commit before was good, put the ref back to it with \`git update-ref\`.`
});
var newerVersion = (run, why) => new Problem({
  code: "newer-version",
  kind: "ledger",
  what: `The record of run ${run} is a ledger written by a newer version of gpu-lease: ${why}.`,
  next: "Update gpu-lease here to the version that opened the run, and run the same command again. Nothing was changed."
});
var rewritten = (run, why, commit) => new Problem({
  code: "history-rewritten",
  kind: "ledger",
  what: `The record of run ${run} is not whole: ${why}${commit ? ` (now at commit ${commit.slice(0, 12)})` : ""}. Nothing is rented, stopped or destroyed on its strength.`,
  next: `Somebody pushed an older or another record, by accident (a mirror, a backup) or not. "gpu-lease restore ${run}" shows what is known of it and puts the longest good copy back.`
});
var foreignRecord = (run, whose) => new Problem({
  code: "foreign-record",
  kind: "ledger",
  what: `What stands as the record of run ${run} is a record of ${whose}.`,
  next: "Nothing is done with it here. If the repository was renamed, or is known by another name here, set GPU_LEASE_REPOSITORY to the name in the record; else find out who copied it."
});
var distrusted = (run, code, why, commit) => new Problem({
  code,
  kind: "ledger",
  what: `The record of run ${run} is refused: ${why}${commit ? `, brought by commit ${commit}` : ""}.`,
  next: code === "unsigned" ? `Events of this run were written without GPU_LEASE_SECRET. Set the secret wherever gpu-lease runs for it; look at the commit with \`git show\` before you believe it.` : `Somebody without the secret wrote or rewrote it, or the secret was changed. Compare with \`git log -p refs/gpu-lease/runs/${run}\`, and check the box at the platform by hand before anything is released.`
});
var secretNeeded = (run) => new Problem({
  code: "secret-needed",
  kind: "ledger",
  what: `The record of run ${run} is signed, and GPU_LEASE_SECRET is not set here.`,
  next: "Set GPU_LEASE_SECRET to the repository's value. Without it nobody can tell whether an approval in it was given or made up, so nothing is done on its strength; `gpu-lease status`, `log` and `cost` show it as not verified."
});
var copyUnusable = (run) => new Problem({
  code: "copy-unusable",
  kind: "ledger",
  what: `That copy is no record of run ${run} that can be verified here.`,
  next: "Set GPU_LEASE_SECRET to the value it was signed with, or name another copy with --from."
});
var restoreContended = (run) => new Problem({
  code: "restore-contended",
  kind: "ledger",
  what: `The record of run ${run} moved while it was looked at; nothing was put back.`,
  next: "Run the same command again: it shows what stands there now."
});
var runArchived = (run) => new Problem({
  code: "archived",
  kind: "ledger",
  what: `The record of run ${run} lies in the archive; nothing can be added to it there.`,
  next: `A closed run stays there: start a new one. One that is not closed ("gpu-lease status ${run}") was put there by somebody: "gpu-lease restore ${run}" brings it back.`
});
var firstLines = (text) => text.trim().split("\n").slice(0, 4).join(" | ").replace(/[\p{Cc}\p{Cf}]+/gu, " ").slice(0, 400);
function problemOf(swap, run, where) {
  const { fault, stderr } = swap.outcome === "failed" ? swap : { fault: "busy", stderr: "the ref keeps moving" };
  return gitProblem(fault, `write to run ${run}`, where, stderr);
}

export {
  faultOf,
  isPassing,
  gitProblem,
  otherOwner,
  noGit,
  appendUnclear,
  notARecord,
  newerVersion,
  rewritten,
  foreignRecord,
  distrusted,
  secretNeeded,
  copyUnusable,
  restoreContended,
  runArchived,
  firstLines,
  problemOf
};
