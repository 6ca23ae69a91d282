import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  decideAndAppend,
  surfaced
} from "./chunk-XO27JKLR.mjs";
import {
  knownPlatforms
} from "./chunk-HOMZ2AX5.mjs";
import {
  summarise
} from "./chunk-LXIYQF3T.mjs";
import {
  openWorld
} from "./chunk-M4PY5SWU.mjs";
import "./chunk-5GUXRIQW.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-555B2IZX.mjs";
import {
  fold
} from "./chunk-6ZYEVVUB.mjs";
import {
  openMeters
} from "./chunk-YOQWXQOY.mjs";
import "./chunk-TRZAK437.mjs";
import {
  table
} from "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import {
  faceOf,
  ledgerOf,
  parseBound,
  settingsOf
} from "./chunk-Z46FQTTS.mjs";
import {
  formatUsd
} from "./chunk-PFFAVEAZ.mjs";
import {
  nearestOf
} from "./chunk-4X7WQNKK.mjs";
import {
  secondsBetween
} from "./chunk-ZJZVJPPJ.mjs";
import "./chunk-H5FEDLG3.mjs";
import "./chunk-BZBG7OUD.mjs";
import "./chunk-B4R2ULHI.mjs";
import {
  canonicalJson
} from "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-SKRRPNKQ.mjs";
import {
  sameSignature
} from "./chunk-SYBH34PZ.mjs";
import {
  EXIT,
  Problem
} from "./chunk-NH4MOYHC.mjs";
import {
  jsonLine,
  visible
} from "./chunk-7UKGSB5M.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/release/stray-marks.ts
var VERSION = 1;
function readMarks(text) {
  let parsed;
  try {
    parsed = Object(JSON.parse(text));
  } catch {
    return /* @__PURE__ */ new Map();
  }
  const listed = parsed.version === VERSION && Array.isArray(parsed.strays) ? parsed.strays : [];
  const marks = listed.filter(isMark).map(({ platform, kind, id, firstSeenAt }) => {
    return { platform, kind, id, firstSeenAt };
  });
  return new Map(marks.map((mark2) => [keyOf(mark2.platform, mark2), mark2]));
}
function marksText(marks) {
  const strays = [...marks].sort(([a], [b]) => a < b ? -1 : 1).map(([, mark2]) => ({ ...mark2 }));
  return `${canonicalJson({ version: VERSION, strays })}
`;
}
function remark(marks, looked, seen, now) {
  const after = new Map([...marks].filter(([, mark2]) => !looked.has(mark2.platform)));
  for (const { platform, resource } of seen) {
    const key = keyOf(platform, resource);
    const before = marks.get(key);
    const firstSeenAt = before && Date.parse(before.firstSeenAt) <= now.getTime() ? before.firstSeenAt : now.toISOString();
    after.set(key, { platform, kind: resource.kind, id: resource.id, firstSeenAt });
  }
  return after;
}
var firstSeen = (marks, { platform, resource }) => marks.get(keyOf(platform, resource))?.firstSeenAt;
var HALF_CREATED_SECONDS = 3600;
function isDue(kind, firstSeenAt, now, apartSeconds) {
  const needed = kind === "half-created" ? Math.max(HALF_CREATED_SECONDS, apartSeconds) : apartSeconds;
  return secondsBetween(new Date(firstSeenAt), now) >= needed;
}
var keyOf = (platform, { kind, id }) => `${platform}
${kind}
${id}`;
function isMark(value) {
  const { platform, kind, id, firstSeenAt } = Object(value);
  return [platform, kind, id, firstSeenAt].every((part) => typeof part === "string") && !Number.isNaN(Date.parse(String(firstSeenAt)));
}

