import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  placementCheck,
  tiersAt
} from "./profile-placement.shared.mjs";

// src/profile/overrides.ts
function overrideOf(profile, key, ofJob) {
  const value = ofJob ?? profile.overrides[key];
  if (value === void 0 || value === null) return { is: "unset" };
  return value === "" ? { is: "empty" } : { is: "value", value };
}

// src/storage/wanted-places.ts
var HOME_WORK = "~/.gpu-lease";
function wantedPlaces(job, profile, candidate) {
  const said = overrideOf(profile, "data-dir");
  const data = said.is === "value" ? filledIn(said.value, job, candidate) : void 0;
  const durable = wantedDurable(job, profile, candidate);
  const { work } = job.storage ?? {};
  if (work !== void 0) return { work, workNeedsData: false, data, durable };
  const isDisk = data !== void 0 && isDiskOfItsOwn(profile, candidate, data);
  return { work: isDisk ? `${data}/.gpu-lease` : HOME_WORK, workNeedsData: isDisk, data, durable };
}
function isDiskOfItsOwn(profile, candidate, data) {
  const options = lookAt(profile, candidate);
  const [ofData] = tiersAt(profile, data, options);
  const [ofHome] = tiersAt(profile, HOME_WORK, options);
  const { durable } = profile;
  const isDurable = durable.strategy !== "off-box" && durable.tier === ofData?.id;
  return ofData !== void 0 && ofData !== ofHome && !isDurable;
}
function wantedDurable(job, profile, candidate) {
  const ofJob = job.storage?.durable;
  if (ofJob === "none") return;
  if (ofJob !== void 0) return { dir: ofJob, by: "job", mayLack: false };
  const { durable } = profile;
  const said = overrideOf(profile, "durable-dir");
  if (said.is !== "value" || durable.strategy === "off-box") return;
  if (durable.strategy === "volume-at-create" && candidate.volume === void 0) return;
  const dir = filledIn(said.value, job, candidate);
  return dir === void 0 ? void 0 : { dir, by: "profile", mayLack: durable["when-absent"] !== "refuse" };
}
function filledIn(path, job, { volume }) {
  const known = path.replaceAll("<project>", job.name).replaceAll("<name>", volume ?? "<name>");
  return /[<>$]/.test(known) ? void 0 : known;
}
function lookAt(profile, candidate) {
  const home = homeOf(profile, candidate);
  const present = profile.tiers.filter((tier) => mayHave(tier, candidate)).map(({ id }) => id);
  return { present, ...home !== void 0 && { home } };
}
function mayHave(tier, { attach, volume }) {
  if (attach !== void 0) return true;
  return tier["at-create"] === true ? volume !== void 0 : tier["instead-of"] === void 0;
}
function homeOf(profile, candidate) {
  const user = candidate.user ?? profile.ssh?.user;
  if (user === void 0 || !/^[a-z_][a-z0-9_-]*$/.test(user)) return;
  return user === "root" ? "/root" : `/home/${user}`;
}

