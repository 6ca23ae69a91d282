import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  metersOfQueue
} from "./platforms-queue-meters.shared.mjs";
import {
  ownSshWorld,
  resolveSshTarget
} from "./box-known-hosts.shared.mjs";
import {
  formatSshTarget,
  parseSshTarget
} from "./box-ssh-target.shared.mjs";
import {
  PlatformAnswer
} from "./platforms-api.shared.mjs";
import {
  RentFailed
} from "./platforms-driver.shared.mjs";
import "./box-ssh-login.shared.mjs";
import "./box-ssh-config-hosts.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import "./npm-asn1-lib-ber-errors.shared.mjs";
import "./host-own-environment.shared.mjs";
import {
  ASKED_NOTHING
} from "./job-slurm-schema.shared.mjs";
import "./job-quantity.shared.mjs";
import "./job-console-line.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import {
  knownGpu,
  nameHolds,
  offeredGpu
} from "./job-gpu-cards.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import {
  placesIn,
  rangesOf
} from "./lease-task-ranges.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import {
  formatSeconds
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/platforms/slurm/api.ts
var SECONDS = 200;
var MAX_BYTES = 64 * 2 ** 20;
var SILENT = /Unable to contact slurm (?:controller|ctld)|Socket timed out|Slurm temporarily unable to accept job|Unexpected message received|Connection refused|Zero Bytes were transmitted|Slurm backup controller in standby/i;
var isSilent = (lines) => lines.some((line) => SILENT.test(line));
var isUnknownJob = (lines) => lines.some((line) => /Invalid job id/i.test(line));
function openLoginNode({ queue, login, signal }) {
  return {
    get target() {
      if (queue === void 0) throw noQueue();
      return queue;
    },
    async ask(program, words, stdin) {
      if (queue === void 0) throw noQueue();
      if (login === void 0) throw new Error("the slurm driver was made without a way to log in");
      const channel = await login(queue).catch((error) => {
        throw unreachable(queue, error);
      });
      const options = {
        timeoutSeconds: SECONDS,
        maxOutputBytes: MAX_BYTES,
        ...stdin === void 0 ? {} : { stdin: Buffer.from(stdin) },
        ...signal === void 0 ? {} : { signal }
      };
      const result = await channel.exec(["sh", "-c", program, "sh", ...words], options).catch((error) => {
        throw unreachable(queue, error);
      });
      if (result.exitCode === 0 && !result.truncated) return toldBy(result.stdout);
      const why = result.truncated ? "it is too long" : `sh ended with ${result.exitCode}`;
      const said = oneLine(result.stderr.slice(-1e3));
      throw new PlatformAnswer(`the login node ${queue} gave no whole answer: ${why}${said && `, ${said}`}`);
    }
  };
}
function toldBy(stdout) {
  const lines = /* @__PURE__ */ new Map();
  const codes = /* @__PURE__ */ new Map();
  for (const line of stdout.split("\n")) {
    const [, label = "", kind, rest = ""] = /^([a-z]+)([>=])(.*)$/.exec(line) ?? [];
    if (kind === "=") codes.set(label, Number(rest));
    else if (kind === ">" && rest.trim() !== "") {
      const known = lines.get(label);
      if (known) known.push(rest);
      else lines.set(label, [rest]);
    }
  }
  return { lines: (label) => lines.get(label) ?? [], code: (label) => codes.get(label) };
}
function sentenceOf(lines) {
  const sentences = lines.map(
    (line) => oneLine(line).replace(/^\S*(?:sbatch|scontrol|scancel|sinfo|squeue|sacct|sprio|sshare): (?:error: )?/, "").replace(/^(?:Batch job submission failed|allocation failure): /, "")
  );
  const told = sentences.filter((each) => each !== "" && !/^Try "/.test(each));
  return told.length === 0 ? void 0 : [...new Set(told)].join("; ");
}
var queueSilent = (target, said) => new Problem({
  code: "queue-silent",
  kind: "unreachable",
  what: `Slurm does not answer on ${target}: ${said ?? "it said nothing"}. This says nothing about jobs there.`,
  next: "Run the same command again in a few minutes; if it stays so, ask the operators of the cluster."
});
var noQueue = () => new Problem({
  code: "queue-missing",
  kind: "usage",
  what: 'The candidate "slurm" does not say where its login node is.',
  next: 'Add "queue: ssh://user@login-node" (or a Host name from your ~/.ssh/config) to that candidate.'
});
function unreachable(target, error) {
  if (!(error instanceof TransportFailed)) return error;
  return new Problem(
    {
      code: "queue-unreachable",
      kind: "unreachable",
      what: `The login node ${target} cannot be reached: ${error.message}. This says nothing about jobs there.`,
      next: 'Try "ssh" to the same target; then run the same command again.'
    },
    { cause: error }
  );
}

// src/platforms/slurm/words.ts
var wait = (why) => ({ why });
var held = (why) => ({ why, stuck: "held" });
var never = (why) => ({ why, stuck: "never" });
var REASONS = [
  [/^None$/, wait("Slurm has not looked at it yet")],
  [
    /^Priority$/,
    wait("jobs of higher priority wait before it; a shorter `time` or fewer cards fit into gaps sooner")
  ],
  [/^Resources$/, wait("it is the next, and waits until enough is free")],
  [
    /^(?:ReqNodeNotAvail|Nodes required for job are DOWN)/,
    wait(
      "the nodes that it asks for are down, drained or reserved, for maintenance as a rule; a shorter `time` may fit in before, else wait or ask for other nodes"
    )
  ],
  [
    /^PartitionTimeLimit$/,
    never("its `time` is longer than the partition allows; ask for less time, or take another `partition`")
  ],
  [
    /^(?:PartitionNodeLimit|PartitionConfig)$/,
    never("the partition has no such nodes; take another `partition`")
  ],
  [/^PartitionDown$/, wait("the partition starts no jobs at present; wait, or take another `partition`")],
  [/^PartitionInactive$/, wait("the partition is closed; wait, or take another `partition`")],
  [/^BadConstraints$/, never("no node has all that it asks for; change `constraint`, cards or memory")],
  [
    /^DependencyNeverSatisfied$/,
    never(
      "the job that it waits for (`dependency`) did not end as asked, so it never starts; end it and correct `dependency`"
    )
  ],
  [/^Dependency$/, wait("it waits for the job that `dependency` names")],
  [/^BeginTime$/, wait("its time to begin has not come; after a requeue Slurm waits for about two minutes")],
  [/^Licenses$/, wait("a licence that it asks for is in use; wait")],
  [/^Reservation$/, wait("its `reservation` has not begun, or is full")],
  [/^ReservationDeleted$/, never("its `reservation` is gone; leave it out")],
  [/^InvalidAccount$/, never("its `account` may not be used any more; correct `account`")],
  [/^InvalidQOS$/, never("its `qos` may not be used; correct `qos`")],
  [
    /^(?:QOS|Assoc)(?:Max|Grp)\w*WallDuration|^QOSTimeLimit$|^AssociationTimeLimit$|^TimeLimit$/,
    never("its `time` is longer than QOS or account allow; ask for less time")
  ],
  [
    /^(?:QOS|Assoc)Grp\w*(?:Minutes|RunMinutes|Billing)/,
    wait(
      "the hours that account or QOS were given are used up; wait until they are renewed, or ask for more"
    )
  ],
  [
    /^(?:QOS|Assoc)Max\w*PerJob/,
    never("it asks for more than account or QOS allow to one job; ask for less, or take another `qos`")
  ],
  [
    /^QOS(?:Max|MinGRES|Min)\w*|^AssocMax\w*/,
    wait("you use as much at once as QOS or account allow to one user; it starts when jobs of yours end")
  ],
  [/^QOSGrp\w*/, wait("all users of the QOS together use as much as it allows; wait, or take another `qos`")],
  [
    /^AssocGrp\w*/,
    wait("all users of the account together use as much as it allows; wait, or take another `account`")
  ],
  [/^JobHeldAdmin$/, held("an administrator holds it, not gpu-lease; ask the operators of the cluster why")],
  [/^JobHeldUser$|requeued in held state/i, held('it was held by hand; let it go with "scontrol release"')],
  [
    /launch failed requeued held|^JobHoldMaxRequeue$/i,
    never(
      'Slurm could not start it and holds it; the reason is in the log of the node: ask the operators, then let it go with "scontrol release"'
    )
  ],
  [/^(?:NodeDown|FrontEndDown)$/, wait("a node that it needs is down; it waits until it is back")],
  [/^(?:Cleaning|Prolog)$/, wait("Slurm prepares its nodes or tidies them up")],
  [/^(?:JobArrayTaskLimit|QOSJobLimit|AssociationJobLimit)$/, wait("as many jobs run as may run at once")]
];
function whyWaiting(reason) {
  const [, words] = REASONS.find(([pattern]) => pattern.test(reason)) ?? [];
  return words === void 0 ? wait(`Slurm says ${reason}`) : { ...words, why: `${words.why} (${reason})` };
}
var ENDS = {
  COMPLETED: () => "its command ended with 0",
  FAILED: failed,
  CANCELLED: cancelled,
  TIMEOUT: () => "it reached its walltime, and was not put back into the queue; a longer `time`, or another lease that resumes",
  OUT_OF_MEMORY: outOfMemory,
  PREEMPTED: () => "work of higher priority took its nodes, and it was not put back into the queue",
  NODE_FAIL: () => "its node failed, and it was not put back into the queue",
  BOOT_FAIL: () => "its node could not be started",
  DEADLINE: () => "it could not have ended before its `--deadline`",
  REVOKED: () => "another cluster of a federation took it"
};
var isEnd = (state) => Object.hasOwn(ENDS, state);
var HAS_NODES = /* @__PURE__ */ new Set([
  "RUNNING",
  "COMPLETING",
  "CONFIGURING",
  "SUSPENDED",
  "STOPPED",
  "SIGNALING",
  "STAGE_OUT",
  "RESIZING"
]);
var WAITS = /* @__PURE__ */ new Set([
  "PENDING",
  "REQUEUED",
  "REQUEUE_FED",
  "REQUEUE_HOLD",
  "RESV_DEL_HOLD",
  "SPECIAL_EXIT"
]);
var TAKEN = /* @__PURE__ */ new Set(["PREEMPTED", "NODE_FAIL", "BOOT_FAIL", "TIMEOUT"]);
function howEnded(end) {
  const words = Object.hasOwn(ENDS, end.state) ? ENDS[end.state] : void 0;
  return `${words?.(end) ?? "it ended"} (${end.state})`;
}
function outOfMemory({ maxRss, asked }) {
  const used = maxRss && asked ? `: ${maxRss} of ${asked}` : "";
  return `it used more memory than it asked for${used}; ask for a fifth more by \`memoryGb\`, and leave the batch size as it is`;
}
var OVER_MEMORY = /exceeded (?:job |step )?memory limit|oom[-_ ]kill/i;
function failed(end) {
  const { exit = "", reason = "", said = "" } = end;
  if (OVER_MEMORY.test(said)) return outOfMemory(end);
  const [, code = "", signal = ""] = /^(\d+):(\d+)$/.exec(exit) ?? [];
  if (signal !== "" && signal !== "0")
    return `signal ${signal} ended it${signal === "9" ? ", sent after a grace period, for memory, or by hand" : ""}`;
  if (code === "78") {
    const [, told] = /^gpu-lease: (.*)$/m.exec(said) ?? [];
    return `it found nothing to start (exit code 78): ${told ?? "its log below ~/.gpu-lease/.queue says what"}`;
  }
  if (code !== "" && code !== "0") return `its command ended with exit code ${code}`;
  return reason === "JobLaunchFailure" ? "Slurm could not start it" : "its command failed";
}
function cancelled({ by = "", uid }) {
  const [, who] = /^CANCELLED by (\d+)/.exec(by) ?? [];
  if (who === void 0) return "it was cancelled";
  if (who === uid) return "it was cancelled by your own user";
  return `it was cancelled by ${who === "0" ? "the administrator (user 0)" : `user ${who}`}`;
}

// src/platforms/slurm/standing.ts
var ROW = /^(\d+)(?:_(?:(\d+)|\[([\d,:-]+)(?:%\d+)?\]))?\|([A-Z_]+)\|([^|]*)\|([^|]*)\|([^|]*)\|(.*)$/;
function rowsOf(lines) {
  return lines.flatMap((line) => {
    const [whole, id = "", one, some, state = "", reason = "", starts = "", comment = "", name = ""] = ROW.exec(line) ?? [];
    if (whole === void 0) return [];
    const places = one ?? some;
    const row = { id, state, reason: oneLine(reason, 120), starts, comment, name };
    return [places === void 0 ? row : { ...row, places }];
  });
}
function standingOf(row, begun, end = {}) {
  const { state, reason } = row;
  const native = reason === "None" || reason === "" ? state : `${state} ${reason}`;
  if (state === "PENDING" && reason === "JobHeldUser" && !begun) return { native, word: { phase: "held" } };
  if (WAITS.has(state)) return waiting(row, native);
  if (HAS_NODES.has(state)) return { native, word: { phase: "running", ...inUse(state) } };
  return isEnd(state) ? ended({ ...end, state, reason }, native) : { native };
}
function waiting({ state, reason, starts }, native) {
  const isUnsaid = state === "REQUEUE_HOLD" && (reason === "None" || reason === "");
  const { why, stuck } = whyWaiting(isUnsaid ? "launch failed requeued held" : reason);
  const startsAt = timeOf(starts);
  return {
    native,
    word: {
      phase: "waiting",
      why,
      ...startsAt === void 0 ? {} : { startsAt },
      ...stuck === void 0 ? {} : { stuck }
    },
    ...stuck === "never" ? { never: why } : {}
  };
}
function inUse(state) {
  if (state === "SUSPENDED" || state === "STOPPED")
    return { why: "Slurm has suspended it; it keeps its nodes and goes on later" };
  return state === "CONFIGURING" ? { why: "its nodes are being started" } : {};
}
var ended = (end, native) => ({
  native,
  word: { phase: "over", why: howEnded(end), ...end.said === void 0 ? {} : { said: end.said } },
  ...TAKEN.has(end.state) ? { taken: true } : {}
});
function timeOf(text) {
  const [, local, hours, minutes2] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)([+-]\d\d)(\d\d)$/.exec(text) ?? [];
  const at = local === void 0 ? Number.NaN : Date.parse(`${local}${hours}:${minutes2}`);
  return Number.isNaN(at) ? void 0 : new Date(at).toISOString();
}