// src/release/strays.ts
var LATER_SECONDS = 1800;
function classify(sight) {
  const known = sight.runs.flatMap((run) => run.leases.map((lease) => ({ run, lease }))).filter(isRented);
  const here = known.filter(({ lease }) => lease.platform === sight.platform);
  const open = here.filter(isOpen);
  const byId = new Map([...here, ...open].map((each) => [each.lease.boxId, each]));
  const byName = new Map(here.map((each) => [each.lease.name, each]));
  const sorted = {
    strays: [],
    held: [],
    foreign: [],
    untold: [],
    notSeen: notSeen(open, sight.inventory),
    control: "nothing"
  };
  for (const resource of sight.inventory) {
    const signed = resource.owner !== void 0 && sight.isOurs(resource.name, resource.owner);
    const sameId = resource.kind === "instance" ? byId.get(resource.id) : void 0;
    const holder = sameId && isOpen(sameId) ? sameId : holderOfPart(resource, signed, open);
    if (holder) {
      sorted.held.push({
        resource,
        lease: holder.lease.name,
        warning: oddity(resource, holder.lease, signed)
      });
      sorted.control = signed || sorted.control === "seen" ? "seen" : "unsigned";
    } else if (!signed) {
      sorted.foreign.push({ resource, looksOurs: likeness(resource, sameId, byName) });
    } else {
      const run = runOf(resource.name);
      sorted.control = "seen";
      if (sight.unread.has(run)) sorted.untold.push({ resource, run });
      else sorted.strays.push(strayOf(resource, sameId, byName.get(resource.name), sight.inventory));
    }
  }
  return sorted;
}
var runOf = (name) => name.replace(/-\d+$/, "");
var boxName = ({ name }) => name.replace(/~\d+$/, "");
var isRented = ({ lease }) => lease.intent.attach === void 0;
var isOpen = ({ run, lease }) => !run.closed && lease.boxId !== void 0 && lease.state !== "released" && (lease.meters.length === 0 || openMeters(lease).length > 0);
function holderOfPart({ kind, name }, signed, open) {
  if (kind === "instance" || !signed) return;
  return open.find(({ lease }) => boxName(lease) === name);
}
function oddity(resource, lease, signed) {
  if (resource.name !== boxName(lease))
    return `it is called "${resource.name}" now; a box is found again by its name after a lost answer`;
  return signed ? void 0 : "its mark is missing or was made with another GPU_LEASE_SECRET or for another repository";
}
function likeness(resource, sameId, byName) {
  if (sameId) return `it has the id of the box that ${sameId.lease.name} gave back`;
  if (byName.has(resource.name)) return `it has the name of ${resource.name}`;
  return resource.owner === void 0 ? void 0 : "it carries the mark of another repository, another secret or another name";
}
function strayOf(resource, sameId, named, inventory) {
  const known = sameId ?? named;
  const kind = kindOf(resource, sameId, named);
  const lease = known?.lease.name ?? resource.name;
  const run = known?.run.id ?? runOf(resource.name);
  return { resource, kind, run, lease, notPutUp: whyNotPutUp(resource, kind, known, inventory) };
}
function kindOf({ kind }, sameId, named) {
  if (sameId) return "closed";
  if (!named) return "unknown-run";
  if (named.lease.boxId !== void 0) return kind === "instance" ? "twin" : "closed";
  return named.lease.state === "intended" && !named.run.closed ? "half-created" : "refused-late";
}
function whyNotPutUp(resource, kind, known, inventory) {
  if (!known || kind === "unknown-run") return "no run of this ledger made it";
  if (kind === "half-created") return "the next launch of its run adopts it";
  if (known.run.closed) return `run ${known.run.id} is closed`;
  if (kind === "closed") return "it was given back once already";
  if (resource.kind !== "instance") return `it is no box but a ${resource.kind}`;
  if (kind === "refused-late" || known.lease.started === void 0) return;
  const own = inventory.find(({ kind: what, id }) => what === "instance" && id === known.lease.boxId);
  if (!own || !isOpen(known))
    return `the box of ${known.lease.name} is not in the list: this may be the same box under another id`;
  return laterBy(own, resource) > LATER_SECONDS ? `it was made long after the box of ${known.lease.name}: it may be a copy with data on it` : void 0;
}
function laterBy(first, second) {
  const seconds = secondsBetween(new Date(first.createdAt ?? ""), new Date(second.createdAt ?? ""));
  return Number.isNaN(seconds) ? 0 : seconds;
}
var notSeen = (open, inventory) => open.filter(({ lease }) => !lease.boxGone && !inventory.some(({ id }) => id === lease.boxId)).map(({ lease }) => lease.name);

