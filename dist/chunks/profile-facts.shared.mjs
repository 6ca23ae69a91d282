import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  whyNotAPattern
} from "./profile-pattern.shared.mjs";
import {
  Source,
  duration,
  identifier,
  parseYaml,
  stamp,
  text,
  tri
} from "./profile-schema-stamp.shared.mjs";
import {
  inOrder
} from "./strict-yaml-in-order.shared.mjs";
import {
  mapping
} from "./strict-yaml-mapping.shared.mjs";
import {
  ageInMonths,
  tiersAt
} from "./profile-placement.shared.mjs";
import {
  EVENTS,
  OUTCOMES,
  isDestroyed
} from "./profile-survival.shared.mjs";
import {
  nearestOf
} from "./nearest.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/profile/faults/access.ts
var CARRIES = {
  ssh: ["tmux", "setsid", "onstart", "sbatch"],
  "kube-exec": ["kube-job"],
  none: ["kaggle-commit"]
};
function accessFaults(profile) {
  const { drive, ssh, automation } = profile;
  const found = [];
  for (const [index, launcher] of drive.launchers.entries()) {
    if (CARRIES[drive.channel].includes(launcher)) continue;
    const what = `the launcher "${launcher}" cannot work over the channel "${drive.channel}"`;
    const next = `Over it go: ${CARRIES[drive.channel].join(", ")}.`;
    found.push({ path: ["drive", "launchers", index], code: "bad-drive", what, next });
  }
  if (drive.launchers.length === 0 && automation !== "instructions") {
    const next = "Name one, or write automation: instructions.";
    found.push({ path: ["drive", "launchers"], code: "bad-drive", what: "there is no launcher", next });
  }
  if (drive.driver === "none" && automation !== "instructions") {
    const next = "Name a driver, or write automation: instructions.";
    found.push({ path: ["drive", "driver"], code: "bad-drive", what: "nothing drives this platform", next });
  }
  if (drive.channel === "ssh" && ssh === null) {
    const next = "Describe ssh, or choose another channel.";
    found.push({ path: ["ssh"], code: "bad-drive", what: "the channel is ssh and ssh is null", next });
  }
  if (ssh && !ssh.flavours.some((flavour) => flavour.bulk)) {
    const next = "Name the flavour by which scp and sftp work; without one no artifact can be pulled.";
    found.push({
      path: ["ssh", "flavours"],
      code: "no-bulk",
      what: "no flavour of ssh moves bulk data",
      next
    });
  }
  return [...found, ...hookFaults(profile)];
}
function hookFaults(profile) {
  return profile.hooks.flatMap(
    (hook, index) => hook.hosts && hook.leave.length === 0 ? [
      {
        path: ["hooks", index, "leave"],
        code: "no-way-back",
        what: `the hook "${hook.id}" cuts off every host but ${hook.hosts.length} and nothing undoes it`,
        next: "Write the lines that leave it."
      }
    ] : []
  );
}

// src/profile/faults/references.ts
function referenceFaults(profile) {
  const known = {
    tier: profile.tiers.map((each) => each.id),
    verb: profile.verbs.map((each) => each.id),
    meter: profile.meters.map((each) => each.id),
    clock: profile.clocks.map((each) => each.id),
    source: Object.keys(profile.sources)
  };
  const dangling = [...namedReferences(profile), ...sourceReferences(profile, [])].filter(
    ({ kind, id }) => !known[kind].includes(id)
  );
  return [...twice(profile), ...dangling.map((each) => danglingFault(each, known[each.kind]))];
}
function danglingFault({ kind, id, path }, known) {
  const near = nearestOf(id, known);
  return {
    path,
    code: "unknown-reference",
    what: `${path.join(".")} names the ${kind} "${id}", which this profile does not define`,
    next: near ? `Did you mean "${near}"?` : `Defined are: ${known.join(", ") || "none"}.`
  };
}
function twice(profile) {
  const lists = ["tiers", "verbs", "meters", "clocks", "hooks", "gotchas"];
  return lists.flatMap((list) => {
    const seen = /* @__PURE__ */ new Set();
    return profile[list].flatMap(({ id }, index) => {
      if (!seen.has(id)) {
        seen.add(id);
        return [];
      }
      const what = `${list} holds "${id}" twice`;
      return [{ path: [list, index, "id"], code: "twice", what, next: "Give each its own id." }];
    });
  });
}
function namedReferences(profile) {
  const found = [];
  const add = (kind, ids, ...path) => {
    const list = typeof ids === "string" ? [ids] : ids ?? [];
    for (const [index, id] of list.entries()) {
      found.push({ kind, id, path: typeof ids === "string" ? path : [...path, index] });
    }
  };
  for (const [index, tier2] of profile.tiers.entries()) {
    add("meter", tier2.meter, "tiers", index, "meter");
    add("tier", tier2["instead-of"], "tiers", index, "instead-of");
    add("tier", tier2.excludes, "tiers", index, "excludes");
  }
  for (const [index, verb] of profile.verbs.entries()) {
    add("meter", verb.stops, "verbs", index, "stops");
    add("meter", verb.leaves, "verbs", index, "leaves");
    add("tier", verb.destroys, "verbs", index, "destroys");
    add("verb", verb.after, "verbs", index, "after");
    if (typeof verb.reversible === "object")
      add("clock", verb.reversible.clock, "verbs", index, "reversible", "clock");
  }
  for (const [index, clock] of profile.clocks.entries()) {
    add("tier", clock.tiers, "clocks", index, "tiers");
    add("meter", clock.meters, "clocks", index, "meters");
  }
  add("verb", profile.teardown["gpu-stop"], "teardown", "gpu-stop");
  add("verb", profile.teardown.park, "teardown", "park");
  add("verb", profile.teardown.zero, "teardown", "zero");
  add("verb", profile.rent.timer?.verb, "rent", "timer", "verb");
  add("verb", profile.rent["self-stop"]?.verb, "rent", "self-stop", "verb");
  if (profile.durable.strategy !== "off-box") add("tier", profile.durable.tier, "durable", "tier");
  add("tier", profile.scratch?.under, "scratch", "under");
  for (const [index, danger] of profile.surface.dangers.entries()) {
    add("verb", danger.verb, "surface", "dangers", index, "verb");
    add("meter", danger.meter, "surface", "dangers", index, "meter");
    add("clock", danger.clock, "surface", "dangers", index, "clock");
  }
  return found;
}
function sourceReferences(value, path) {
  if (Array.isArray(value)) return value.flatMap((each, index) => sourceReferences(each, [...path, index]));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const here = [...path, key];
    if (key !== "source") return sourceReferences(member, here);
    const tags = Array.isArray(member) ? member : [member];
    return tags.filter((tag) => typeof tag === "string").map((id) => ({ kind: "source", id, path: here }));
  });
}