// src/platforms/slurm/tasks.ts
function byId(rows) {
  const groups = /* @__PURE__ */ new Map();
  for (const row of rows) {
    const group = groups.get(row.id);
    if (group) group.push(row);
    else groups.set(row.id, [row]);
  }
  return [...groups.values()];
}
function standingOfAll(rows, begun, endOf = () => ({})) {
  const [first] = rows;
  if (first && first.places === void 0) return standingOf(first, begun, endOf(first.id));
  const all = rows.map((row) => ({ row, is: standingOf(row, begun, endOf(`${row.id}_${row.places}`)) }));
  const unclear = all.find(({ is }) => is.word === void 0);
  if (unclear) return { native: unclear.is.native };
  const of = (...phases) => all.filter(({ is }) => phases.includes(is.word?.phase ?? ""));
  const [running2, waiting2, held2] = [of("running"), of("waiting", "held"), of("held")];
  const tasks = {
    waiting: placesOf(waiting2),
    running: placesOf(running2),
    ended: endedIn(of("over"))
  };
  const phase = running2.length > 0 ? "running" : held2.length === all.length ? "held" : waiting2.length > 0 ? "waiting" : "over";
  const said = phase === "waiting" ? of("waiting").find(({ is }) => is.word?.stuck === void 0) : void 0;
  const { word } = (said ?? (phase === "waiting" ? waiting2[0] : void 0))?.is ?? {};
  const never2 = phase === "waiting" && waiting2.every(({ is }) => is.never !== void 0);
  return {
    native: countsOf(all.map(({ row }) => row)),
    word: {
      phase,
      ...phase === "over" ? { why: countsOf(all.map(({ row }) => row)) } : {},
      ...word?.why === void 0 ? {} : { why: word.why },
      ...word?.startsAt === void 0 ? {} : { startsAt: word.startsAt },
      ...word?.stuck === void 0 ? {} : { stuck: word.stuck },
      tasks
    },
    ...never2 && waiting2[0]?.is.never !== void 0 ? { never: waiting2[0].is.never } : {}
  };
}
var placesOf = (seen) => rangesOf(seen.flatMap(({ row }) => placesIn(row.places ?? "")));
function endedIn(over) {
  const groups = /* @__PURE__ */ new Map();
  for (const each of over) {
    if (each.row.state === "COMPLETED") continue;
    const [native, why] = [each.row.state, each.is.word?.why ?? ""];
    const group = groups.get(`${native} ${why}`) ?? { native, why, of: [] };
    groups.set(`${native} ${why}`, { ...group, of: [...group.of, each] });
  }
  return [...groups.values()].map(({ native, why, of }) => ({ places: placesOf(of), native, why }));
}
function countsOf(rows) {
  const counts = /* @__PURE__ */ new Map();
  for (const { state, places = "" } of rows)
    counts.set(state, (counts.get(state) ?? 0) + placesIn(places).length);
  return [...counts].map(([state, count2]) => `${count2} ${state}`).join(", ");
}

