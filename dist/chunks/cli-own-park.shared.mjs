import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  divisionFacts,
  rosterAsked
} from "./course-sweep-open.shared.mjs";
import {
  everythingHeld
} from "./profile-platform-facts.shared.mjs";
import {
  usdOfMinutes
} from "./profile-runner-price.shared.mjs";
import {
  runnerRates
} from "./cli-runner-rates.shared.mjs";
import {
  dayOfLooks
} from "./tick-look-bill.shared.mjs";
import {
  derivedRunId
} from "./course-open-run.shared.mjs";
import {
  divisionText
} from "./report-sweep-text.shared.mjs";
import {
  heldBackFacts,
  heldBackLines,
  isHeldBack,
  rankedFacts,
  rankingTable,
  seenElsewhere,
  whyChosen,
  whyFirst,
  whyText
} from "./cli-offers.shared.mjs";
import {
  bindJob
} from "./cli-bind-job.shared.mjs";
import {
  AFTER_KEEPER_SECONDS,
  costRange,
  environmentAdvice,
  ownEndOf,
  placesOf,
  selfParkOf
} from "./course-large-checkpoint.shared.mjs";
import {
  dataAsked,
  missingSecrets
} from "./course-data.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  expandRoster
} from "./job-roster.shared.mjs";
import {
  totalOf
} from "./lease-billed-minutes.shared.mjs";
import {
  pageOn
} from "./report-page.shared.mjs";
import {
  formatBytes
} from "./report-progress-bar.shared.mjs";
import {
  table
} from "./report-text-table.shared.mjs";
import {
  jsonLine,
  visible
} from "./report-visible-text.shared.mjs";
import {
  REFUSALS,
  askAndChoose,
  fatesOf,
  lifetimeFits,
  whyNotParked
} from "./job-cadence.shared.mjs";
import {
  diskBudget,
  needGb,
  wantedPlaces
} from "./profile-overrides.shared.mjs";
import {
  firstContact,
  teardownPlan
} from "./profile-first-contact.shared.mjs";
import {
  survivalTable
} from "./profile-placement.shared.mjs";
import {
  emptyRun,
  fold,
  routineSeconds
} from "./lease-capacity.shared.mjs";
import {
  formatUsd,
  usdFor
} from "./money.shared.mjs";
import {
  formatSeconds
} from "./clock.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";