// src/profile/facts.ts
var COSTLY = /* @__PURE__ */ new Set(["verbs", "teardown", "clocks", "meters", "tiers", "durable", "scratch", "spot"]);
function stampedFacts(file) {
  return walk(file, [], []);
}
function walk(value, path, names) {
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) {
    return value.flatMap(
      (each, index) => walk(each, [...path, index], [...names, nameOf(each) ?? String(index)])
    );
  }
  const members = Object.entries(value).flatMap(
    ([key, member]) => walk(member, [...path, key], [...names, key])
  );
  if (!isStamped(value)) return members;
  const risk = COSTLY.has(String(path[0])) ? "money-or-data" : "other";
  const { verified, source, confidence, contested, note } = value;
  return [
    { path, name: names.join("."), risk, stamp: { verified, source, confidence, contested, note } },
    ...members
  ];
}
var isStamped = (value) => "verified" in value && "source" in value;
function nameOf(value) {
  return value !== null && typeof value === "object" && "id" in value ? String(value.id) : void 0;
}

// src/profile/faults/stamps.ts
function stampFaults(profile, now) {
  const uncheckable = (tag) => {
    const kind = profile.sources[tag]?.kind;
    return kind === "inferred" || kind === "unstamped";
  };
  return stampedFacts(profile).flatMap(({ path, name, stamp: stamp2 }) => {
    if (now && stamp2.verified !== null && ageInMonths(stamp2.verified, now) < 0) {
      const what = `${name} says verified ${stamp2.verified}, which is a month to come`;
      return [{ path, code: "future-stamp", what, next: "Write the month in which it was read." }];
    }
    const unbacked = stamp2.source.every(uncheckable);
    if (unbacked && stamp2.verified !== null) {
      const what = `${name} says verified ${stamp2.verified}, but nothing it names can be looked up (${stamp2.source.join(", ")})`;
      return [
        {
          path,
          code: "unbacked-stamp",
          what,
          next: "Name the page it was read on, or write verified: null."
        }
      ];
    }
    if (!unbacked && stamp2.verified === null) {
      const what = `${name} names ${stamp2.source.join(", ")} and says that nobody verified it`;
      const next = "Compare it with that source and write the month, or give a source of kind unstamped.";
      return [{ path, code: "unverified-source", what, next }];
    }
    return [];
  });
}