// src/release/look-for-strays.ts
var APART_SECONDS = 600;
var MARK_TRIES = 8;
async function lookForStrays(world, platforms, { apartSeconds = APART_SECONDS } = {}) {
  const lists = await Promise.all(platforms.map((platform) => listOf(world, platform)));
  const isOurs = ownMark(world);
  const marked = lists.flatMap(({ inventory }) => inventory ?? []).filter((each) => isSigned(each, isOurs));
  const { runs, unread } = await runsFor(world.ledger, new Set(marked.map(({ name }) => runOf(name))));
  const sights = lists.map(({ platform, inventory, why }) => ({
    platform,
    why,
    inventory: inventory ?? [],
    sorted: inventory && classify({ platform, inventory, runs, unread, isOurs })
  }));
  const strays = sights.flatMap(
    ({ platform, sorted }) => (sorted?.strays ?? []).map((stray) => ({ platform, ...stray }))
  );
  const looked = new Set(sights.filter(({ sorted }) => sorted).map(({ platform }) => platform));
  const now = world.clock.now();
  const marks = await mark(world.ledger, looked, strays, now);
  const seen = strays.map((stray) => {
    const firstSeenAt = firstSeen(marks, stray) ?? now.toISOString();
    return { ...stray, firstSeenAt, reported: isDue(stray.kind, firstSeenAt, now, apartSeconds) };
  });
  return sights.map(({ platform, inventory, sorted, why }) => {
    const here = seen.filter((stray) => stray.platform === platform);
    const said = sorted ? outcomeOf(sorted, here) : { outcome: "could-not-look", why };
    return { platform, inventory, sorted, strays: here, ...said };
  });
}
var ownMark = (world) => (name, mark2) => sameSignature(world.ownerMark(name), mark2);
var isSigned = ({ name, owner }, isOurs) => owner !== void 0 && isOurs(name, owner);
async function listOf(world, platform) {
  try {
    const driver = await world.driver({ platform });
    return { platform, inventory: await driver.inventory(), why: "" };
  } catch (error) {
    const why = error instanceof Problem ? error.what : String(error);
    return { platform, inventory: void 0, why };
  }
}
async function runsFor(ledger, pointedTo) {
  const open = (await ledger.list()).map(({ run }) => run);
  const runs = [];
  const unread = /* @__PURE__ */ new Set();
  for (const id of /* @__PURE__ */ new Set([...open, ...pointedTo])) {
    try {
      runs.push(fold(id, (await ledger.read(id)).events));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "bad-run-name") continue;
      if (error.kind !== "ledger") throw error;
      unread.add(id);
    }
  }
  return { runs, unread };
}
async function mark(ledger, looked, strays, now) {
  for (let tries = 1; ; tries++) {
    const { text, tip } = await ledger.notes.read();
    const before = readMarks(text);
    const after = remark(before, looked, strays, now);
    const same = marksText(before) === marksText(after);
    if (same || await ledger.notes.write(marksText(after), tip) === "written") return after;
    if (tries >= MARK_TRIES) throw contended(ledger.where, tries);
  }
}
function outcomeOf(sorted, strays) {
  const reported = strays.filter((stray) => stray.reported).length;
  if (reported > 0) return { outcome: "strays", why: `${reported} seen in two looks` };
  if (strays.length > 0)
    return { outcome: "marked", why: `${strays.length} marked; a later look reports what is still there` };
  if (sorted.untold.length > 0) {
    const runs = [...new Set(sorted.untold.map(({ run }) => run))].join(", ");
    return { outcome: "could-not-tell", why: `the record of ${runs} cannot be read` };
  }
  const why = {
    seen: "what the ledger holds was seen, and nothing else of ours",
    unsigned: "a box of an open lease is there without a good mark: GPU_LEASE_SECRET or GITHUB_REPOSITORY are others than it was rented with",
    nothing: "nothing of ours is in the list, so a list that leaves things out would look the same"
  }[sorted.control];
  return { outcome: sorted.control === "seen" ? "none" : "could-not-tell", why };
}
var contended = (where, tries) => new Problem({
  code: "contended",
  kind: "ledger",
  what: `Others kept marking strays first: ${tries} attempts (${where}).`,
  next: "Run the same command again; nothing was released or changed."
});