// src/storage/disk-budget.ts
var DISK_FLOOR = { bytes: 2e8, inodes: 1e3 };
var SETUP_BYTES = { "as-pinned": 8e9, "keep-image": 2e9 };
var SETUP_FILES = 6e4;
var ASSUMED_SETS = 2;
function diskBudget({ job, profile, candidate, known }) {
  const set = sizeOfSet(job, known);
  const wanted = wantedPlaces(job, profile, candidate);
  return {
    platform: profile.id,
    rows: [
      ...ofCheckpoints(job, set),
      ...dataRows(known),
      ...setupRows(job),
      {
        what: "floor",
        place: "run",
        bytes: DISK_FLOOR.bytes,
        inodes: DISK_FLOOR.inodes,
        how: "log, metrics, code"
      },
      ...wanted.durable && set ? durableRows(job, set) : []
    ],
    isKnown: set !== void 0 || !job.checkpoint,
    dataIsBesideRun: isBesideRun(profile, candidate, wanted, job.storage?.data)
  };
}
function sizeOfSet({ checkpoint }, { footprint }) {
  if (!checkpoint) return;
  const measured = footprint?.checkpoint;
  const inodes = (measured?.files ?? 1) + 1;
  if (checkpoint.sizeBytes !== void 0)
    return { bytes: checkpoint.sizeBytes, inodes, how: "`checkpoint.size` of the job file" };
  return measured && {
    bytes: measured.bytes,
    inodes,
    how: "measured in the smoke; say `checkpoint.size` where its model is smaller than the real one"
  };
}
function setsOnBox({ path, retain }) {
  if (retain?.onBox) {
    const every = retain.every === void 0 ? "" : "; those of `retain.every` come on top and are not counted";
    return { sets: (retain.last ?? 1) + (retain.best ? 1 : 0), how: `\`checkpoint.retain\`${every}` };
  }
  if (Array.isArray(path) || !/[*?[]/.test(path)) return { sets: 1, how: "written over each time" };
  return {
    sets: ASSUMED_SETS,
    how: `${ASSUMED_SETS} are assumed; a trainer that keeps more needs more, and \`retain: {on-box: true}\` bounds them`
  };
}
function ofCheckpoints({ checkpoint, cells }, set) {
  if (!checkpoint) return [];
  const { sets, how } = setsOnBox(checkpoint);
  const times = sets * Math.max(1, cells.length);
  const of = cells.length > 1 ? ` in each of ${cells.length} cells` : "";
  return [
    {
      what: "checkpoints",
      place: "run",
      bytes: set ? set.bytes * times : null,
      inodes: (set?.inodes ?? 0) * times,
      how: set ? `${sets} sets${of} (${how}), ${set.bytes} bytes each: ${set.how}` : "unknown: no smoke measured one; say `checkpoint.size`"
    },
    {
      what: "being written",
      place: "run",
      bytes: set ? set.bytes : null,
      inodes: set?.inodes ?? 0,
      how: "one set more while it is saved"
    }
  ];
}
function dataRows({ data }) {
  const all = [...data.values()];
  if (all.length === 0) return [];
  const sum = (of) => all.reduce((total, each) => total + each[of], 0);
  return [
    { what: "data", place: "data", bytes: sum("bytes"), inodes: sum("files"), how: "as its sources say now" }
  ];
}
function setupRows({ requirements }) {
  if (!requirements) return [];
  return [
    {
      what: "setup",
      place: "run",
      bytes: SETUP_BYTES[requirements.torch],
      inodes: SETUP_FILES,
      how: `an estimate for ${requirements.file} with torch ${requirements.torch}`
    }
  ];
}
function durableRows({ cells }, { bytes, inodes }) {
  const times = Math.max(1, cells.length) + 1;
  return [
    {
      what: "durable copies",
      place: "durable",
      bytes: bytes * times,
      inodes: inodes * times,
      how: "the newest set of each cell, and one that is being copied"
    }
  ];
}
function isBesideRun(profile, candidate, { work, data, workNeedsData }, ofJob) {
  const dir = ofJob ?? data;
  if (dir === void 0 || workNeedsData && ofJob === void 0) return true;
  const options = lookAt(profile, candidate);
  const [ofData] = tiersAt(profile, dir, options);
  const [ofRun] = tiersAt(profile, work, options);
  return ofData === void 0 || ofData === ofRun;
}
function needAt(budget, places, isSure = false) {
  const rows = budget.rows.filter(
    // An estimate is no reason to call a box unfit that was measured.
    ({ place, what }) => places.includes(place) && !(isSure && what === "setup")
  );
  return {
    bytes: rows.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
    inodes: rows.reduce((sum, { inodes }) => sum + inodes, 0)
  };
}
var needGb = (budget) => Math.ceil(needAt(budget, budget.dataIsBesideRun ? ["run", "data"] : ["run"]).bytes / 1e9);
var ASKED_FOR_ANYWAY_GB = 40;
function askedTooLittle({ resources }, { kind }, candidate, budget) {
  if (candidate.attach !== void 0 || kind === "loopback") return;
  const need = needGb(budget);
  const { min, max } = resources.diskGb ?? {};
  const asked = min ?? Math.min(max ?? ASKED_FOR_ANYWAY_GB, ASKED_FOR_ANYWAY_GB);
  if (need <= asked) return;
  const isSilent = min === void 0 && max === void 0;
  const rows = budget.rows.filter(({ place, bytes }) => bytes && (place === "run" || place === "data" && budget.dataIsBesideRun)).map(({ what, bytes }) => `${what} ${gb(bytes ?? 0)}`);
  const says = isSilent ? `the job file names no disk, and ${asked} GB would be rented` : `the job file asks for ${asked} GB`;
  return {
    what: `The disk budget on ${budget.platform} is ${need} GB (${rows.join(", ")}); ${says}: ${need - asked} GB are missing.`,
    next: `Write \`disk: ${need}GB+\` under \`resources\`, or keep fewer sets (\`checkpoint.retain\` with \`on-box: true\`). Nothing was rented.`
  };
}
var gb = (bytes) => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 2 : 0)} GB`;
function cellGate(job, known) {
  const set = sizeOfSet(job, known);
  if (!set || !job.checkpoint) return { floor: DISK_FLOOR, sets: 0 };
  return {
    floor: { bytes: DISK_FLOOR.bytes + set.bytes, inodes: DISK_FLOOR.inodes + set.inodes },
    sets: set.bytes * setsOnBox(job.checkpoint).sets
  };
}

// src/storage/outliving.ts
var STAYS = ["survives", "survives-billed"];
function outliving(profile, candidate, dir, verbs) {
  const options = lookAt(profile, candidate);
  const happenings = [
    { event: "release" },
    ...verbs.map((verb) => ({ verb: verb.split(" ")[0] ?? verb }))
  ];
  const ends = happenings.map((what) => placementCheck(profile, { path: dir }, what, options));
  const lost = ends.find(({ outcome }) => !STAYS.includes(outcome));
  if (lost) return { outlives: false, why: lost.why };
  return { outlives: true, tier: ends[0]?.tiers.join(" or ") ?? "" };
}

export {
  overrideOf,
  HOME_WORK,
  wantedPlaces,
  filledIn,
  lookAt,
  diskBudget,
  needAt,
  needGb,
  askedTooLittle,
  cellGate,
  outliving
};