// src/profile/faults/storage.ts
function storageFaults(profile) {
  return [
    ...missingOutcomes(profile),
    ...durableFaults(profile),
    ...scratchFaults(profile),
    ...secretFaults(profile)
  ];
}
function missingOutcomes(profile) {
  const events = [...new Set(profile.verbs.flatMap((verb) => verb.event ? [verb.event] : []))];
  return profile.tiers.flatMap(
    (tier2, index) => events.filter((event) => tier2.survival[event] === void 0).map((event) => ({
      path: ["tiers", index, "survival"],
      code: "missing-outcome",
      what: `the tier "${tier2.id}" does not say what "${event}" does to it`,
      next: "Write kept, lost, reset-to-image, kept-billed, {kept-for: 24h}, n/a or unknown."
    }))
  );
}
function durableFaults(profile) {
  const { durable } = profile;
  if (durable.strategy === "off-box") return [];
  const tier2 = profile.tiers.find((each) => each.id === durable.tier);
  if (!tier2) return [];
  const ownLife = /* @__PURE__ */ new Set(["volume", "filesystem", "snapshot"]);
  const killers = profile.verbs.filter(
    (verb) => profile.teardown.zero.includes(verb.id) && verb.destroys.includes(tier2.id) && !ownLife.has(verb.resource)
  );
  const dies = killers.map((verb) => ({
    path: ["durable", "tier"],
    code: "durable-dies",
    what: `the durable tier "${tier2.id}" is destroyed by "${verb.id}", which a full teardown needs`,
    next: "Name a tier that outlives the box, or the strategy off-box."
  }));
  if (tiersAt(profile, durable.path).some((each) => each.id === tier2.id)) return dies;
  const what = `durable.path ${durable.path} does not lie on the tier "${tier2.id}" (${tier2.path ?? "no path"})`;
  return [...dies, { path: ["durable", "path"], code: "wrong-tier", what, next: "Correct one of them." }];
}
function scratchFaults(profile) {
  const anchors = profile["resume-anchors"] ?? [];
  return (profile.scratch?.delete ?? []).flatMap(
    (glob2, index) => anchors.includes(glob2) ? [
      {
        path: ["scratch", "delete", index],
        code: "prunes-anchor",
        what: `scratch deletes ${glob2}, which a resume starts from`,
        next: "Leave it out; the resume anchor is never pruned."
      }
    ] : []
  );
}
function secretFaults(profile) {
  const file = profile.overrides["cred-file"];
  if (!file) return [];
  const shared = tiersAt(profile, file).filter(
    (tier2) => tier2.shared !== "no" || !isDestroyed(tier2.survival.release ?? "lost")
  );
  return shared.map((tier2) => ({
    path: ["overrides", "cred-file"],
    code: "shared-secret",
    what: `the secret file ${file} lies on "${tier2.id}", which others can read or which outlives the box`,
    next: 'Put it on the disk that dies with the box, or write "" for none.'
  }));
}

// src/profile/faults/teardown.ts
function teardownFaults(profile) {
  return [
    ...profile.verbs.flatMap((verb, index) => verbFaults(profile, verb, index)),
    ...parkFaults(profile),
    ...zeroFaults(profile),
    ...profile.clocks.flatMap(
      (clock, index) => ["wipe", "delete-all"].includes(clock.effect) && clock.tiers.length === 0 ? [
        fault(
          ["clocks", index, "tiers"],
          "empty-wipe",
          `the clock "${clock.id}" wipes nothing`,
          "Name the tiers."
        )
      ] : []
    )
  ];
}
function verbFaults(profile, verb, index) {
  const at = (key) => ["verbs", index, key];
  const found = [];
  const both = verb.stops.filter((meter) => verb.leaves.includes(meter));
  if (both.length > 0) {
    found.push(
      fault(
        at("leaves"),
        "stops-and-leaves",
        `"${verb.id}" both stops and leaves ${both.join(", ")}`,
        "Decide."
      )
    );
  }
  if (verb.surface === "console" && !verb.console) {
    const next = "Write the steps that a person takes.";
    found.push(
      fault(
        at("surface"),
        "no-console-step",
        `"${verb.id}" is a person's work and does not say what to do`,
        next
      )
    );
  }
  if (!["automatic", "none"].includes(verb.surface) && !verb.confirm) {
    const next = "Write confirm: what to ask, what proves it, within which time.";
    found.push(fault(at("id"), "no-proof", `nothing proves that "${verb.id}" has happened`, next));
  }
  if (mayPark(verb) && verb.leaves.length > 0 && !profile.surface.dangers.some((each) => each.verb === verb.id)) {
    const what = `"${verb.id}" looks like a stop and leaves ${verb.leaves.join(", ")} billing, and surface.dangers is silent`;
    found.push(fault(at("leaves"), "silent-bill", what, `Add a danger with verb: ${verb.id}.`));
  }
  return [...found, ...destroysFaults(profile, verb, index)];
}
function destroysFaults(profile, verb, index) {
  const event = verb.event;
  if (!event) return [];
  const byTiers = profile.tiers.filter((tier2) => isDestroyed(tier2.survival[event] ?? "unknown")).map((tier2) => tier2.id);
  const silent = byTiers.filter((tier2) => !verb.destroys.includes(tier2));
  const alone = verb.destroys.filter((tier2) => !byTiers.includes(tier2));
  const path = ["verbs", index, "destroys"];
  return [
    ...silent.map(
      (tier2) => fault(
        path,
        "disagrees",
        `the tier "${tier2}" is lost on "${event}", and "${verb.id}" does not list it`,
        "Add it, or correct the tier."
      )
    ),
    ...alone.map(
      (tier2) => fault(
        path,
        "disagrees",
        `"${verb.id}" destroys "${tier2}", and that tier survives "${event}"`,
        "Remove it, or correct the tier."
      )
    )
  ];
}
function parkFaults(profile) {
  const { park } = profile.teardown;
  const path = ["teardown", "park"];
  if (park === null) {
    if (profile.teardown["park-note"]) return [];
    return [
      fault(
        path,
        "no-park-note",
        "there is no park and no park-note says why",
        "Write what a longer pause needs."
      )
    ];
  }
  const verb = profile.verbs.find((each) => each.id === park);
  if (!verb) return [];
  const found = [];
  if (!mayPark(verb)) found.push(fault(path, "bad-park", `"${park}" cannot be undone`, "Write null."));
  const left = profile.meters.filter((meter) => meter.kind === "gpu" && !verb.stops.includes(meter.id));
  if (left.length > 0) {
    found.push(
      fault(
        path,
        "bad-park",
        `"${park}" leaves ${left.map((each) => each.id).join(", ")} running`,
        "Write null."
      )
    );
  }
  const durable = profile.durable.strategy === "off-box" ? void 0 : profile.durable.tier;
  if (durable && verb.destroys.includes(durable)) {
    found.push(fault(path, "bad-park", `"${park}" destroys the durable tier "${durable}"`, "Write null."));
  }
  return found;
}
function zeroFaults(profile) {
  const zero = profile.teardown.zero.flatMap((id) => profile.verbs.filter((verb) => verb.id === id));
  const unstopped = profile.meters.flatMap((meter, index) => {
    const ends = zero.some((verb) => verb.stops.includes(meter.id));
    if (ends === (meter.unstoppable === void 0)) return [];
    const what = ends ? `the meter "${meter.id}" is called unstoppable and a verb of teardown.zero stops it` : `no verb of teardown.zero stops the meter "${meter.id}"`;
    return [
      fault(
        ["meters", index, "id"],
        "never-stops",
        what,
        "Add the verb, or say under unstoppable why there is none."
      )
    ];
  });
  const disorder = zero.flatMap(
    (verb, index) => (verb.after ?? []).filter((id) => !zero.slice(0, index).some((earlier) => earlier.id === id)).map(
      (id) => fault(["teardown", "zero", index], "disorder", `"${verb.id}" needs "${id}" before it`, "Reorder.")
    )
  );
  const automatic = zero.flatMap(
    (verb, index) => verb.surface === "automatic" ? [
      fault(
        ["teardown", "zero", index],
        "not-ours",
        `nobody can carry out "${verb.id}": it happens by itself`,
        "Leave it out."
      )
    ] : []
  );
  return [...unstopped, ...disorder, ...automatic];
}
var mayPark = (verb) => verb.reversible === "yes" || typeof verb.reversible === "object";
var fault = (path, code, what, next) => ({
  path,
  code,
  what,
  next
});