// src/report/plan-text.ts
var MAX_ROSTER_ROWS = 50;
function planText(facts, columns) {
  const inner = columns === void 0 ? void 0 : columns - INDENT.length;
  return visible(
    [
      `plan for job ${facts.job} at commit ${facts.commit.slice(0, 8)}${facts.dirty ? " with uncommitted changes" : ""}: nothing is rented by this command`,
      ...facts.refused === null ? [] : [section("REFUSED", [facts.refused])],
      section("what would happen", [...course(facts), ...obstacles(facts)]),
      ...facts.probes && facts.probes.length > 0 ? [section("boxes of your own, as they are now", facts.probes.flatMap(probeLines))] : [],
      ...facts.ranking.length > 1 ? [
        section("offers, the best first", [
          rankingTable(facts.ranking, inner),
          ...whyFirst(facts.ranking)
        ])
      ] : [],
      section("what it may cost", facts.cost.lines),
      section("what watching it in GitHub Actions costs", runnerDayLines(facts.runners)),
      ...facts.data.sources.length + facts.data.problems.length > 0 ? [section("what the box fetches before its setup", dataLines(facts.data, inner))] : [],
      ...facts.lifetimes.length > 0 ? [
        section(
          "how long a box lives",
          facts.lifetimes.map(({ says }) => says)
        )
      ] : [],
      ...facts.environment.length > 0 ? [
        section(
          "what the job is installed into",
          facts.environment.map(({ says }) => `WARNING: ${says}`)
        )
      ] : [],
      ...facts.sweep ? [section("how a sweep is divided", divisionText(facts.sweep, inner))] : [],
      section("what must exist at the end", [roster(facts, inner)]),
      ...facts.storage.map((each) => storageText(each, inner)),
      ...facts.ends.map(endsText),
      ...facts.disk.map((each) => diskText(each, inner)),
      ...facts.keeping ? [section("checkpoints while it trains", keepingLines(facts.keeping))] : [],
      ...facts.platforms.map((each) => platformText(each, inner)),
      ""
    ].join("\n")
  );
}
function course({ smoke, choice, cells, run, onFinish, parksItself }) {
  return [
    smoke === null ? "WARNING: no smoke; nothing is checked before money is spent" : `smoke: ${smoke}`,
    choice ? `rent: ${choice.platform}, ${choice.summary}, ${choice.usdPerHour} USD/h` : "rent: nothing that fits is offered now",
    `run: ${cells} cell(s) of: ${run}`,
    `finish: ${onFinish === "park" ? "park the box where that is reversible, then wait for an approval" : "hold the box until the release is approved"}`,
    ...ownParkLines(parksItself)
  ];
}
function ownParkLines(own) {
  if (own === null) return [];
  if ("why" in own)
    return [`  it waits for the next look to be parked, and is paid for until then: ${own.why}`];
  const { verb, afterSeconds, savedSeconds, savedUsd, savedUsdPerHour, backSeconds, backUsd } = own;
  const back = backSeconds === null || backUsd === null ? "its boot" : `about ${formatSeconds(backSeconds)} of boot (${formatUsd(backUsd)})`;
  return [
    `  when every cell is finished the box parks itself (as ${verb}), ${formatSeconds(afterSeconds)} after the last look at it; its disk keeps outputs and record. A cell that died is left up for a person`,
    `  that saves up to ${formatSeconds(savedSeconds)} (${formatUsd(savedUsd)}) of idling where looks come as planned, and ${formatUsd(savedUsdPerHour)} for every hour that one comes later`,
    `  the next look starts it again to collect, which costs ${back} and needs a free card; it is parked again after the seal`
  ];
}
var PROBE_WORDS = { info: "", warn: "WARNING: ", fail: "NOT FIT: " };
var probeLines = ({ box, platform, seconds, fit, problem, findings, measured }) => [
  problem === null ? `${box} (${platform}): ${fit ? "fit for the job" : "NOT FIT for the job"}, looked at in ${seconds} s` : `${box} (${platform}): PROBLEM: ${problem}`,
  ...findings.map(
    ({ id, level, what, fix }) => `  ${PROBE_WORDS[level]}${id}: ${what}${level === "info" || fix === "" ? "" : `. Fix: ${fix}`}`
  ),
  ...problem === null ? [
    `  it has: ${Object.entries(measured).map(([name, value]) => `${name} ${value}`).join(", ") || "nothing that could be read"}`
  ] : []
];
var CARRIERS = {
  "wait-timer": "looks that wait in environments with wait timers",
  schedule: "a schedule of every 30 min that comes as asked, beside wait timers",
  pause: "looks that wait on small runners, where there is neither"
};
var runnerDayLines = (days) => [
  "Public repositories and machines of your own are billed nothing; in a private one 24 h of this cost about",
  ...days.map(
    ({ by, looks, billedMinutes, usd }) => `  ${billedMinutes} billed minutes (${formatUsd(usd)} beyond what the plan includes) with ${looks} looks: ${CARRIERS[by]}`
  )
];
var obstacles = ({ declined, heldBack, missingSecrets: missingSecrets2 }) => [
  ...heldBackLines(heldBack),
  ...declined.filter((each) => !isHeldBack(heldBack, each)).map((each) => `declined: ${each.platform}${each.offer ? ` ${each.offer}` : ""}: ${each.why}`),
  ...missingSecrets2.map(
    (name) => `WARNING: secret ${name} is not set here; before the run: \`export ${name}=...\`, in a workflow \`env: { ${name}: \${{ secrets.${name} }} }\``
  )
];
function dataLines({ sources, notes, problems }, columns) {
  const rows = sources.map(({ from, revision, to, files, bytes, unproven }) => [
    from,
    revision?.slice(0, 12) ?? "",
    String(files),
    formatBytes(bytes),
    unproven === 0 ? "every byte" : `all but ${unproven} files`,
    `$GPU_LEASE_DATA/${to}`
  ]);
  return [
    ...rows.length > 0 ? [table(["source", "commit", "files", "size", "proven", "lands in"], rows, columns)] : [],
    ...notes,
    ...problems.map((problem) => `WARNING: ${problem}`)
  ];
}
function roster({ roster: rows }, columns) {
  const shown = rows.slice(0, MAX_ROSTER_ROWS);
  const text = table(
    ["cell", "artifact", "role", "kept as", "verified to"],
    shown.map((row) => [row.cell, row.path, row.role, row.keep, row.requiredLevel]),
    columns
  );
  return rows.length > shown.length ? `${text}and ${rows.length - shown.length} more` : text;
}
function keepingLines({ here, freeBytes, mostBytes, stores, withoutTier, problem }) {
  const pulled = `up to ${formatBytes(mostBytes)}: pulled to ${here}, with ${formatBytes(freeBytes)} free`;
  const sent = stores.length > 0 ? [`larger: from the box straight to ${stores.join(", else ")}`] : [];
  if (stores.length > 0 || withoutTier.length === 0)
    return [pulled, ...sent.length > 0 ? sent : ["larger: on the durable tier of the box"]];
  if (problem !== null) return [pulled, `PROBLEM: ${problem}`];
  return [
    pulled,
    `WARNING: larger: kept nowhere but on the box (${withoutTier.join(", ")}). Name an s3 store or a durable directory, or run this where more is free`
  ];
}
function storageText({ platform, work, workTiers, durable, durableLost, notParked, classes }, columns) {
  return section(`platform ${platform}: where it lies, and what has it after what`, [
    `the run: ${work}${workTiers.length > 0 ? `, on ${workTiers.join(" or ")}` : ""}`,
    `checked copies as it trains and at the end of a cell: ${durable ?? "none on the box"}`,
    ...durable === null ? [] : [
      durableLost === null ? "a result that has no room here is sealed there, and stays there when the box is given back" : `a result that has no room here cannot be sealed there: ${durableLost}`
    ],
    ...notParked === null ? [] : [`WARNING: the box is held and paid for, not parked: ${notParked}`],
    table(
      ["artifacts", ...classes[0]?.fates.map(({ happening }) => happening) ?? []],
      classes.map(({ class: of, fates }) => [
        of,
        ...fates.map(({ mayHappen, saved }) => mayHappen ? HAS_IT[saved] : `(${HAS_IT[saved]})`)
      ]),
      columns
    )
  ]);
}
var ENDED_BY = {
  platform: "the platform",
  keeper: "the keeper",
  box: "the box itself",
  looks: "looks and ticks"
};
var endsText = ({ platform, attach, ends, notByItself }) => section(
  `platform ${platform}${attach === null ? "" : ` (${attach})`}: what ends the meter though nobody comes`,
  [
    ...ends.map(({ by, when, what, survives }) => `${ENDED_BY[by]}, ${when}: ${what}. Left: ${survives}`),
    ...notByItself === null ? [] : [`not the box itself: ${notByItself}`]
  ]
);
function diskText({ platform, needGb: needGb2, isKnown, rows }, columns) {
  return section(`platform ${platform}: the disk budget`, [
    table(
      ["what", "where", "size", "inodes", "how it is known"],
      rows.map(({ what, place, bytes, inodes, how }) => [
        what,
        WHERE[place],
        bytes === null ? "unknown" : formatBytes(bytes),
        String(inodes),
        how
      ]),
      columns
    ),
    `the box needs ${needGb2} GB of disk${isKnown ? "" : ", and its checkpoints on top"}`
  ]);
}
var WHERE = {
  run: "with the run",
  data: "data directory",
  durable: "durable directory"
};
var HAS_IT = {
  there: "the box",
  copy: "the copy",
  pulled: "the pull",
  sealed: "the seal",
  again: "written again",
  "new-run": "a new run",
  lost: "NOTHING"
};
function platformText({ platform, conveniences, dangers, survival, teardown }, columns) {
  return [
    section(`platform ${platform}: what survives what`, [
      table(
        ["tier", "path", ...survival.events],
        survival.rows.map((row) => [row.name, row.path ?? "", ...row.outcomes]),
        columns
      )
    ]),
    section(`platform ${platform}: how it ends`, [
      ...teardown.steps.map(
        (step) => `${step.verb}: stops ${step.stops.join(", ") || "nothing"}; destroys ${step.destroys.join(", ") || "nothing"}`
      ),
      ...teardown.leftBilling.map((left) => `goes on billing: ${left.meter}: ${left.why}`),
      ...teardown.warnings
    ]),
    section(`platform ${platform}: good to know`, conveniences),
    section(`platform ${platform}: dangers and clocks`, dangers.length > 0 ? dangers : ["none known"])
  ].join("\n");
}
var INDENT = "  ";
var section = (title, lines) => `
${title}
${lines.map((line) => `${INDENT}${line.trimEnd().replaceAll("\n", `
${INDENT}`)}`).join("\n")}`;

