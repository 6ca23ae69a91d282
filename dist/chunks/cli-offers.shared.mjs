import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  readJob
} from "./cli-bind-job.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import {
  faceOf,
  lookingLedgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  BadLine,
  newestFirst,
  noLines,
  readLines,
  readRunJson,
  runJson,
  writeLines
} from "./ledger-event-lines.shared.mjs";
import {
  surelyEmpty
} from "./ledger-no-refs.shared.mjs";
import {
  runRef
} from "./ledger-refs.shared.mjs";
import {
  appendUnclear,
  notARecord,
  runArchived
} from "./ledger-git-problems.shared.mjs";
import {
  ledgerLocation
} from "./cli-ledger-place.shared.mjs";
import {
  pageOn
} from "./report-page.shared.mjs";
import {
  knownPlatforms
} from "./cli-known-platforms.shared.mjs";
import {
  table
} from "./report-text-table.shared.mjs";
import {
  jsonLine,
  visible
} from "./report-visible-text.shared.mjs";
import {
  NOTHING_ELSEWHERE,
  askAndChoose,
  learnElsewhere
} from "./job-cadence.shared.mjs";
import {
  emptyRun
} from "./lease-capacity.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";

// src/ledger/memory-ledger.ts
import { randomUUID } from "node:crypto";
var MemoryLedger = class {
  where = "memory";
  notes = memoryNotes();
  ticks = memoryNotes();
  /** Asked before each append; replace it to lose races and answers. */
  fate = () => "appended";
  #trust;
  #runs = /* @__PURE__ */ new Map();
  /** @param trust what is said of every record: nothing here is signed, whatever a test wants it to be */
  constructor(trust = "plain") {
    this.#trust = trust;
  }
  async list(options = {}) {
    const wanted = [...this.#runs].filter(([, { archived }]) => !archived || options.archived);
    return newestFirst(wanted.map(([run, { summary, archived }]) => readRunJson(summary, run, archived)));
  }
  async read(run) {
    runRef(run);
    const kept = this.#runs.get(run);
    if (!kept) return { run, events: [], tip: null, nonces: [], archived: false };
    const { events, nonces } = readKept(run, kept.lines.text);
    const { tip, archived } = kept;
    return { run, events, nonces, tip, archived, trust: this.#trust, metHereAt: 0 };
  }
  async readOpen(options = {}) {
    const records = /* @__PURE__ */ new Map();
    for (const { run } of await this.list(options)) {
      const record = await this.read(run).catch((error) => {
        if (error instanceof Problem) return error;
        throw error;
      });
      records.set(run, record);
    }
    return records;
  }
  async append(run, tip, { events, summary, nonce = randomUUID() }) {
    if (events.length === 0) throw new Error(`nothing to append to run ${run}`);
    runRef(run);
    const fate = this.fate(run, events);
    const kept = this.#runs.get(run);
    if (fate === "lost-race" || (kept?.tip ?? null) !== tip) return { outcome: "lost-race" };
    if (fate === "lost-request") throw unclear(run);
    if (kept?.archived) throw runArchived(run);
    const before = kept?.lines ?? noLines;
    const lines = writeLines(before, events, nonce, void 0);
    this.#runs.set(run, { lines, tip: nonce, summary: runJson(summary), archived: false });
    if (fate === "lost-answer") throw unclear(run);
    return { outcome: "appended", tip: nonce, events: lines.events.slice(before.events.length) };
  }
  async text(run) {
    return this.#runs.get(run)?.lines.text ?? "";
  }
  async weigh(run, copy) {
    const text = await this.text(run);
    if (copy === text) return "same";
    return text.startsWith(copy) ? "behind" : copy.startsWith(text) ? "ahead" : "apart";
  }
  async isCopy(run, text) {
    return readKept(run, text).events.length > 0;
  }
  async hidden() {
    return { found: /* @__PURE__ */ new Map(), closed: [] };
  }
  async unhide() {
  }
  async peek(run) {
    const kept = this.#runs.get(run);
    return kept ? { tip: kept.tip, text: kept.lines.text } : null;
  }
  async restore(run, copy) {
    const lines = readKept(run, copy);
    this.#runs.set(run, { lines, tip: randomUUID(), summary: "", archived: false });
  }
  async archive(run) {
    const kept = this.#runs.get(run);
    if (kept) kept.archived = true;
  }
};
function memoryNotes() {
  let kept = { text: "", tip: null };
  return {
    read: async () => kept,
    async write(text, tip) {
      if (tip !== kept.tip) return "lost-race";
      kept = { text, tip: randomUUID() };
      return "written";
    }
  };
}
function readKept(run, text) {
  try {
    return readLines(text, void 0);
  } catch (error) {
    throw error instanceof BadLine ? notARecord(run, error.message, void 0) : error;
  }
}
var unclear = (run) => appendUnclear(
  run,
  "memory",
  new Problem({ code: "remote-unreachable", kind: "unreachable", what: "A test said so.", next: "None." })
);

// src/report/why-chosen.ts
function whyChosen(chosen) {
  const [first, ...others] = chosen.ranked;
  if (!first) return [];
  return [
    `${first.platform} ${first.offer} would be taken: ${whyTaken(first, others, chosen)}`,
    ...others.map((other) => `${other.platform} ${other.offer}: ${whyBehind(first, other, chosen)}`)
  ];
}
function whyFirst([first, ...others]) {
  const other = others.find(({ usdPerHour }) => usdPerHour < (first?.usdPerHour ?? 0)) ?? others[0];
  const more = first && other && dearer(first, other);
  return more ? [`why the first: ${other.offer} ${more}`] : [];
}
function whyTaken(first, others, { prefer, offers, heldBack }) {
  const cost = first.expectedUsd === null ? `${first.usdPerHour} USD/h` : `${formatUsd(first.expectedUsd)} (${first.parts.filter(({ usd }) => usd > 0).map(({ part, usd, why }) => `${part} ${formatUsd(usd)}: ${why}`).join("; ")})`;
  const isHeldBack2 = lastOf(heldBack, first) !== void 0;
  if (isHeldBack2) return `${cost}; every offer left is held back, and it is the best of those`;
  if (others.length === 0) return `${cost}; no other offer meets the job`;
  if (prefer === "order")
    return `${cost}; the job asks for the order of its candidates, and it is the best of the first that has an offer`;
  return first.expectedUsd === null ? `${cost}; the job does not say how long it takes (watch.expected), so what the whole of budget.hours would cost is compared` : `${cost}; of ${offers} offers it is expected to cost least`;
}
function whyBehind(first, other, { prefer, heldBack }) {
  const held = lastOf(heldBack, other);
  if (held) return `held back behind every other until ${held.until}: ${held.why}`;
  const more = dearer(first, other);
  if (more) return more;
  const costs = other.expectedUsd === null ? "" : `, is expected to cost ${formatUsd(other.expectedUsd)}`;
  const place = prefer === "order" ? "comes later in the order of the candidates" : "comes after it";
  return `${place}${costs}${costs ? " and" : ","} costs ${other.usdPerHour} USD/h`;
}
var lastOf = (heldBack, { platform, offer }) => heldBack.find((each) => each.isLast && each.platform === platform && each.offer === offer);
function dearer(first, other) {
  if (first.expectedUsd === null || other.expectedUsd === null) return;
  if (other.expectedUsd <= first.expectedUsd) return;
  const [largest] = other.parts.map(({ part, usd, why }) => ({
    part,
    why,
    usd: usd - (first.parts.find((each) => each.part === part)?.usd ?? 0)
  })).filter(({ usd }) => usd > 0).sort((a, b) => b.usd - a.usd);
  if (!largest) return;
  const than = other.usdPerHour < first.usdPerHour ? `, though its hour costs less (${other.usdPerHour} USD)` : "";
  return `is expected to cost ${formatUsd(other.expectedUsd - first.expectedUsd)} more${than}, most of it for ${largest.part}: ${largest.why}`;
}

// src/report/offers-table.ts
var MOST_ROWS = 20;
var MOST_HELD_BACK = 8;
function offersText({ job, prefer, ranked, declined, heldBack }, { all, columns }) {
  const shown = all ? ranked : ranked.slice(0, MOST_ROWS);
  const whole = declined.filter((each) => each.offer === null);
  const single = declined.filter((each) => each.offer !== null && !isHeldBack(heldBack, each));
  const by = prefer === "order" ? "the order of its candidates" : "expected cost";
  return visible(
    [
      ranked.length > 0 ? `offers for job ${job}, by ${by}:
` : `no offer meets job ${job} now
`,
      ...ranked.length > 0 ? [rankingTable(shown, columns)] : [],
      ...partsOfFirst(ranked),
      ...whyFirst(ranked),
      ...shown.length < ranked.length ? [`and ${ranked.length - shown.length} more; --all shows them
`] : [],
      ...heldBackLines(heldBack, all),
      ...whole.map(({ platform, why }) => `declined: ${platform}: ${why}`),
      ...single.length === 0 ? [] : all ? ["", declinedTable(single, columns)] : declinedReasons(single, "--all"),
      ""
    ].join("\n")
  );
}
function whyText({
  job,
  why,
  declined,
  heldBack,
  refused
}) {
  const gone = heldBack.filter(({ isLast }) => !isLast);
  return visible(
    [
      ...refused === null ? [] : [refused],
      ...why.length > 0 ? why : [`no offer meets job ${job} now`],
      ...heldBackLines(gone),
      ...declinedReasons(
        declined.filter((each) => !isHeldBack(gone, each)),
        '"gpu-lease offers --all"'
      )
    ].join("\n")
  );
}
function partsOfFirst([first]) {
  if (!first || first.parts.length === 0) return [];
  const lines = first.parts.map(({ part, usd, why }) => `  ${part}: ${formatUsd(usd)} (${why})`);
  return [`${first.offer} is expected to cost ${formatUsd(first.expectedUsd ?? 0)}:`, ...lines, ""];
}
function heldBackLines(heldBack, all = false) {
  const shown = all ? heldBack : heldBack.slice(0, MOST_HELD_BACK);
  const left = heldBack.length - shown.length;
  return [
    ...shown.map(
      ({ platform, offer, isLast, until, why }) => `${isLast ? "held back behind every other" : "not taken"} until ${until}: ${platform} ${offer}: ${why}`
    ),
    ...left > 0 ? [`held back: ${left} more`] : []
  ];
}
var isHeldBack = (heldBack, one) => heldBack.some(({ platform, offer }) => platform === one.platform && offer === one.offer);
var rankingTable = (ranked, columns) => table(
  ["rank", "platform", "offer", "gpu", "region", "market", "USD/h", "expected"],
  ranked.map((each) => [
    String(each.rank),
    each.platform,
    each.offer,
    each.gpu ?? "",
    each.region ?? "",
    each.market,
    String(each.usdPerHour),
    each.expectedUsd === null ? "unknown" : formatUsd(each.expectedUsd)
  ]),
  columns
);
var declinedTable = (declined, columns) => table(
  ["platform", "offer", "USD/h", "declined because"],
  declined.map((each) => [each.platform, each.offer ?? "", String(each.usdPerHour ?? ""), each.why]),
  columns
);
function declinedReasons(declined, how) {
  const counts = /* @__PURE__ */ new Map();
  for (const { platform, why } of declined) {
    const key = `${platform}: ${why}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const lines = [...counts].sort(([, a], [, b]) => b - a);
  const shown = lines.slice(0, 8).map(([why, n]) => `declined: ${why}${n > 1 ? ` (${n} offers)` : ""}`);
  const left = lines.slice(8).reduce((sum, [, n]) => sum + n, 0);
  return [...shown, ...left > 0 ? [`declined: ${left} more; ${how} shows why each`] : []];
}

// src/cli/offers.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  const face = await faceOf(settings);
  const world = openWorld({ settings, face, signal }, new MemoryLedger());
  try {
    const job = narrowed(readJob(settings, face).job, settings);
    const elsewhere = await seenElsewhere(world, job, () => earlierRuns(settings));
    const { ranked, declined, unasked } = await askAndChoose(world, emptyRun("offers"), job, elsewhere);
    if (unasked) throw unasked;
    const facts = {
      job: job.name,
      prefer: job.prefer ?? "cheapest",
      ranked: rankedFacts(ranked),
      declined: declined.map(declinedFacts),
      heldBack: heldBackFacts(ranked, declined)
    };
    const page = pageOn(process.stdout, settings.env);
    if (settings.json) process.stdout.write(jsonLine(facts));
    else page.print(offersText(facts, { all: settings.flag("all"), columns: page.columns }).trimEnd());
    return ranked.length > 0 ? EXIT.ok : EXIT.capacity;
  } finally {
    await world.close();
  }
}
async function earlierRuns(settings) {
  return surelyEmpty(ledgerLocation(settings), true) === void 0 ? lookingLedgerOf(settings) : void 0;
}
async function seenElsewhere({ clock, face }, job, open) {
  try {
    const ledger = await open();
    return ledger ? await learnElsewhere(ledger, "", job, clock.now()) : NOTHING_ELSEWHERE;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`What other runs met is not known here, and a run may choose otherwise: ${error.what}`);
    return NOTHING_ELSEWHERE;
  }
}
function narrowed(job, settings) {
  const platform = settings.value("platform");
  if (platform === void 0) return job;
  const { platforms } = knownPlatforms();
  if (!platforms.has(platform)) {
    throw new Problem({
      code: "unknown-platform",
      kind: "usage",
      what: `There is no profile for the platform ${JSON.stringify(platform.slice(0, 80))}.`,
      next: `Use one of: ${[...platforms].sort().join(", ")}.`
    });
  }
  const own = job.candidates.filter((each) => each.platform === platform);
  return { ...job, candidates: own.length > 0 ? own : [{ platform }] };
}
var rankedFacts = (ranked) => ranked.map(({ offer, cost }, at) => ({
  rank: at + 1,
  platform: offer.platform,
  offer: offer.id,
  summary: offer.summary,
  gpu: offer.gpu ? gpuText(offer.gpu) : null,
  region: offer.region ?? null,
  market: offer.market,
  usdPerHour: offer.usdPerHour,
  expectedUsd: cost.known ? Number(cost.usd.toFixed(6)) : null,
  parts: cost.known ? cost.parts.map((each) => ({ ...each, usd: Number(each.usd.toFixed(6)) })) : []
}));
var heldBackFacts = (ranked, declined) => [
  ...ranked.flatMap(
    ({ offer: { platform, id }, heldBack: held }) => held?.until === void 0 ? [] : [{ platform, offer: id, isLast: true, until: held.until, why: held.why }]
  ),
  ...declined.flatMap(
    ({ offer, until, why }) => offer === void 0 || until === void 0 ? [] : [{ platform: offer.platform, offer: offer.id, isLast: false, until, why }]
  )
];
var declinedFacts = ({ candidate, offer, why }) => ({
  platform: candidate.platform,
  offer: offer?.id ?? null,
  summary: offer?.summary ?? null,
  usdPerHour: offer?.usdPerHour ?? null,
  why
});
var gpuText = ({ count, native, model, form, memoryGb }) => [`${count}x`, model ?? native, form, memoryGb === void 0 ? void 0 : `${memoryGb} GB`].filter((part) => part !== void 0).join(" ");

export {
  whyChosen,
  whyFirst,
  whyText,
  heldBackLines,
  isHeldBack,
  rankingTable,
  command,
  seenElsewhere,
  rankedFacts,
  heldBackFacts
};