// src/profile/schema/access.ts
var changesOn = external_exports.array(external_exports.enum(EVENTS));
var Ssh = mapping({
  user: text,
  /** Shape of the host name, with `<placeholders>`. */
  host: text,
  auth: external_exports.array(external_exports.enum(["key", "password"])).min(1),
  flavours: external_exports.array(
    mapping({
      id: identifier,
      /** scp, sftp and rsync work and are not throttled. */
      bulk: external_exports.boolean(),
      forwarding: tri,
      "max-gb": external_exports.number().positive().optional(),
      needs: text.optional()
    })
  ).min(1),
  port: mapping({
    assigned: external_exports.enum(["fixed-22", "at-create", "random", "provider"]),
    "changes-on": changesOn
  }),
  address: mapping({ stable: tri, "changes-on": changesOn }),
  /** Who can vouch for the host key before first contact. */
  "host-key": external_exports.enum(["installed-at-create", "platform", "first-contact", "user"]),
  ...stamp
});
var LAUNCHERS = ["tmux", "setsid", "onstart", "sbatch", "kube-job", "kaggle-commit"];
var Drive = mapping({
  /** A folder of `src/platforms`, by the name that its registry has for it; `none` where there is no program for it. */
  driver: identifier,
  channel: external_exports.enum(["ssh", "kube-exec", "none"]),
  /** In this order; the first that works on the box is taken. */
  launchers: external_exports.array(external_exports.enum(LAUNCHERS))
});
var Detach = mapping({
  /** How a missing launcher is had: `tmux: sudo apt-get install -y tmux`. */
  install: external_exports.partialRecord(external_exports.enum(LAUNCHERS), text).optional(),
  survives: external_exports.partialRecord(external_exports.enum(EVENTS), tri),
  done: external_exports.enum(["marker", "scheduler-state", "job-condition", "version-status", "session-end"]),
  caveats: external_exports.array(text).optional(),
  ...stamp
});
var Spot = mapping({
  available: tri,
  mechanism: external_exports.enum(["auction", "interruptible", "preemption", "walltime", "session", "none"]),
  /**
   * How long a box is kept on average before it is taken away, for the expected cost and for the checkpoint cadence.
   * Platforms do not publish it: `unmeasured` figures are ours and say so in `note`.
   */
  "mean-hours-between": external_exports.number().positive().optional(),
  /** Time between the warning and the end; `null` where no box is taken away. */
  notice: duration.nullable(),
  signal: external_exports.enum(["SIGTERM", "none", "unknown"]),
  "on-evict": external_exports.enum(["pause", "stop", "kill", "requeue", "reschedule", "unknown", "n/a"]),
  "can-park": external_exports.enum(["yes", "no"]).optional().describe("Whether we can stop a spot box ourselves. Absent: as any other."),
  "bid-changeable": tri.optional(),
  detect: external_exports.array(text),
  /** What really ends runs here, eviction or not. */
  "other-losses": external_exports.array(text).optional(),
  ...stamp
});