// src/storage/meter-ends.ts
function meterEnds(job, profile, candidate) {
  const isQueue = profile.kind === "scheduler" || profile.kind === "kubernetes";
  const own = ownEndOf(profile, candidate, wantedPlaces(job, profile, candidate).work);
  const after = `after ${job.budget.hours} h (budget.hours)`;
  const box = "never" in own ? [] : [boxEnd(profile, own, after)];
  const isLastingLine = !("never" in own) && own.holds === "always";
  return {
    platform: profile.id,
    attach: candidate.attach ?? null,
    ends: isQueue ? [keeperEnd(after, false), engineEnd(profile)] : [
      ...candidate.attach === void 0 ? platformEnd(profile, after) : [],
      keeperEnd(after, isLastingLine),
      ...box,
      looksEnd(profile, candidate, after)
    ],
    notByItself: isQueue || !("never" in own) ? null : own.never
  };
}
function platformEnd({ rent, name, verbs }, after) {
  const { timer } = rent;
  if (!timer) return [];
  const most = timer.most ? `, ${timer.most.text} at most` : "";
  return [
    {
      by: "platform",
      when: `${after} from the rental, in steps of ${timer.granularity.text}${most}`,
      what: `${name} does "${timer.verb}" by its own timer${timer.note ? `. ${sentence(timer.note)}` : ""}`,
      survives: leftBy(verbs, timer.verb)
    }
  ];
}
var engineEnd = ({ kind, name }) => ({
  by: "platform",
  when: kind === "kubernetes" ? "after budget.hours (activeDeadlineSeconds of the pod)" : "at the walltime of the allocation (the candidate's, or its partition's)",
  what: `${name} ends what runs and takes the allocation back`,
  survives: "the files of the run; nothing is billed on for it"
});
var keeperEnd = (after, hasLine) => ({
  by: "keeper",
  when: `${after} from each start`,
  what: `the keeper asks the cells to save, ends them and copies their checkpoints${hasLine ? ", then ends the meter by the line of the box" : "; the meter goes on"}`,
  survives: "all that lies on the box"
});
function boxEnd({ verbs }, own, after) {
  const grace = formatSeconds(AFTER_KEEPER_SECONDS);
  const isLasting = own.holds === "always";
  return {
    by: "box",
    when: isLasting ? `${after} and ${grace}, from the first login on` : `${after} and ${grace}, from the first login until work is begun on it`,
    what: isLasting ? `the box does "${own.verb}" by itself` : `the box does "${own.verb}" by itself; not once it has work, because ${own.why}`,
    survives: leftBy(verbs, own.verb)
  };
}
function looksEnd(profile, { attach }, after) {
  const notParked = whyNotParked(profile);
  const isParked = attach === void 0 && notParked === null;
  const { park, "park-note": note } = profile.teardown;
  const known = park === null && note ? sentence(note) : notParked;
  const whyHeld = attach === void 0 ? known : "it is yours";
  return {
    by: "looks",
    when: `${after} from the rental, at the next look or tick`,
    what: isParked ? `it is parked ("${profile.teardown.park}")` : `a person is told what it costs; it is held: ${whyHeld}`,
    survives: isParked ? leftBy(profile.verbs, profile.teardown.park) : "all that lies on the box"
  };
}
var sentence = (note) => note.replace(/\.$/, "");
function leftBy(verbs, id) {
  const verb = verbs.find((each) => each.id === id);
  if (!verb) return "unknown";
  const { destroys, leaves, reversible } = verb;
  const kept = destroys.length === 0 ? "all that lies on it" : `all but ${destroys.join(", ")}`;
  const until = typeof reversible === "object" ? ` for ${reversible.until.text}` : "";
  return `${kept}${until}${leaves.length > 0 ? `; bills on: ${leaves.join(", ")}` : ""}`;
}