// src/platforms/slurm/looked.ts
var KEPT_SECONDS = 300;
function standingIn(told, boxId) {
  const id = boxId.replace(/;.*/, "");
  const [name] = told.lines("name");
  const squeue = told.lines("squeue");
  if (isSilent(squeue)) return { native: "Slurm does not answer" };
  const rows = rowsOf(squeue).filter((each) => each.id === id);
  const [row] = rows;
  const known = { accounted: accountOf(told), shown: shownBy(told) };
  const endOf = (job) => endIn(told, known, job);
  const end = endOf(id);
  if (row) {
    if (name !== void 0 && row.name !== name)
      return { native: `${row.state}, and it is called ${oneLine(row.name, 80)}` };
    if (row.places === void 0 && isOnItsWay(row, end, told))
      return { native: `${row.state}, and Slurm does not say yet of what` };
    return standingOfAll(rows, told.lines("begun").length > 0, endOf);
  }
  const forgotten = tasksIn(told, id, name);
  if (forgotten.length > 0 && isUnknownJob(told.lines("scontrol")))
    return standingOfAll(forgotten, true, endOf);
  if (end.state !== void 0 && isEnd(end.state))
    return ended({ ...end, state: end.state }, end.by ?? end.state);
  if (!isForgotten(told)) return { native: oneLine(squeue.join(" "), 120) || "squeue shows no such job" };
  const still = end.state === void 0 ? "" : `; its accounting still calls it ${end.state}`;
  const why = `it has finished, and Slurm no longer knows how${still}`;
  return { native: "Invalid job id specified", word: { phase: "over", why } };
}
function isOnItsWay({ state, reason }, { exit = NO_CODE }, told) {
  if (state !== "FAILED" || exit !== NO_CODE) return false;
  const isSilenced = isSilent(told.lines("scontrol")) || (told.code("scontrol") ?? 0) >= 124;
  return isSilenced || reason === "NonZeroExitCode";
}
var NO_CODE = "0:0";
function tasksIn(told, id, name = "") {
  return told.lines("sacct").flatMap((line) => {
    const [job = "", said = ""] = line.split("|");
    const [, of, places] = /^(\d+)_(\d+)$/.exec(job) ?? [];
    const state = firstOf(said);
    if (of !== id || places === void 0 || !isEnd(state)) return [];
    return [{ id, places, state, reason: "", starts: "", comment: "", name }];
  });
}
function isForgotten(told) {
  const [age = ""] = told.lines("age");
  const [kept = ""] = told.lines("kept");
  const keptSeconds = /^\d+$/.test(kept) ? Number(kept) : KEPT_SECONDS;
  return isUnknownJob(told.lines("scontrol")) && /^\d+$/.test(age) && keptSeconds > 0 && Number(age) > keptSeconds;
}
function accountOf(told) {
  const known = /* @__PURE__ */ new Map();
  for (const line of told.lines("sacct")) {
    const cells = line.split("|");
    const job = cells[0]?.replace(/\..*/, "") ?? "";
    const rows = known.get(job);
    if (rows) rows.push(cells);
    else known.set(job, [cells]);
  }
  return known;
}
function shownBy(told) {
  const shown = /* @__PURE__ */ new Map();
  for (const line of told.lines("scontrol")) {
    const [, whole, task] = / ArrayJobId=(\d+) ArrayTaskId=(\d+) /.exec(line) ?? [];
    const [, job] = /^JobId=(\d+) /.exec(line) ?? [];
    const of = whole === void 0 ? job : `${whole}_${task}`;
    if (of !== void 0) shown.set(of, ` ${line} `);
  }
  return shown;
}
function endIn(told, known, id) {
  const [uid] = told.lines("uid");
  const rows = known.accounted.get(id) ?? [];
  const [, said = "", exit = ""] = rows.find(([job, word]) => job === id && isEnd(firstOf(word))) ?? [];
  const [, still = ""] = rows.find(([job]) => job === id) ?? [];
  const largest = rows.map(([, , , maxRss = ""]) => maxRss).sort((a, b) => kibibytes(b) - kibibytes(a))[0];
  const asked = rows.map(([, , , , reqMem = ""]) => reqMem).find((each) => each !== "");
  const shown = known.shown.get(id) ?? "";
  const state = firstOf(said) || / JobState=(\S+) /.exec(shown)?.[1] || firstOf(still);
  const exitShown = / ExitCode=(\d+:\d+) /.exec(shown)?.[1];
  const code = exit === "" || exit === NO_CODE ? exitShown ?? (exit || void 0) : exit;
  const logged = told.lines("log").map((line) => oneLine(line, 200));
  return {
    ...uid === void 0 ? {} : { uid },
    ...state === void 0 || state === "" ? {} : { state },
    ...said === "" ? {} : { by: said },
    ...code === void 0 ? {} : { exit: code },
    ...largest ? { maxRss: largest } : {},
    ...asked === void 0 ? {} : { asked },
    ...logged.length === 0 ? {} : { said: logged.join("\n") }
  };
}
var firstOf = (word = "") => word.split(" ")[0] ?? "";
function kibibytes(text) {
  const [, digits = "0", unit = "K"] = /^([\d.]+)([KMGT]?)/.exec(text) ?? [];
  return Number(digits) * 1024 ** Math.max(0, "KMGT".indexOf(unit || "K"));
}