// src/profile/schema/clocks.ts
var CLOCK_STATES = [
  "running",
  "stopped",
  "idle",
  "released",
  "evicted",
  "low-balance",
  "arrears",
  "unpaid-invoice",
  "commitment"
];
var Clock = mapping({
  id: identifier,
  /** It runs while the box or the account is so, from the moment it became so. */
  while: external_exports.enum(CLOCK_STATES),
  /** `null`: it exists and nobody has said how long it is. Counts as due at once. */
  after: duration.nullable(),
  /** Time of day at the platform, where it matters. */
  "at-time": text.optional(),
  effect: external_exports.enum([
    "stop",
    "release",
    "wipe",
    "delete-all",
    "end-job",
    "end-session",
    "bill",
    "lose-reservation"
  ]),
  /** Tiers that are gone then; for `wipe` and `delete-all` at least one. */
  tiers: external_exports.array(identifier),
  meters: external_exports.array(identifier).optional(),
  editable: external_exports.enum(["api", "console", "at-create", "no", "unknown"]),
  /** One sentence for the plan that a person reads before the first cent is spent. */
  says: text,
  ...stamp
});

// src/profile/schema/environment.ts
var shellLine = external_exports.string().min(1).max(400).regex(/^[^\x00-\x1f\x7f]*$/, "must be one line");
var Hook = mapping({
  id: identifier,
  purpose: external_exports.enum(["proxy", "env", "modules"]),
  /** `transfer`: only around a pull or an install. */
  scope: external_exports.enum(["shell", "job", "transfer"]),
  enter: external_exports.array(shellLine).min(1),
  leave: external_exports.array(shellLine),
  /** The only hosts that are reachable while it is entered. */
  hosts: external_exports.array(text).optional(),
  /** A failing line stops the launch; otherwise it is said and work goes on. */
  required: external_exports.boolean(),
  ...stamp
});
var Network = mapping({
  "behind-firewall": tri,
  egress: mapping({
    billing: external_exports.enum(["free", "metered", "host-priced", "unknown"]),
    ...stamp
  }),
  ports: mapping({
    mode: external_exports.enum(["tunnel", "declared-at-create", "random-map", "fixed", "own-firewall", "none", "unknown"]),
    max: external_exports.number().int().positive().optional(),
    "proxy-timeout-seconds": external_exports.number().positive().optional(),
    ...stamp
  }),
  mirrors: external_exports.record(identifier, text).optional()
});
var Environment = mapping({
  kind: external_exports.enum(["prebuilt-base", "prebuilt-named", "image", "vendor-stack", "host", "modules", "notebook"]),
  /** Whether we may make an environment of our own, or have to use the one that is there. */
  "may-create": external_exports.boolean(),
  "auto-activated": tri.optional(),
  python3: tri,
  /** A login session lacks what the container's first process was given: variables, parts of PATH. */
  "login-lacks-env": tri.optional(),
  /** Packages that a requirements file must not replace. */
  keep: external_exports.array(text),
  cuda: external_exports.enum(["image", "host-driver", "vendor-stack", "modules", "unknown"]),
  rules: external_exports.array(text).optional(),
  ...stamp
});
var override = external_exports.string().max(300).nullable().optional();
var Overrides = mapping({
  "data-dir": override,
  "durable-dir": override,
  "cache-dir": override,
  "hf-home": override,
  "hf-endpoint": override,
  "pip-cache-dir": override,
  "cred-file": override,
  python: override,
  "tensorboard-dir": override,
  env: external_exports.record(external_exports.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/), external_exports.string().max(400)).optional(),
  ...stamp
});

// src/profile/schema/gotchas.ts
var pattern = external_exports.string().superRefine((value, context) => {
  const why = whyNotAPattern(value);
  if (why) context.addIssue({ code: "custom", message: why });
});
var Gotcha = mapping({
  id: external_exports.string().regex(/^[A-Z0-9][A-Za-z0-9-]{1,15}$/, "is not in the form of the catalogue, such as RP7"),
  /** Ids of other catalogues for the same thing. */
  aliases: external_exports.array(external_exports.string().max(16)).optional(),
  symptom: text,
  cause: text,
  fix: text,
  phases: external_exports.array(external_exports.enum(["preflight", "launch", "run", "poll", "pull", "teardown"])).min(1),
  risk: external_exports.enum(["money", "data", "time", "secret"]),
  match: external_exports.array(mapping({ in: external_exports.enum(["log", "setup", "ssh", "api", "scheduler", "probe"]), pattern })).optional(),
  ...stamp
});
var Surface = mapping({
  conveniences: external_exports.array(text),
  /** Beyond the clocks, which are always shown. */
  dangers: external_exports.array(
    mapping({
      says: text,
      verb: identifier.optional(),
      meter: identifier.optional(),
      clock: identifier.optional()
    })
  )
});

