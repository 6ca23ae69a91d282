import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  sameSignature
} from "./secret-keys.shared.mjs";
import {
  isLateEffect
} from "./lease-meter-price.shared.mjs";
import {
  canonicalJson
} from "./canonical.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  openMeters
} from "./lease-run.shared.mjs";
import {
  accountOf,
  partsOfAccount
} from "./lease-fold-queue.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

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
  const here = known.filter(({ lease }) => accountOf(lease.intent) === sight.platform);
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
      const hidden = sight.archived?.has(holder.run.id) === true;
      sorted.held.push({
        resource,
        run: holder.run.id,
        lease: holder.lease.name,
        warning: hidden ? hiddenBy(holder.run.id) : oddity(resource, holder.lease, signed),
        hidden,
        dearer: dearer(resource, holder.lease)
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
var hiddenBy = (run) => `its run ${run} lies in the archive and is not closed, so no look comes by it any more; "gpu-lease restore ${run}" brings it back`;
function oddity(resource, lease, signed) {
  if (resource.name !== boxName(lease))
    return `it is called "${resource.name}" now; a box is found again by its name after a lost answer`;
  return signed ? void 0 : "its mark is missing or was made with another GPU_LEASE_SECRET or for another repository";
}
var DEARER = { factor: 1.5, usdPerHour: 0.05 };
function dearer({ kind, usdPerHour: listed }, lease) {
  if (kind !== "instance" || listed === void 0) return;
  const rented = lease.meters.reduce((sum, meter) => sum + meter.usdPerHour, 0);
  return listed > rented * DEARER.factor && listed > rented + DEARER.usdPerHour ? { rented: Number(rented.toFixed(4)), listed } : void 0;
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
  if (kind === "refused-late" && !isLateEffect(known.lease, resource.createdAt))
    return `its create was given up ${known.lease.refusal?.at}, and it was made ${resource.createdAt ?? "nobody says when"}: another record may have made it and worked on it`;
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
  const { runs, unread, archived } = await runsFor(
    world.ledger,
    new Set(marked.map(({ name }) => runOf(name)))
  );
  const sights = lists.map(({ platform, inventory, why }) => ({
    platform,
    why,
    inventory: inventory ?? [],
    sorted: inventory && classify({ platform, inventory, runs, unread, archived, isOurs })
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
    const driver = await world.driver(partsOfAccount(platform));
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
  const archived = /* @__PURE__ */ new Set();
  for (const id of /* @__PURE__ */ new Set([...open, ...pointedTo])) {
    try {
      const record = await ledger.read(id);
      runs.push(fold(id, record.events));
      if (record.archived) archived.add(id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "bad-run-name") continue;
      if (error.kind !== "ledger") throw error;
      unread.add(id);
    }
  }
  return { runs, unread, archived };
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
  const hidden = sorted.held.filter((each) => each.hidden).length;
  if (hidden > 0) return { outcome: "strays", why: `${hidden} held by a run that nobody looks at` };
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

export {
  classify,
  APART_SECONDS,
  lookForStrays,
  ownMark
};