// src/platforms/slurm/script.ts
var QUEUE_DIR = ".gpu-lease/.queue";
var OURS = "gpu-lease";
var NOTHING_TO_RUN = 78;
var NAME = /^(?!.*\.(?:job|begun|tried|closed|log)(?:\.|$))[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
var PRINTED = /^[ -~]+$/;
var MARK = /^[a-z0-9]{1,40}$/;
var VALUE = /^[A-Za-z0-9[(.%_@+=-][A-Za-z0-9[\](){}.,:;&|*?!%_@+=/~^-]*$/;
function renderScript(asked) {
  const { name, owner, candidate } = asked;
  if (!NAME.test(name)) throw new RangeError(`"${name}" cannot be the name of a Slurm job`);
  if (!MARK.test(owner)) throw new RangeError(`"${owner}" is no owner mark`);
  const { directives, modules } = candidate.slurm ?? ASKED_NOTHING;
  const options = optionsOf(asked);
  const lines = options.map(([option, value]) => directive(`--${option}`, value));
  const text = [
    "#!/bin/sh",
    ...lines,
    ...directives.map((each) => checked(each, `#SBATCH ${each}`)),
    ...bodyOf(name, modules, asked.tasks !== void 0),
    ""
  ].join("\n");
  return {
    text,
    overruledBy: [...ALWAYS_UNSET, ...options.flatMap(([, , variable]) => variable ? [variable] : [])]
  };
}
var ALWAYS_UNSET = ["SBATCH_ARRAY_INX", "SBATCH_WAIT", "SBATCH_ERROR", "SBATCH_INPUT", "SBATCH_NO_REQUEUE"];
function optionsOf({ name, owner, want, candidate, gres: found, tasks }) {
  const asked = candidate.slurm ?? ASKED_NOTHING;
  const cards = cardsOf({ ...asked, ...found === void 0 ? {} : { found } }, want.gpu?.count);
  const memoryGb = asked.memoryGb ?? want.memoryGb?.min;
  const cpus = asked.cpus ?? want.cpus?.min;
  const given = [
    ["job-name", name, "SBATCH_JOB_NAME"],
    ["comment", `${OURS} ${owner}`, "SBATCH_COMMENT"],
    ["output", `${QUEUE_DIR}/${name}-${tasks ? "%A_%a" : "%j"}.log`, "SBATCH_OUTPUT"],
    ["open-mode", "append", "SBATCH_OPEN_MODE"],
    ["nodes", nodesOf(want), "SBATCH_NODES"],
    ...want.nodes === void 0 ? [] : [tasksOf(want)],
    ["signal", `B:TERM@${asked.signalSeconds}`, "SBATCH_SIGNAL"],
    [asked.requeue ? "requeue" : "no-requeue", void 0, "SBATCH_REQUEUE"]
  ];
  const wanted = [
    ["partition", asked.partition, "SBATCH_PARTITION"],
    ["account", asked.account, "SBATCH_ACCOUNT"],
    ["qos", asked.qos, "SBATCH_QOS"],
    ["constraint", asked.constraint, "SBATCH_CONSTRAINT"],
    ["reservation", asked.reservation, "SBATCH_RESERVATION"],
    ["time", minutes(asked.timeSeconds), "SBATCH_TIMELIMIT"],
    ["gres", cards.gres, "SBATCH_GRES"],
    ["gpus", cards.gpus, "SBATCH_GPUS"],
    ["cpus-per-task", cpus?.toString(), "SBATCH_CPUS_PER_TASK"],
    ["mem", memoryGb === void 0 ? void 0 : `${mebibytes(memoryGb)}M`, "SBATCH_MEM_PER_NODE"],
    ["dependency", asked.dependency],
    ["array", tasks && `0-${tasks.count - 1}%${tasks.atOnce}`]
  ];
  return [...given, ...wanted.filter(([, value]) => value !== void 0)];
}
var tasksOf = ({ leastNodes }) => leastNodes === void 0 ? ["ntasks-per-node", "1", "SBATCH_NTASKS_PER_NODE"] : ["no-kill", void 0, "SBATCH_NO_KILL"];
var nodesOf = ({ nodes = 1, leastNodes }) => leastNodes === void 0 ? String(nodes) : `${leastNodes}-${nodes}`;
function cardsOf({ gres, gpus, found }, count2 = 0) {
  if (gres !== void 0) return { gres };
  if (gpus !== void 0) return { gpus };
  if (found !== void 0) return { gres: found };
  return count2 > 0 ? { gres: `gpu:${count2}` } : {};
}
var minutes = (seconds) => seconds === void 0 ? void 0 : String(Math.ceil(seconds / 60));
var mebibytes = (gb) => Math.ceil(gb * 1e9 / 2 ** 20);
function directive(option, value) {
  if (value === void 0) return `#SBATCH ${option}`;
  if (option === "--comment") return `#SBATCH --comment="${value}"`;
  if (!VALUE.test(value)) throw new RangeError(`"${value}" cannot stand behind ${option} of sbatch`);
  return `#SBATCH ${option}=${value}`;
}
function checked(directive2, line) {
  if (PRINTED.test(directive2) && /^--?[A-Za-z][^ "'\\#]*(?: [^ "'\\#-][^ "'\\#]*)?$/.test(directive2))
    return line;
  throw new RangeError(`"${directive2}" is not one option of sbatch`);
}
function bodyOf(name, modules, isArray) {
  const loads = modules.map((each) => {
    if (!/^[A-Za-z0-9][A-Za-z0-9._+/:=@-]*$/.test(each)) throw new RangeError(`"${each}" is no module`);
    return `module load '${each}' || { echo 'gpu-lease: module load ${each} failed' >&2; exit ${NOTHING_TO_RUN}; }`;
  });
  return [
    `place="$HOME/${QUEUE_DIR}/${name}"`,
    'if [ ! -r "$place" ]; then',
    `  echo "gpu-lease: $place is not there: this job was let go before anything was laid down for it" >&2`,
    `  exit ${NOTHING_TO_RUN}`,
    "fi",
    ...loads.length === 0 ? [] : [MODULES, ...loads],
    '{ IFS= read -r keeper && IFS= read -r base; } <"$place"',
    'if [ ! -r "$keeper" ] || [ ! -d "$base" ]; then',
    `  echo "gpu-lease: $place names $keeper and $base, and they cannot be read on $(hostname)" >&2`,
    `  exit ${NOTHING_TO_RUN}`,
    "fi",
    // A step that the command starts takes its cores from here since Slurm 22.05, and from nowhere else.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the variable is of the shell
    '[ -z "${SLURM_CPUS_PER_TASK:-}" ] || { SRUN_CPUS_PER_TASK=$SLURM_CPUS_PER_TASK; export SRUN_CPUS_PER_TASK; }',
    `exec sh "$keeper" batch "$base" slurm${isArray ? ' "$SLURM_ARRAY_TASK_ID"' : ""}`
  ];
}
var MODULES = [
  "command -v module >/dev/null 2>&1 ||",
  `for each in "\${LMOD_PKG:-/none}/init/sh" "\${MODULESHOME:-/none}/init/sh" /etc/profile.d/modules.sh /etc/profile.d/lmod.sh; do`,
  '[ -r "$each" ] && . "$each" && break; done'
].join(" ");

// src/platforms/slurm/remote.ts
var FIELDS = "%i|%T|%r|%S|%k|%j";
var BEGIN = `
command -v squeue >/dev/null 2>&1 || { [ -r /etc/profile ] && . /etc/profile >/dev/null 2>&1; }
unset SQUEUE_ACCOUNT SQUEUE_ARRAY SQUEUE_FORMAT SQUEUE_FORMAT2 SQUEUE_LICENSES SQUEUE_NAMES SQUEUE_PARTITION SQUEUE_QOS SQUEUE_SORT SQUEUE_STATES SQUEUE_USERS
# Else a long list of tasks is cut short.
SLURM_BITSTR_LEN=0; export SLURM_BITSTR_LEN
cd "$HOME" || exit 74
q=$HOME/${QUEUE_DIR}
bounded() {
  if command -v timeout >/dev/null 2>&1; then timeout "$@"; else shift; "$@"; fi
}
told() {
  label=$1; shift
  out=$("$@" 2>&1); rc=$?
  [ -z "$out" ] || printf '%s\\n' "$out" | sed "s/^/$label>/"
  echo "$label=$rc"
}
queued() { ( SLURM_TIME_FORMAT=%Y-%m-%dT%H:%M:%S%z; export SLURM_TIME_FORMAT; bounded 60 squeue -h --me "$@" -o '${FIELDS}' ); }
`;
var NAMED = `
box=$1; id=\${1%%;*}; cluster=\${1#"$id"}; cluster=\${cluster#;}; cluster=\${cluster:+-M$cluster}
name=
file=
for each in "$q"/*.job; do
  { IFS= read -r first <"$each"; } 2>/dev/null || continue
  [ "$first" != "$box" ] || { file=$each; break; }
done
if [ -n "$file" ]; then name=\${file##*/}; name=\${name%.job}; echo "name>$name"; fi
[ -n "$name" ] && [ -e "$q/$name.begun" ] && echo 'begun>yes'
`;
var LOOK = `${BEGIN}${NAMED}
echo "uid>$(id -u)"
told squeue queued -t all $cluster -j "$id"
case $out in *'nable to contact'*|*'ocket timed out'*) exit 0;; esac
state=$(printf '%s\\n' "$out" | sed -n "s/^$id|\\([A-Z_]*\\)|.*/\\1/p" | head -n 1)
[ "$state" != COMPLETED ] || exit 0
# Of an array each task has a state, and those of which nothing is shown are over.
for state in $(printf '%s\\n' "$out" | sed -n "s/^$id\\(_[^|]*\\)\\{0,1\\}|\\([A-Z_]*\\)|.*/\\2/p" | sort -u); do
  case $state in COMPLETED|FAILED|CANCELLED|TIMEOUT|NODE_FAIL|PREEMPTED|BOOT_FAIL|DEADLINE|OUT_OF_MEMORY) ;; *) exit 0;; esac
done
[ -z "$name" ] || sed -n 's/^slurmstepd[^ :]*: /log>slurmstepd: /p; s/^gpu-lease: /log>&/p' "$q/$name-$id.log" 2>/dev/null | tail -n 4
told sacct bounded 60 sacct -n -P $cluster -j "$id" -o JobID,State,ExitCode,MaxRSS,ReqMem
told scontrol bounded 60 scontrol $cluster show job -o "$id"
case $out in *'nvalid job id'*) ;; *) exit 0;; esac
[ -n "$file" ] || exit 0
echo "age>$(( $(date +%s) - $(stat -c %Y "$file") ))"
echo "kept>$(bounded 60 scontrol $cluster show config | sed -n 's/^MinJobAge *= *\\([0-9]*\\).*/\\1/p')"
`;
var LIST = `${BEGIN}
told squeue queued \${1:+-t "$1"}
for each in "$q"/*.begun; do
  [ -e "$each" ] && { each=\${each##*/}; echo "begun>\${each%.begun}"; }
done
# Where a site has several clusters, the number alone is not what the job was called at its submit.
for each in "$q"/*.job; do
  { IFS= read -r first <"$each"; } 2>/dev/null || continue
  each=\${each##*/}
  case $first in *';'*) echo "job>$first \${each%.job}";; esac
done
exit 0
`;
var FIND = `${BEGIN}
name=$1
told squeue queued -t all -n "$name"
[ -s "$q/$name.job" ] && sed 's/^/job>/' "$q/$name.job"
exit 0
`;
var BEGIN_JOB = `${BEGIN}${NAMED}
[ -n "$name" ] && [ -e "$q/$name.begun" ] && exit 0
told squeue queued -t all $cluster -j "$id"
state=$(printf '%s\\n' "$out" | sed -n "s/^$id\\(_[^|]*\\)\\{0,1\\}|\\([A-Z_]*|[A-Za-z]*\\)|.*/\\2/p" | head -n 1)
case $state in
  '') exit 0;;
  'PENDING|JobHeldUser') told release bounded 60 scontrol $cluster release "$id"; [ "$rc" = 0 ] || exit 0;;
esac
[ -z "$name" ] || { : >"$q/$name.begun"; echo "mark=$?"; }
`;
var CANCEL = `${BEGIN}${NAMED}
told scancel bounded 60 scancel $cluster "$id"
`;
var FORGET = `${BEGIN}${NAMED}
[ -n "$name" ] || exit 0
: >"$q/$name.closed"
find "$q" -name '*.closed' -mtime "+$2" 2>/dev/null | while IFS= read -r each; do
  each=\${each%.closed}
  { IFS= read -r id <"$each.job"; } 2>/dev/null || id=
  case \${id%%;*} in
    ''|*[!0-9]*) ;;
    *) rm -f "$each-\${id%%;*}.log" "$each-\${id%%;*}"_*.log;;
  esac
  rm -f "$each" "$each.begun" "$each.tried" "$each".job.* && rm -f "$each.job" && rm -f "$each.closed"
done
exit 0
`;
var SHARE = `${BEGIN}${NAMED}
all=$(bounded 60 sprio -h $cluster -o '%i|%u|%r|%Y|%A|%F|%J|%P|%Q' 2>&1); rc=$?
echo "sprio=$rc"
[ "$rc" = 0 ] || printf '%s\\n' "$all" | sed 's/^/sprio>/'
[ "$rc" != 0 ] || printf '%s\\n' "$all" | tr -d ' ' | awk -F'|' -v id="$id" '
  { line[NR] = $0; if (!own && ($1 == id || index($1, id "_") == 1)) { own = NR; part = $3; mine = $4 + 0 } }
  END {
    if (!own) exit
    print "own>" line[own]
    for (at = 1; at <= NR; at++) {
      split(line[at], of, "|")
      if (at == own || of[3] != part || of[4] + 0 <= mine) continue
      jobs++
      if (!(of[2] in seen)) { seen[of[2]] = 1; users++ }
      for (i = 5; i <= 9; i++) sum[i] += of[i]
    }
    if (!jobs) { print "ahead>0|0"; exit }
    printf "ahead>%d|%d", jobs, users
    for (i = 5; i <= 9; i++) printf "|%d", sum[i] / jobs
    print ""
  }'
all=$(bounded 60 sshare -h -P -o Account,User,NormShares,EffectvUsage,FairShare,GrpTRESMins,GrpTRESRaw,TRESRunMins 2>/dev/null) || exit 0
printf '%s\\n' "$all" | awk -F'|' -v me="$(id -un)" '
  { sub(/^ +/, "", $1) }
  $2 == "" { of[$1] = $3 "|" $4 "|" $6 "|" $7 "|" $8 }
  $2 == me { print "share>" $1 "|" $5 "|" of[$1] }'
`;
var TEST = `${BEGIN}
command -v sbatch >/dev/null 2>&1 || { echo 'sbatch=127'; exit 0; }
unset $1
case $2 in
  apptainer) command -v apptainer >/dev/null 2>&1 || command -v singularity >/dev/null 2>&1; echo "container=$?";;
  enroot) bounded 20 srun --help 2>/dev/null | grep -q -e --container-image; echo "container=$?";;
esac
[ -z "$3" ] || { [ -r "$3" ]; echo "image=$?"; }
told sinfo bounded 60 sinfo -h -o '%P|%a|%l|%G'
[ "$rc" = 0 ] || exit 0
[ -z "$4" ] || echo "most>$(bounded 60 scontrol show config | sed -n 's/^MaxArraySize *= *\\([0-9]*\\).*/\\1/p')"
mkdir -p "$q" 2>/dev/null
told test bounded 60 sbatch --test-only
`;
var SUBMIT = `${BEGIN}
trap '' HUP PIPE
name=$1; price=$2
unset $3
script=$(cat)
umask 077
mkdir -p "$q" || exit 73
command -v sbatch >/dev/null 2>&1 || { echo 'sbatch=127'; exit 0; }
draft=$q/$name.job.$$
folder=
tidy() { rm -f "$draft" "$draft.err"; [ -z "$folder" ] || rmdir "$folder" 2>/dev/null; }
trap tidy EXIT
by_folder() {
  tries=0
  until mkdir "$q/.lock.d" 2>/dev/null; do
    # One at a time looks once more and takes it away: else the second would take away what the first has made anew.
    if is_old && mkdir "$q/.lock.old" 2>/dev/null; then
      is_old && rmdir "$q/.lock.d"
      rmdir "$q/.lock.old"
      continue
    fi
    tries=$((tries + 1)); [ "$tries" -lt 60 ] || { echo 'lock=1'; exit 0; }
    sleep 1
  done
  folder=$q/.lock.d
}
is_old() { [ -n "$(find "$q/.lock.d" -prune -mmin +5 2>/dev/null)" ]; }
exec 9>"$q/.lock" || exit 73
flock -w 60 9 2>/dev/null
case $? in 0) ;; 1) echo 'lock=1'; exit 0;; *) by_folder;; esac

keep() {
  printf '%s\\n%s\\n' "$1" "$price" >"$draft" && mv -f "$draft" "$q/$name.job"; kept=$?
  echo "keep=$kept"
  [ "$kept" != 0 ] || rm -f "$q/$name.tried"
}
if [ -s "$q/$name.job" ]; then sed 's/^/job>/' "$q/$name.job"; exit 0; fi
told squeue queued -t all -n "$name"
[ "$rc" = 0 ] || exit 0
found=$(printf '%s\\n' "$out" | awk -F'|' -v name="$name" '$1 ~ /^[0-9]+(_.*)?$/ && $NF == name { sub(/_.*/, "", $1); print $1 }' | sort -n | head -n 1)
if [ -z "$found" ]; then
  told sacct bounded 60 sacct -X -n -P --name "$name" -S now-30days -o JobID,JobName
  found=$(printf '%s\\n' "$out" | awk -F'|' -v name="$name" '$1 ~ /^[0-9]+(_.*)?$/ && $2 == name { sub(/_.*/, "", $1); print $1 }' | sort -n | head -n 1)
fi
if [ -n "$found" ]; then echo "job>$found"; keep "$found"; exit 0; fi
# A submit of this name whose answer nobody has may have come through, and its job be over and forgotten: where there is accounting, it
# has to say that there is none.
if [ "$rc" != 0 ] && [ "$rc" != 127 ] && [ -e "$q/$name.tried" ]; then
  case $out in *'ccounting storage is disabled'*) ;; *) exit 0;; esac
fi
{ : >"$draft" && : >"$q/$name.tried"; } || { echo 'keep=1'; exit 0; }
said=$(printf '%s\\n' "$script" | bounded 60 sbatch --hold --parsable 2>"$draft.err"); rc=$?
sed 's/^/sbatch>/' "$draft.err"
echo "sbatch=$rc"
made=$(printf '%s\\n' "$said" | grep -E '^[0-9]+(;[A-Za-z0-9_.-]+)?$' | tail -n 1)
if [ "$rc" = 0 ] && [ -n "$made" ]; then echo "job>$made"; keep "$made"; fi
`;

// src/platforms/slurm/box.ts
var BOX = /^\d{1,12}(?:;[A-Za-z0-9_.-]{1,60})?$/;
function boxWords(boxId) {
  if (BOX.test(boxId)) return [boxId];
  throw new PlatformAnswer(`${JSON.stringify(boxId.slice(0, 80))} is no id of a Slurm job`);
}
var heldAs = (boxId, name, usdPerHour) => ({
  boxId,
  name,
  meters: [
    { id: "submission", kind: "none", usdPerHour: 0, source: "waiting in a queue costs nothing" },
    walltime(usdPerHour)
  ]
});
var walltime = (usdPerHour) => ({
  id: "walltime",
  kind: "gpu",
  usdPerHour,
  source: usdPerHour === void 0 ? "not written down where it was submitted" : "the job's usdPerHour"
});
async function find(node, name) {
  const told = await node.ask(FIND, [name]);
  const rows = listed(node, told).filter((each) => each.name === name);
  const [noted, price] = told.lines("job");
  return byId(rows).filter((each) => standingOfAll(each, true).word?.phase !== "over").flatMap(([first]) => first ? [first] : []).sort((a, b) => Number(a.id) - Number(b.id)).map(({ id }) => heldAs(noted?.startsWith(`${id};`) ? noted : id, name, priceOf(price)));
}
function priceOf(text) {
  const price = Number(text);
  return text === void 0 || !Number.isFinite(price) || price < 0 ? void 0 : price;
}
function listed(node, told) {
  const lines = told.lines("squeue");
  if (told.code("squeue") === 0) return rowsOf(lines);
  if (isSilent(lines)) throw queueSilent(node.target, sentenceOf(lines));
  throw new PlatformAnswer(
    `squeue on ${node.target} ended with ${told.code("squeue")}: ${sentenceOf(lines)}`
  );
}
var ownerIn = (comment) => new RegExp(`^${OURS} ([a-z0-9]{1,40})$`).exec(comment)?.[1];
function boxIdsIn(told) {
  const noted = new Map(
    told.lines("job").map((line) => {
      const [boxId = "", name = ""] = line.split(" ");
      return [`${boxId.replace(/;.*/, "")} ${name}`, boxId];
    })
  );
  return ({ id, name }) => noted.get(`${id} ${name}`) ?? id;
}
async function inventory(node) {
  const told = await node.ask(LIST, ["all"]);
  const rows = listed(node, told);
  const boxIdOf = boxIdsIn(told);
  return byId(rows).flatMap((all) => {
    const [row] = all;
    if (!row) return [];
    const owner = ownerIn(row.comment);
    if (owner === void 0) return [];
    const { native, word } = standingOfAll(all, true);
    const billing = word === void 0 ? "unknown" : word.phase === "over" ? "no" : "yes";
    return [{ kind: "instance", id: boxIdOf(row), name: oneLine(row.name, 120), owner, native, billing }];
  });
}
async function describe(node, endpoint, boxId) {
  return described(await look(node, boxId), endpoint);
}
var look = async (node, boxId) => standingIn(await node.ask(LOOK, boxWords(boxId)), boxId);
function described({ native, word, never: never2, taken }, endpoint) {
  if (word === void 0) return { state: "unknown", native, endpoint };
  const state = { held: "starting", waiting: "starting", running: "running", over: "gone" }[word.phase];
  return {
    state,
    native,
    endpoint,
    queue: word,
    ...never2 === void 0 ? {} : { hopeless: never2 },
    ...taken ? { evicted: true } : {}
  };
}
async function running(node, endpoint) {
  const told = await node.ask(LIST, [""]);
  const begun = new Set(told.lines("begun"));
  const boxIdOf = boxIdsIn(told);
  const ours = listed(node, told).filter(({ comment }) => ownerIn(comment) !== void 0);
  return new Map(
    byId(ours).flatMap(
      (rows) => rows[0] === void 0 ? [] : [[boxIdOf(rows[0]), described(standingOfAll(rows, begun.has(rows[0].name)), endpoint)]]
    )
  );
}
async function meters(node, held2) {
  const { word } = await look(node, held2.boxId);
  return metersOfQueue(held2, word);
}
async function begin(node, boxId) {
  const told = await node.ask(BEGIN_JOB, boxWords(boxId));
  const asked = told.lines("squeue");
  const listed2 = told.code("squeue") ?? 0;
  if (isSilent(asked) || listed2 !== 0 && !isUnknownJob(asked))
    throw queueSilent(node.target, sentenceOf(asked));
  const said = told.lines("release");
  if (told.code("release") === void 0 || told.code("release") === 0) return;
  if (isUnknownJob(said) || said.some((line) => /already finished|not held/i.test(line))) return;
  if (isSilent(said) || sentenceOf(said) === void 0) throw queueSilent(node.target, sentenceOf(said));
  throw new Problem({
    code: "begin-refused",
    kind: "unfit",
    what: `Slurm does not let job ${boxId} go: ${sentenceOf(said)}. It is held and costs nothing.`,
    next: `Look at it with "scontrol show job ${boxId}" on ${node.target}; then run the same command again, or release it.`
  });
}
var KEPT_DAYS = 30;
async function forget(node, boxId) {
  await node.ask(FORGET, [...boxWords(boxId), String(KEPT_DAYS)]);
}
async function cancel(node, boxId) {
  const told = await node.ask(CANCEL, boxWords(boxId));
  const said = told.lines("scancel");
  if (told.code("scancel") === 0) return;
  if (isSilent(said)) throw queueSilent(node.target, sentenceOf(said));
  const isKnown = told.lines("name").length > 0;
  if (isUnknownJob(said) && isKnown || said.some((line) => /already complet/i.test(line))) return;
  throw new Problem({
    code: "verb-refused",
    kind: "billing",
    what: `"scancel" of ${boxId} was not accepted on ${node.target}: ${sentenceOf(said) ?? "it said nothing"}.`,
    next: `Run the same command again; if it stays so, run "scancel ${boxId}" on ${node.target}.`,
    costing: [boxId]
  });
}

// src/platforms/slurm/offers.ts
async function offersOf(node, wanted) {
  const { want, candidate, tasks } = wanted;
  const first = await tested(node, wanted);
  const partitions = partitionsIn(node, first);
  refuseImage(node, first, candidate);
  refuseMany(node, first, tasks);
  const mine = partitionOf(node, partitions, candidate);
  const gres = gresOf(mine, want, candidate);
  const told = gres === void 0 ? first : await tested(node, wanted, gres);
  refuseUntaken(node, told);
  return [offer(node, { want, candidate, gres: gres ?? gresAsked(candidate) })];
}
function tested(node, { want, candidate, tasks }, gres) {
  const asked = { name: "gpu-lease-test", owner: "test", want, candidate, ...tasks && { tasks } };
  const { text, overruledBy } = renderScript({ ...asked, ...gres === void 0 ? {} : { gres } });
  const { container = "", image = "" } = candidate.slurm ?? {};
  return node.ask(TEST, [overruledBy.join(" "), container, image, ...tasks ? ["tasks"] : []], text);
}
function partitionsIn(node, told) {
  if (told.code("sbatch") === 127) throw noSlurm(node);
  const lines = told.lines("sinfo");
  if (isSilent(lines)) throw queueSilent(node.target, sentenceOf(lines));
  if (told.code("sinfo") !== 0)
    throw new PlatformAnswer(
      `sinfo on ${node.target} ended with ${told.code("sinfo")}: ${sentenceOf(lines)}`
    );
  return lines.flatMap(partitionIn);
}
function partitionIn(line) {
  const [, name, star, state = "", limit = "", gres = ""] = /^([^|*]+)(\*?)\|([a-z]+)\|([^|]*)\|(.*)$/.exec(line) ?? [];
  if (name === void 0) return [];
  return [{ name, isDefault: star === "*", state, limitSeconds: secondsIn(limit), gres: gresTypes(gres) }];
}
function secondsIn(limit) {
  const [, days = "0", hours = "0", minutes2, seconds = "0"] = /^(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+)$/.exec(limit) ?? [];
  if (minutes2 === void 0) return;
  return Number(days) * 86400 + Number(hours) * 3600 + Number(minutes2) * 60 + Number(seconds);
}
var gresTypes = (text) => text.replace(/\([^)]*\)/g, "").split(",").flatMap((each) => /^gpu:([A-Za-z0-9][^:]*):\d+$/.exec(each)?.[1] ?? []);
function partitionOf(node, all, { slurm: slurm2 = ASKED_NOTHING }) {
  const { partition, timeSeconds } = slurm2;
  const named = partition?.split(",");
  const found = all.filter(({ name, isDefault }) => named?.includes(name) ?? isDefault);
  if (found.length === 0 && named === void 0) return [];
  const names = [...new Set(all.map(({ name }) => name))].sort().join(", ");
  const asked = partition ?? found[0]?.name;
  if (found.length === 0)
    throw new Problem({
      code: "partition-unknown",
      kind: "usage",
      what: `There is no partition ${asked} on ${node.target}; there are ${oneLine(names)}.`,
      next: "Correct `slurm.partition` of the candidate."
    });
  const open = found.filter(({ state }) => state === "up");
  if (open.length === 0)
    throw new Problem({
      code: "partition-closed",
      kind: "capacity",
      what: `The partition ${asked} on ${node.target} starts no jobs at present (${found[0]?.state}).`,
      next: "Wait until it is open again, or name another `slurm.partition`."
    });
  const long = open.filter(
    ({ limitSeconds }) => limitSeconds === void 0 || (timeSeconds ?? 0) <= limitSeconds
  );
  if (long.length > 0) return long;
  const most = Math.max(...open.map(({ limitSeconds = 0 }) => limitSeconds));
  throw new Problem({
    code: "partition-time",
    kind: "usage",
    what: `The candidate asks for ${formatSeconds(timeSeconds ?? 0)} of walltime, and the partition ${asked} on ${node.target} gives ${formatSeconds(most)} at most.`,
    next: "Ask for less `slurm.time`: a job that resumes goes on in its next allocation."
  });
}
function gresOf(partitions, { gpu }, { slurm: slurm2 = ASKED_NOTHING }) {
  if (gpu === void 0 || gpu.names.length === 0) return;
  if (slurm2.gres !== void 0 || slurm2.gpus !== void 0) return;
  const types = new Set(partitions.flatMap((each) => each.gres));
  const fitting = gpu.names.flatMap((name) => [...types].filter((type) => isOf(type, name)));
  return fitting[0] === void 0 ? void 0 : `gpu:${fitting[0]}:${gpu.count}`;
}
function isOf(type, name) {
  const model = knownGpu(name)?.model;
  const typed = knownGpu(type.replaceAll("_", " "))?.model;
  return model !== void 0 && typed !== void 0 ? model === typed : nameHolds(type, name);
}
var gresAsked = ({ slurm: slurm2 = ASKED_NOTHING }) => slurm2.gres ?? (slurm2.gpus === void 0 ? void 0 : `gpu:${slurm2.gpus}`);
function refuseImage(node, told, { slurm: slurm2 }) {
  const { container, image, modules = [] } = slurm2 ?? {};
  if ((told.code("image") ?? 0) !== 0)
    throw new Problem({
      code: "image-missing",
      kind: "usage",
      what: `There is no image ${image} that could be read on ${node.target}. Nothing was submitted.`,
      next: "Correct `slurm.image`: a file on the file system that all nodes share."
    });
  const isThere = (told.code("container") ?? 0) === 0 || container === "apptainer" && modules.length > 0;
  if (isThere) return;
  const lacks = container === "enroot" ? "srun has no --container-image (pyxis is not installed)" : "there is no apptainer, and no module is named that could bring it";
  throw new Problem({
    code: "container-missing",
    kind: "usage",
    what: `The image cannot be run on ${node.target}: ${lacks}. Nothing was submitted.`,
    next: "Name the other one as `slurm.container`, or the module that brings it in `slurm.modules`; else run without an image."
  });
}
function refuseMany({ target }, told, tasks) {
  const most = Number(told.lines("most")[0]);
  if (!tasks || !(tasks.count > most)) return;
  throw new Problem({
    code: "array-too-large",
    kind: "usage",
    what: `The job has ${tasks.count} cells to run, and an array on ${target} has ${most} tasks at most (MaxArraySize). Nothing was submitted.`,
    next: `Make several jobs of it with at most ${most} cells each, or ask the operators of the cluster for a larger MaxArraySize.`
  });
}
function refuseUntaken(node, told) {
  if (told.code("test") === 0) return;
  const lines = told.lines("test");
  const sentence = sentenceOf(lines) ?? "it said nothing";
  if (isSilent(lines)) throw queueSilent(node.target, sentence);
  throw new Problem({
    code: "slurm-refuses",
    kind: "usage",
    what: `Slurm on ${node.target} would not take this job: ${sentence}. Nothing was submitted.`,
    next: 'Correct `slurm` of the candidate, or `resources`; "sinfo" and "sacctmgr show assoc" on the login node list what there is.'
  });
}
function offer({ target }, { want, candidate, gres }) {
  const { usdPerHour = 0, slurm: slurm2 = ASKED_NOTHING } = candidate;
  const address = formatSshTarget(parseSshTarget(target));
  const partition = slurm2.partition ?? "default";
  const cards = gres ?? (want.gpu && `gpu:${want.gpu.count}`) ?? "no cards";
  const time = slurm2.timeSeconds === void 0 ? "its usual time" : formatSeconds(slurm2.timeSeconds);
  const gpu = cardOf(gres);
  const isChosen = gres !== void 0 && gres !== gresAsked(candidate);
  return {
    id: `${address}/${partition}${isChosen ? `/${gres}` : ""}`,
    platform: "slurm",
    summary: `partition ${partition}, ${time}, ${cards}`,
    usdPerHour,
    market: "on-demand",
    ...gpu === void 0 ? {} : { gpu }
  };
}
function cardOf(gres) {
  const [, type, count2] = /(?:^|,)gpu:([A-Za-z0-9][^:,]*):(\d+)/.exec(gres ?? "") ?? [];
  return type === void 0 ? void 0 : offeredGpu(type.replaceAll("_", " "), Number(count2));
}
var gresIn = (offerId) => /\/(gpu:[^/]+)$/.exec(offerId)?.[1];
var noSlurm = ({ target }) => new Problem({
  code: "no-slurm",
  kind: "usage",
  what: `${target} has no sbatch: it is no login node of a Slurm cluster. Nothing was submitted.`,
  next: "Name its login node as `queue`; where sbatch comes by a module, load that in /etc/profile.d or ~/.profile of that account."
});

// src/platforms/slurm/rent.ts
var PAUSES = [5, 15];
async function create(node, intent, { clock, signal }) {
  const script = scriptFor(intent);
  for (let attempt = 0; ; attempt += 1) {
    const told = await submit(node, intent, script);
    const held2 = heldIn(told, intent);
    if (held2) return held2;
    const failed2 = failureIn(told, node.target);
    const pause = PAUSES[attempt];
    if (failed2.reason !== "unclear" || pause === void 0) throw failed2;
    await clock.sleep(pause, signal);
    if (signal?.aborted) throw failed2;
  }
}
function scriptFor(intent) {
  if (intent.image !== void 0 && intent.candidate.slurm?.container === void 0)
    throw new RentFailed(
      "the job names an image, and its candidate does not say by what it is run there (slurm.container)",
      "refused"
    );
  const gres = gresIn(intent.offer.id);
  try {
    return renderScript({ ...intent, ...gres === void 0 ? {} : { gres } });
  } catch (error) {
    if (error instanceof RangeError) throw new RentFailed(error.message, "refused", { cause: error });
    throw error;
  }
}
async function submit(node, { name, offer: offer2 }, script) {
  try {
    return await node.ask(
      SUBMIT,
      [name, String(offer2.usdPerHour), script.overruledBy.join(" ")],
      script.text
    );
  } catch (error) {
    if (error instanceof Problem && error.code === "queue-unreachable")
      throw new RentFailed(error.what, "unclear", { cause: error });
    throw error;
  }
}
function heldIn(told, { name, offer: offer2 }) {
  const [boxId, price] = told.lines("job");
  return boxId === void 0 ? void 0 : heldAs(boxId, name, priceOf(price) ?? offer2.usdPerHour);
}
var NO_ROOM = /MaxSubmit|Nodes required for job are DOWN|Required partition not available|AssocMaxSubmitJobLimit/i;
function failureIn(told, target) {
  const asked = told.lines("squeue");
  const said = told.lines("sbatch");
  const code = told.code("sbatch");
  const sentence = sentenceOf(said);
  if (code === 127)
    return new RentFailed(`${target} has no sbatch: it is no login node of a Slurm cluster`, "refused");
  if (told.code("lock") !== void 0)
    return new RentFailed(
      "another submit has held the lock on ~/.gpu-lease/.queue for a minute; where none is under way, remove .lock.d and .lock.old there",
      "unclear"
    );
  if (told.code("keep") !== void 0)
    return new RentFailed(
      `nothing can be written below ~/.gpu-lease/.queue on ${target}; nothing was submitted`,
      "refused"
    );
  if (code === void 0 && told.code("squeue") === 0)
    return new RentFailed(
      `a submit of this name was begun before, and whether it came through sacct on ${target} does not say: ${sentenceOf(told.lines("sacct")) ?? "it said nothing"}; nothing more was submitted`,
      "unclear"
    );
  if (code === void 0)
    return new RentFailed(
      `squeue on ${target} gave no answer: ${sentenceOf(asked) ?? "it said nothing"}`,
      "unclear"
    );
  if (isSilent(said) || code === 0 || code >= 124 && code !== 255 || sentence === void 0)
    return new RentFailed(
      `sbatch on ${target} gave no answer (${code}): ${sentence ?? "it said nothing"}`,
      "unclear"
    );
  return new RentFailed(
    `Slurm refuses the job: ${sentence}`,
    NO_ROOM.test(said.join(" ")) ? "no-capacity" : "refused"
  );
}

// src/platforms/slurm/share.ts
var FACTORS = ["how long it has waited", "fair share", "its size", "its partition", "its QOS"];
var MOST_ACCOUNTS = 5;
async function whyBehind(node, boxId) {
  const told = await node.ask(SHARE, boxWords(boxId));
  const said = told.lines("sprio");
  if (isSilent(said)) throw queueSilent(node.target, sentenceOf(said));
  return [...placeIn(told), ...accountsIn(told)];
}
function placeIn(told) {
  const said = told.lines("sprio").join(" ");
  if (/priority\/basic/.test(said))
    return [
      "Here the oldest job is the next: the cluster has neither priorities nor fair share (priority/basic)."
    ];
  if (told.code("sprio") !== 0)
    return [
      `What its priority is made of Slurm does not tell: ${sentenceOf(told.lines("sprio")) ?? "it said nothing"}.`
    ];
  const [own] = told.lines("own");
  if (own === void 0) return ["Slurm lists no priority of it: it does not wait, or not for its turn."];
  const [, , partition = "", priority = "", ...mine] = own.split("|");
  const [jobs = 0, users = 0, ...theirs] = numbersIn(told.lines("ahead")[0] ?? "");
  const where = `in the partition ${oneLine(partition, 60)}`;
  if (jobs === 0)
    return [
      `No job that you may see has a higher priority ${where} than its ${oneLine(priority, 20)}: it waits for room.`
    ];
  const before = `${count(jobs, "job")} of ${count(users, "user")} ${jobs === 1 ? "stands" : "stand"} before it ${where}: its priority is ${oneLine(priority, 20)}`;
  const most = largestLead(mine.map(Number), theirs);
  return [most === void 0 ? `${before}.` : `${before}, and most of what it lacks is ${most}.`];
}
function largestLead(mine, theirs) {
  const leads = FACTORS.map((factor, at) => {
    const [own = 0, other = 0] = [mine[at], theirs[at]];
    return { factor, own, other, lead: other - own };
  }).sort((a, b) => b.lead - a.lead);
  const [first] = leads;
  if (!first || !(first.lead > 0)) return;
  return `${first.factor} (${first.own} points, and those before it ${first.other} on average)`;
}
var numbersIn = (text) => text.split("|").map((each) => Number(each) || 0);
var count = (many, what) => `${many} ${what}${many === 1 ? "" : "s"}`;
var accountsIn = (told) => told.lines("share").slice(0, MOST_ACCOUNTS).flatMap((line) => {
  const [name = "", fair = "", shares = "", used = "", given = "", spent = "", promised = ""] = line.split("|");
  const account = `account ${oneLine(name, 60)}`;
  return [...shareOf(account, { shares, used, fair }), ...hoursOf(account, { given, spent, promised })];
});
function shareOf(account, { shares, used, fair }) {
  if (![shares, used, fair].every((each) => /^\d+\.\d+$/.test(each))) return [];
  const percent = (text) => `${(100 * Number(text)).toFixed(0)} %`;
  return [
    `The ${account} has ${percent(shares)} of the shares of its level and ${percent(used)} of its use of late; your fair share there is ${Number(fair).toFixed(2)} of 1, and rises as older use counts less.`
  ];
}
function hoursOf(account, { given, spent, promised }) {
  const [limit, used = 0, running2 = 0] = [given, spent, promised].map(gpuMinutesIn);
  if (limit === void 0) return [];
  const hours = (minutes2) => (minutes2 / 60).toFixed(1);
  return [
    `GPU-hours that the ${account} was given: ${hours(limit)}; ${hours(used)} are used, and what runs may use ${hours(running2)} more; ${hours(Math.max(0, limit - used - running2))} are left.`
  ];
}
function gpuMinutesIn(tres) {
  const [, minutes2] = /(?:^|,)gres\/gpu=(\d+)/.exec(tres) ?? [];
  return minutes2 === void 0 ? void 0 : Number(minutes2);
}

// src/platforms/slurm/driver.ts
function slurm(context, resolve = (target) => resolveSshTarget(target, ownSshWorld(context.sshEnv))) {
  const node = openLoginNode(context);
  const endpoint = async () => {
    const { host, port, user, alias } = await resolve(node.target);
    return { host, port, user, ...alias === void 0 ? {} : { alias } };
  };
  return {
    platform: "slurm",
    createsOnce: true,
    takesTasks: true,
    offers: (want, candidate, tasks) => offersOf(node, { want, candidate, tasks }),
    create: (intent) => create(node, intent, context),
    begin: (boxId) => begin(node, boxId),
    find: (name) => find(node, name),
    inventory: () => inventory(node),
    describe: async (boxId) => describe(node, await endpoint(), boxId),
    running: async () => running(node, await endpoint()),
    meters: (held2) => meters(node, held2),
    forget: (boxId) => forget(node, boxId),
    whyBehind: (boxId) => whyBehind(node, boxId),
    verbs: { scancel: (boxId) => cancel(node, boxId) }
  };
}
export {
  slurm
};