// src/profile/schema/meters.ts
var RESOURCES = [
  "instance",
  "disk",
  "volume",
  "filesystem",
  "ip",
  "snapshot",
  "job",
  "node-pool",
  "account"
];
var Price = mapping({
  amount: external_exports.number().nonnegative().finite(),
  currency: external_exports.enum(["USD", "CNY"]),
  per: external_exports.enum(["s", "min", "h", "month", "GB", "GB-h", "GB-month", "GiB-month"]),
  /** In which state of the box it holds. */
  while: external_exports.enum(["running", "stopped", "always"]),
  /** What must be true besides: "above 1 TB". */
  when: text.optional(),
  ...stamp
});
var Meter = mapping({
  id: identifier,
  kind: external_exports.enum(["gpu", "cpu", "disk", "volume", "ip", "snapshot", "bandwidth", "none"]),
  /** The thing whose end ends this meter. */
  of: external_exports.enum(RESOURCES),
  /** Smallest billed step: "second", "hour". */
  granularity: text.optional(),
  prices: external_exports.array(Price),
  /** No verb of the platform ends it; why, and what a person can do. */
  unstoppable: text.optional(),
  ...stamp
});

// src/profile/schema/rent.ts
var secretName = external_exports.string().regex(/^[A-Z][A-Z0-9_]{2,63}$/, "is not the name of an environment variable");
var shellLine2 = external_exports.string().trim().min(1).max(1500).regex(/^[ -~]*$/, "is not one line of printable ASCII");
var Rent = mapping({
  entries: external_exports.array(
    mapping({
      type: external_exports.enum(["console", "rest", "graphql", "cli", "sdk", "ssh", "manifest", "notebook", "own"]),
      base: text.optional(),
      auth: external_exports.strictObject({
        scheme: external_exports.enum(["bearer", "raw-header", "basic-key", "ssh-key", "kubeconfig", "none"]),
        secret: secretName.optional(),
        /** Further variables that belong to it, such as the public half of a pair. */
        also: external_exports.array(secretName).optional(),
        /** Whose account they open, as people call it. */
        account: text.optional()
      }).optional(),
      /** The platform has said that this ends on that day. */
      "retires-on": external_exports.iso.date().optional(),
      ...stamp
    })
  ),
  /** What a person has to do, in order, where no program can. */
  human: external_exports.array(text),
  "fixed-at-create": external_exports.array(
    external_exports.enum([
      "ports",
      "disk-size",
      "network-volume",
      "filesystem",
      "firewall",
      "ssh-keys",
      "region",
      "market",
      "ip-type",
      "image"
    ])
  ),
  capacity: mapping({
    signal: external_exports.enum(["api", "search", "console", "queue", "none"]),
    field: text.optional(),
    ...stamp
  }),
  /** From create to a login: what is usual, and after how long the box counts as broken and is given back. */
  boot: mapping({
    usual: duration,
    within: duration,
    /** A box of so many cards and more is given longer: it checks each of them before it is said to be up. */
    "many-gpus": external_exports.strictObject({ from: external_exports.number().int().min(2), within: duration }).optional(),
    ...stamp
  }).optional(),
  /** What the driver rents when the job pins no image: a name at the platform, never a bare moving tag without a note. */
  image: mapping({ name: text, ...stamp }).optional(),
  /** The platform's own timer, which ends a box whatever becomes of us: the first of the three dead-man layers. */
  timer: external_exports.strictObject({
    verb: identifier,
    granularity: duration,
    most: duration.optional(),
    "set-at": external_exports.enum(["create", "any-time"]),
    ...stamp
  }).optional(),
  /**
   * A shell line by which the box itself ends its GPU meter, and the verb that it comes to: what that destroys says how long the line
   * may be left on a box (`src/storage/own-end.ts`). `probe` is one that only reads, with the same key. Absent where there is none
   * (powering off still bills, or its key opens the whole account).
   */
  "self-stop": mapping({
    line: shellLine2,
    probe: shellLine2.optional(),
    verb: identifier,
    ...stamp
  }).optional(),
  /** How a box is found again after a lost answer. */
  find: mapping({
    by: external_exports.enum(["name", "label", "tag", "job-name", "slug", "none"]),
    unique: tri,
    call: text.optional(),
    /** How long a list may lag behind a create whose answer was lost. Default 30 s. */
    settle: duration.optional(),
    ...stamp
  })
});