// src/release/put-up.ts
async function putUp(world, looks) {
  const done = [];
  for (const look of looks) {
    for (const stray of look.strays.filter(({ reported }) => reported)) {
      const left = (why) => ({ stray, lease: void 0, why });
      if (stray.notPutUp !== void 0) done.push(left(stray.notPutUp));
      else done.push(await putUpOne(world, look, stray, left));
    }
  }
  return done;
}
async function putUpOne(world, look, stray, left) {
  const driver = await world.driver({ platform: look.platform });
  const held = (await driver.find(stray.resource.name)).find(({ boxId }) => boxId === stray.resource.id);
  if (!held) return left("it is no longer found by its name");
  let why = "the record has changed meanwhile; the next look sorts it again";
  let lease;
  await decideAndAppend(
    world.ledger,
    stray.run,
    (record) => {
      const run = fold(stray.run, record.events);
      const now = world.clock.now();
      const again = strayAgain(world, look, run, stray);
      lease = void 0;
      const origin = run.leases.find(({ name }) => name === again?.lease);
      if (!again || !origin || again.notPutUp !== void 0 || record.archived) {
        why = again?.notPutUp ?? why;
        return null;
      }
      const event = { ...surfaced(nameOf(run, again), origin, held), at: now.toISOString(), by: world.who };
      const after = fold(stray.run, [...record.events, { ...event, seq: record.events.length }]);
      if (!after.leases.some(({ boxId }) => boxId === held.boxId)) return null;
      lease = event.lease;
      return { events: [event], summary: summarise(after, now) };
    },
    { clock: world.clock }
  );
  return lease === void 0 ? left(why) : { stray, lease, why: void 0 };
}
var strayAgain = (world, { platform, inventory }, run, { resource, kind }) => classify({
  platform,
  inventory,
  runs: [run],
  unread: /* @__PURE__ */ new Set(),
  isOurs: ownMark(world)
}).strays.find((each) => each.resource === resource && each.kind === kind);
var nameOf = (run, stray) => stray.kind === "refused-late" ? stray.lease : freeName(run, stray.lease);
function freeName(run, lease) {
  for (let n = 2; ; n += 1) {
    const name = `${lease}~${n}`;
    if (!run.leases.some((each) => each.name === name)) return name;
  }
}

// src/release/stray-steps.ts
function stepsByHand(profile, { kind, id }) {
  const verbs = (profile?.teardown.zero ?? []).flatMap(
    (name) => (profile?.verbs ?? []).filter((verb) => verb.id === name && verb.resource === kind)
  );
  const steps = verbs.flatMap(({ native, id: verb, call, console }) => {
    const ways = [call, console].filter((way) => way !== void 0);
    return ways.length === 0 ? [] : [`${native ?? verb} ${id}: ${ways.join("; or ")}`];
  });
  return steps.length > 0 ? steps : [`end ${kind} ${id} in the console of ${profile?.name ?? "the platform"}`];
}