// src/cli/own-park.ts
function ownPark(job, profile, { offer, candidate }) {
  const parks = selfParkOf(job, profile, { ...candidate, market: offer.market });
  if (!parks || "why" in parks) return parks ?? null;
  const { verb, afterSeconds } = parks;
  const savedSeconds = Math.max(0, routineSeconds(paceOf(job, offer.market === "spot")) - afterSeconds);
  const backSeconds = profile.rent.boot?.usual.seconds ?? null;
  return {
    verb,
    afterSeconds,
    savedSeconds,
    savedUsd: usdFor(offer.usdPerHour, savedSeconds),
    savedUsdPerHour: offer.usdPerHour,
    backSeconds,
    backUsd: backSeconds === null ? null : usdFor(offer.usdPerHour, backSeconds)
  };
}
function paceOf({ checkpoint, metrics, watch }, isSpot) {
  const isEndKnown = metrics?.totalSteps !== void 0 || watch.expectedSeconds !== void 0;
  return { everySeconds: checkpoint?.everySeconds, isEndKnown, isSpot };
}

// src/cli/plan.ts
var MOST_RANKED = 5;
async function command(request, signal) {
  const settings = settingsOf(request);
  const face = await faceOf(settings);
  const world = openWorld({ settings, face, signal }, await ledgerOf(settings));
  try {
    const facts = await planAsked(world, settings, face);
    const page = pageOn(process.stdout, settings.env);
    if (settings.json) process.stdout.write(jsonLine(facts));
    else page.print(settings.flag("why") ? whyText(facts) : planText(facts, page.columns).trimEnd());
    if (facts.refused !== null) return EXIT.refused;
    return facts.probes === null ? EXIT.ok : (await import("./cli-probe.mjs")).probeExit(facts);
  } finally {
    await world.close();
  }
}
async function planAsked(world, settings, face) {
  const bound = await bindJob(settings, face);
  const roster2 = rosterAsked(settings.number("boxes"), bound.job);
  const sweep = roster2 ? divisionFacts(bound.job, derivedRunId(settings, bound), roster2) : null;
  const footprint = await measuredBefore(world, settings, bound);
  const probes = settings.flag("probe") ? await probesOf(world, settings, bound) : null;
  return planFacts(world, bound, { sweep, footprint, probes });
}
async function probesOf(world, settings, { job }) {
  const { probeBoxes } = await import("./cli-probe.mjs");
  return probeBoxes(world, settings, job);
}
async function measuredBefore({ ledger }, settings, bound) {
  try {
    const id = derivedRunId(settings, bound);
    return fold(id, (await ledger.read(id)).events).footprint;
  } catch (error) {
    if (error instanceof Problem) return;
    throw error;
  }
}
async function planFacts(world, { job, code }, { sweep = null, probes = null, footprint } = {}) {
  const platforms = [...new Set(job.candidates.map((each) => each.platform))];
  const profiles = await Promise.all(platforms.map((each) => world.profile(each)));
  const data = await dataAsked(world, job, profiles[0]);
  const run = { ...emptyRun("plan"), footprint, data: dataOf(data) };
  const elsewhere = await seenElsewhere(world, job, async () => world.ledger);
  const { ranked, declined, unasked } = await askAndChoose(world, run, job, elsewhere);
  const [choice] = ranked;
  const ranking = rankedFacts(ranked.slice(0, MOST_RANKED));
  const heldBack = heldBackFacts(ranked, declined);
  const storage = await Promise.all(
    job.candidates.map(async (each) => fatesOf(job, await world.profile(each.platform), each))
  );
  return {
    job: job.name,
    commit: code.commit,
    dirty: code.dirty,
    run: job.run,
    cells: job.cells.length,
    smoke: job.smoke === "none" ? null : job.smoke.run,
    onFinish: job.onFinish,
    parksItself: choice ? ownPark(job, await world.profile(choice.offer.platform), choice) : null,
    choice: choice ? offerFacts(choice.offer) : null,
    ranking,
    declined: declined.map(declinedFacts),
    heldBack,
    why: whyChosen({ prefer: job.prefer ?? "cheapest", ranked: ranking, offers: ranked.length, heldBack }),
    cost: costRange(job, choice),
    runners: runnerDays(job, choice?.offer.market === "spot"),
    data,
    missingSecrets: missingSecrets(world, job),
    sweep,
    roster: expandRoster(job).map(({ cell, path, role, keep, requiredLevel }) => ({
      cell,
      path,
      role,
      keep,
      requiredLevel
    })),
    environment: profiles.flatMap((profile) => environmentAdvice(job, profile)),
    lifetimes: profiles.flatMap((profile) => lifetimeFits(job, profile)),
    storage,
    ends: await Promise.all(
      job.candidates.map(async (each) => meterEnds(job, await world.profile(each.platform), each))
    ),
    disk: await Promise.all(job.candidates.map((each) => diskFacts(world, job, each, run))),
    keeping: await placesOf(world, job, storage),
    probes,
    refused: unasked && Object.values(REFUSALS).includes(unasked.code) ? `${unasked.what} ${unasked.next}` : null,
    platforms: profiles.map((profile) => platformFacts(profile, world.clock.now()))
  };
}
var CARRIERS2 = [
  { by: "wait-timer" },
  { by: "schedule", everySeconds: 1800 },
  { by: "pause" }
];
function runnerDays(job, isSpot) {
  const pace = paceOf(job, isSpot);
  const rates = runnerRates();
  return CARRIERS2.map((carrier) => {
    const { looks, bill } = dayOfLooks(pace, carrier);
    return { by: carrier.by, looks, billedMinutes: totalOf(bill), usd: usdOfMinutes(bill, rates) };
  });
}
var declinedFacts = ({ candidate, offer, why }) => ({
  platform: candidate.platform,
  offer: offer?.id ?? null,
  why
});
async function diskFacts(world, job, candidate, known) {
  const profile = await world.profile(candidate.platform);
  const budget = diskBudget({ job, profile, candidate, known });
  const { platform, isKnown, rows } = budget;
  return { platform, needGb: needGb(budget), isKnown, rows };
}
var dataOf = ({ sources }) => new Map(
  sources.map(({ from, to, files, bytes, unproven }) => [
    to,
    { from, to, files, bytes, unproven, digest: "", fetched: void 0 }
  ])
);
var offerFacts = ({ platform, id, summary, usdPerHour }) => ({
  platform,
  offer: id,
  summary,
  usdPerHour
});
var platformFacts = (profile, now) => ({
  platform: profile.id,
  ...firstContact(profile),
  clocks: profile.clocks.map((clock) => clock.says),
  survival: survivalTable(profile),
  teardown: teardownPlan(profile, everythingHeld(profile), "zero", { now })
});

export {
  planText,
  command,
  planAsked,
  planFacts
};