// src/profile/schema/storage.ts
var boxPath = external_exports.string().max(300).regex(
  /^(?:\/|~(?:\/|$)|\$[A-Z_]+(?:\/|$)|<[A-Za-z0-9 -]+>(?:\/|$))[^\x00-\x1f\x7f]*$/,
  "must be absolute, or begin with ~, $NAME or <name>"
).refine((path) => !path.split("/").includes(".."), 'must not contain ".."');
var Outcome = external_exports.union([external_exports.enum(OUTCOMES), mapping({ "kept-for": duration })]);
var Tier = mapping({
  id: identifier,
  name: text.optional(),
  /** Where it is mounted; `null` for what is no place on the box (a snapshot, an object store). */
  path: boxPath.nullable(),
  also: external_exports.array(boxPath).optional(),
  role: external_exports.enum(["system", "scratch", "durable", "shared", "archive"]),
  medium: external_exports.enum(["nvme", "ssd", "block", "nfs", "overlay", "object", "memory", "unknown"]),
  size: text.optional(),
  resize: external_exports.enum(["grow", "both", "none", "unknown"]).optional(),
  /** A documented cap. Everything else is measured on the box and never carried from one platform to another. */
  inodes: external_exports.union([external_exports.number().int().positive(), external_exports.enum(["none", "undocumented", "host-dependent"])]),
  /** How far it reaches: what must be the same for two boxes to see the same bytes. */
  scope: external_exports.enum([
    "instance",
    "machine",
    "zone",
    "region",
    "datacenter",
    "cluster",
    "team",
    "account",
    "job",
    "session"
  ]),
  shared: tri,
  /** Can be had only when the box is created. */
  "at-create": external_exports.boolean().optional(),
  /** May be absent; the audit finds out. */
  optional: external_exports.boolean().optional(),
  /** Takes the same path as these: a box has one of them. */
  "instead-of": external_exports.array(identifier).optional(),
  /** Holds a copy of nothing that is on these tiers (a snapshot that leaves a mount out). */
  excludes: external_exports.array(identifier).optional(),
  meter: identifier.optional(),
  survival: external_exports.partialRecord(external_exports.enum(EVENTS), Outcome),
  ...stamp
});
var tier = identifier;
var durableBase = { ...stamp, "when-absent": external_exports.enum(["pull", "cloud-sync", "refuse"]).optional() };
var Durable = external_exports.discriminatedUnion("strategy", [
  mapping({ strategy: external_exports.literal("path"), tier, path: boxPath, ...durableBase }),
  mapping({ strategy: external_exports.literal("volume-at-create"), tier, path: boxPath, ...durableBase }),
  mapping({ strategy: external_exports.literal("scheduler-fs"), tier, path: boxPath, ...durableBase }),
  mapping({
    strategy: external_exports.literal("pvc"),
    tier,
    path: boxPath,
    access: external_exports.enum(["one-node", "many-nodes", "unknown"]),
    ...durableBase
  }),
  mapping({
    strategy: external_exports.literal("drive"),
    tier,
    path: boxPath,
    "flushed-within": duration,
    ...durableBase
  }),
  mapping({ strategy: external_exports.literal("platform-output"), tier, path: boxPath, ...durableBase }),
  /** Nothing on the box lasts: copies leave it while the job runs. */
  mapping({
    strategy: external_exports.literal("off-box"),
    via: external_exports.array(external_exports.enum(["pull", "cloud-sync", "copy"])).min(1),
    ...stamp
  })
]);
var glob = external_exports.string().max(200).refine(
  (value) => !value.startsWith("/") && !value.startsWith("~") && !value.split("/").includes(".."),
  "must stay below its tier"
).refine((value) => !/^[.*/]*$/.test(value), "would match everything");
var Scratch = mapping({ under: identifier, delete: external_exports.array(glob).min(1), ...stamp });
var resumeAnchors = external_exports.array(glob);