// src/cli/strays-text.ts
var WORDS = {
  "unknown-run": "ours by its mark, of no run of this ledger",
  closed: "given back or gone by the ledger, and there",
  "refused-late": "late box of a create that was given up",
  twin: "second box of one name",
  "half-created": "created, and not taken up by its run"
};
var OUTCOMES = {
  none: "none",
  marked: "not yet",
  strays: "strays",
  "could-not-tell": "could not tell",
  "could-not-look": "could not look"
};
function straysText(told, { verbose }) {
  const strays = told.looks.flatMap((look) => look.strays);
  const parts = [
    table(
      ["platform", "strays", "in the list", "why"],
      told.looks.map(({ platform, outcome, sorted, inventory, why }) => [
        platform,
        OUTCOMES[outcome],
        sorted ? String(inventory.length) : "",
        why
      ])
    )
  ];
  if (strays.length > 0) parts.push(strayTable(strays), bill(strays), actions(told, strays));
  const odd = told.looks.flatMap(oddities);
  if (odd.length > 0) parts.push(`${odd.join("\n")}
`);
  if (verbose) parts.push(lookAlikes(told.looks));
  return visible(parts.filter((part) => part !== "").join("\n"));
}
var strayTable = (strays) => table(
  ["platform", "kind", "id", "name", "since", "USD/h", "what it is"],
  strays.map((stray) => [
    stray.platform,
    stray.resource.kind,
    stray.resource.id,
    stray.resource.name,
    stray.resource.createdAt ?? `seen ${stray.firstSeenAt}`,
    stray.resource.usdPerHour === void 0 ? "unknown" : String(stray.resource.usdPerHour),
    `${stray.reported ? "" : "(marked) "}${WORDS[stray.kind]}`
  ])
);
function bill(strays) {
  const billing = strays.filter(({ resource }) => resource.billing !== "no");
  if (billing.length === 0) return "None of them bills.\n";
  const unpriced = billing.filter(({ resource }) => resource.usdPerHour === void 0).length;
  const note = unpriced > 0 ? `, and ${unpriced} at a price that the list does not say` : "";
  return `${billing.length} may bill: ${formatUsd(usdPerHourOf(strays))} per hour${note}.
`;
}
var usdPerHourOf = (strays) => strays.filter(({ resource }) => resource.billing !== "no").reduce((sum, { resource }) => sum + (resource.usdPerHour ?? 0), 0);
var actions = (told, strays) => strays.map((stray) => `${stray.resource.id}: ${nextOf(told, stray)}
`).join("");
function nextOf(told, stray) {
  const put = told.put.find((each) => each.stray === stray);
  if (put?.lease !== void 0)
    return `held as ${put.lease} from now on; the next step of run ${stray.run} gives it back`;
  if (!stray.reported)
    return `marked; look again ${formatApart(told.apartSeconds)} after ${stray.firstSeenAt}`;
  if (stray.kind === "half-created")
    return `"gpu-lease launch --run ${stray.run}" adopts it, "gpu-lease abandon ${stray.run}" gives it back`;
  const why = put?.why ?? stray.notPutUp;
  if (why === void 0)
    return `"gpu-lease strays --put-up" hands it to run ${stray.run}, which gives it back`;
  const steps = stepsByHand(told.profiles.get(stray.platform), stray.resource).join(", then ");
  return `${why}. No warrant can be issued for it: make sure that nobody needs it, then by hand: ${steps}`;
}
var formatApart = (seconds) => seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
var oddities = ({ platform, sorted }) => [
  ...(sorted?.held ?? []).flatMap(
    ({ resource, lease, warning }) => warning === void 0 ? [] : [`warning: ${lease} (${platform} ${resource.id}): ${warning}`]
  ),
  ...(sorted?.notSeen ?? []).map(
    (lease) => `warning: the box of ${lease} is not in the list of ${platform}; "gpu-lease watch" says whether it is lost`
  )
];
function lookAlikes(looks) {
  const rows = looks.flatMap(
    ({ platform, sorted }) => (sorted?.foreign ?? []).flatMap(
      ({ resource: { kind, id, name }, looksOurs }) => looksOurs === void 0 ? [] : [[platform, kind, id, name, `not touched: ${looksOurs}`]]
    )
  );
  if (rows.length === 0) return "Nothing in the lists only looks like ours.\n";
  return table(["platform", "kind", "id", "name", "looks like ours, unsigned"], rows);
}
function straysJson(told) {
  const strays = told.looks.flatMap((look) => look.strays);
  return {
    strays: strays.map((stray) => ({
      platform: stray.platform,
      kind: stray.resource.kind,
      id: stray.resource.id,
      name: stray.resource.name,
      what: stray.kind,
      reported: stray.reported,
      firstSeenAt: stray.firstSeenAt,
      createdAt: stray.resource.createdAt ?? null,
      billing: stray.resource.billing,
      usdPerHour: stray.resource.usdPerHour ?? null,
      run: stray.run,
      putUpAs: told.put.find((each) => each.stray === stray)?.lease ?? null,
      next: nextOf(told, stray)
    })),
    platforms: told.looks.map(({ platform, outcome, why, inventory, sorted }) => ({
      platform,
      outcome,
      why,
      listed: sorted ? inventory.length : null,
      held: sorted?.held.length ?? null,
      notSeen: sorted?.notSeen ?? []
    })),
    looksOurs: told.looks.flatMap(
      ({ platform, sorted }) => (sorted?.foreign ?? []).flatMap(
        ({ resource: { kind, id, name }, looksOurs }) => looksOurs === void 0 ? [] : [{ platform, kind, id, name, why: looksOurs }]
      )
    ),
    usdPerHour: usdPerHourOf(strays)
  };
}

// src/cli/strays.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  const apartSeconds = parseBound(settings.value("apart") ?? "10min", "apart");
  const ledger = await ledgerOf(settings);
  const world = openWorld(settings, ledger, await faceOf(settings), signal);
  try {
    const platforms = await platformsOf(settings, world);
    const looks = await lookForStrays(world, platforms, { apartSeconds });
    const put = settings.flag("put-up") ? await putUp(world, looks) : [];
    const told = { looks, put, profiles: await profilesOf(world, looks), apartSeconds };
    if (settings.json) process.stdout.write(jsonLine(straysJson(told)));
    else process.stdout.write(straysText(told, { verbose: settings.flag("verbose") }));
    return exitCode(looks, settings.flag("allow-blind"));
  } finally {
    await world.close();
  }
}
function exitCode(looks, allowBlind) {
  const reported = looks.flatMap(({ strays }) => strays.filter((stray) => stray.reported));
  if (reported.some(({ resource }) => resource.billing !== "no")) return EXIT.billing;
  const open = looks.some(
    ({ outcome }) => outcome === "marked" || outcome === "could-not-look" || outcome === "could-not-tell" && !allowBlind
  );
  return open ? EXIT.inconclusive : EXIT.ok;
}
async function platformsOf(settings, world) {
  const named = settings.value("platform");
  const { platforms } = knownPlatforms();
  if (named !== void 0) return named.split(",").map((name) => knownName(name.trim(), [...platforms]));
  const found = new Set(await rentedFrom(world.ledger));
  for (const platform of platforms) if (await hasKey(world, platform)) found.add(platform);
  if (found.size > 0) return [...found].sort();
  throw new Problem({
    code: "no-platform-to-look-at",
    kind: "usage",
    what: "No lease is open and no API key of a platform is set, so there is no account to look at.",
    next: "Set the key of the platform (its profile names the variable, such as RUNPOD_API_KEY), or name one with --platform."
  });
}
function knownName(name, known) {
  if (known.includes(name)) return name;
  const nearest = nearestOf(name, known);
  throw new Problem({
    code: "unknown-platform",
    kind: "usage",
    what: `There is no profile for platform "${name}".`,
    next: `${nearest ? `Did you mean "${nearest}"? ` : ""}Name one or more of ${known.join(", ")}, separated by commas.`
  });
}
async function rentedFrom(ledger) {
  const platforms = [];
  for (const { run } of await ledger.list()) {
    const { leases } = fold(run, await eventsOf(ledger, run));
    const open = leases.filter(
      (lease) => lease.intent.attach === void 0 && (lease.state === "intended" || openMeters(lease).length > 0)
    );
    platforms.push(...open.map(({ platform }) => platform));
  }
  return platforms;
}
async function eventsOf(ledger, run) {
  try {
    return (await ledger.read(run)).events;
  } catch (error) {
    if (error instanceof Problem && error.kind === "ledger") return [];
    throw error;
  }
}
async function hasKey(world, platform) {
  const { automation, rent } = await world.profile(platform);
  const names = rent.entries.flatMap(({ auth }) => auth?.secret ?? []);
  return automation === "full" && names.some((name) => (world.secret(name) ?? "").trim() !== "");
}
async function profilesOf(world, looks) {
  const needed = looks.filter(({ strays }) => strays.length > 0).map(({ platform }) => platform);
  return new Map(await Promise.all(needed.map(async (name) => [name, await world.profile(name)])));
}
export {
  command
};