// src/profile/schema/verbs.ts
var Confirm = mapping({
  /** What is asked, and of whom: `GET /v2/pods/{id}`. */
  ask: text,
  /** The answers that prove it; an acknowledgement of the call is never one of them. */
  proof: external_exports.array(text).min(1),
  /** Least time between the two sightings that prove it; a list that lags may show an old state for as long. Default 1 min. */
  apart: duration.optional(),
  /** A bound, always: whatever has not been proven by then is a debt. */
  within: duration.refine((value) => value.seconds > 0, "must be more than nothing")
});
var Reversible = external_exports.union([
  external_exports.enum(["yes", "no", "unknown"]),
  mapping({ until: duration, clock: identifier.optional() })
]);
var Verb = mapping({
  id: identifier,
  /** The platform's own word for it. */
  native: text.optional(),
  resource: external_exports.enum(RESOURCES),
  /** What it is to the box's storage. Without one, it touches only the tiers in `destroys`. */
  event: external_exports.enum(EVENTS).optional(),
  /** Must have been carried out and proven before. */
  after: external_exports.array(identifier).optional(),
  stops: external_exports.array(identifier),
  /** Meters that run on, or begin, once this is done. */
  leaves: external_exports.array(identifier),
  /** Tiers; must agree with what the tiers say about `event`, so that a slip in either is found. */
  destroys: external_exports.array(identifier),
  reversible: Reversible,
  /** What can keep an undo from working, although the verb is reversible. */
  catch: text.optional(),
  surface: external_exports.enum(["api", "cli", "ssh", "kubectl", "console", "automatic", "none"]),
  call: text.optional(),
  /** For a person: where to click, or what to do when there is no surface of any kind. */
  console: text.optional(),
  confirm: Confirm.optional(),
  ...stamp
});
var Teardown = mapping({
  /** Ends the GPU meter in the ordinary course. */
  "gpu-stop": identifier.nullable(),
  /** Reversible, keeps the durable tier, stops every GPU meter; `null` where the platform has none. */
  park: identifier.nullable(),
  /** Why there is no park, or what a longer pause needs. Shown to whoever asks to park. */
  "park-note": text.optional(),
  /** In this order everything ends. A plan takes the ones that the held resources need. */
  zero: external_exports.array(identifier),
  /** Looks like a stop and is none. */
  never: external_exports.array(mapping({ what: text, why: text, ...stamp }))
});

// src/profile/schema.ts
var ProfileSchema = mapping({
  /** Raised when a meaning changes. */
  schema: external_exports.literal(1),
  id: identifier,
  name: text,
  "native-name": text.optional(),
  family: identifier.optional(),
  kind: external_exports.enum([
    "loopback",
    "attached",
    "rental",
    "marketplace",
    "cloud",
    "scheduler",
    "kubernetes",
    "notebook"
  ]),
  /** Who does what: `full` = the program rents and releases, `attach` = a person does, `instructions` = we only explain. */
  automation: external_exports.enum(["full", "attach", "scheduler", "cluster", "batch", "instructions"]),
  status: external_exports.enum(["supported", "experimental", "draft"]),
  drive: Drive,
  sources: external_exports.record(identifier, Source),
  rent: Rent.describe("Ways in, what a person must do, what is fixed at creation, how a box is found again."),
  ssh: Ssh.nullable().describe("How a box is reached, and which events change its address. null: no SSH."),
  environment: Environment.describe("What is installed, and what must not be replaced."),
  tiers: external_exports.array(Tier).min(1).describe("Every place that holds data, and what each event leaves of it."),
  durable: Durable.describe("Where artifacts outlive the box."),
  scratch: Scratch.optional().describe("What may be deleted after a verified success."),
  "resume-anchors": resumeAnchors.optional().describe("Globs of the files a resume starts from; never pruned."),
  meters: external_exports.array(Meter).describe("Everything that costs money while it exists."),
  verbs: external_exports.array(Verb).describe(
    "What can be done to a box: which meters it stops, which tiers it destroys, whether it can be undone, how it is proven."
  ),
  teardown: Teardown.describe(
    "Which verb pauses, which verbs in which order end everything, what only looks like a stop."
  ),
  clocks: external_exports.array(Clock).describe("Timers that destroy data or cost money. All are shown before the first cent is spent."),
  spot: Spot.describe("How boxes are taken away, and with what warning."),
  detach: Detach.describe("What detached work survives, and how its end shows."),
  network: Network.describe("Egress, ports, mirrors."),
  hooks: external_exports.array(Hook).describe("Shell lines around work, with their way back."),
  overrides: Overrides.describe(
    'Paths and variables. Absent or null: nothing said. "": deliberately none. Else the value.'
  ),
  gotchas: external_exports.array(Gotcha).describe("Symptom, cause and fix of what goes wrong here, with the line it shows by."),
  surface: Surface.describe("What a person is told up front, besides the clocks.")
});

// src/profile/load.ts
var PROFILE = {
  name: "profile",
  start: "Write one; docs/profiles.md shows how.",
  manyValues: "Write the values out."
};
function parseProfile(text2, fileName, now) {
  const { value: profile, source } = parseYaml(text2, fileName, ProfileSchema, PROFILE);
  const faults = [
    ...nameFault(profile, fileName),
    ...referenceFaults(profile),
    ...stampFaults(profile, now),
    ...storageFaults(profile),
    ...teardownFaults(profile),
    ...accessFaults(profile)
  ];
  if (faults.length === 0) return profile;
  throw inOrder(
    faults.map(({ path, ...fault2 }) => new Problem({ ...fault2, kind: "usage", at: source.placeOf(path) }))
  );
}
function nameFault(profile, fileName) {
  const stem = fileName.replace(/^.*[/\\]/, "").replace(/\.ya?ml$/, "");
  if (stem === profile.id) return [];
  const what = `the profile "${profile.id}" stands in a file called "${stem}"`;
  return [{ path: ["id"], code: "file-name", what, next: `Call the file ${profile.id}.yml.` }];
}

export {
  stampedFacts,
  PROFILE,
  parseProfile
};
