import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  classify,
  lookForStrays,
  ownMark
} from "./release-look-for-strays.shared.mjs";
import {
  appendDecided,
  stamped
} from "./ledger-append.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./github-record-artifacts.shared.mjs";
import "./cli-bringing.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./platforms-api.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./platforms-driver.shared.mjs";
import {
  pageOn
} from "./report-page.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import {
  knownPlatforms
} from "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./host-installed.shared.mjs";
import "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import {
  table
} from "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import {
  jsonLine,
  visible
} from "./report-visible-text.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./secret-keys.shared.mjs";
import {
  surfaced
} from "./lease-meter-price.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./duration.shared.mjs";
import {
  nearestOf
} from "./nearest.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import "./lease-asking.shared.mjs";
import "./lease-cost.shared.mjs";
import "./lease-bound-anew.shared.mjs";
import "./lease-task-ranges.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import {
  openMeters
} from "./lease-run.shared.mjs";
import {
  accountOf,
  partsOfAccount
} from "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import "./clock.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

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
  const driver = await world.driver(partsOfAccount(look.platform));
  const held = (await driver.find(stray.resource.name)).find(({ boxId }) => boxId === stray.resource.id);
  if (!held) return left("it is no longer found by its name");
  let why = "the record has changed meanwhile; the next look sorts it again";
  let lease;
  await appendDecided(world, stray.run, (run, record) => {
    const again = strayAgain(world, look, run, stray);
    lease = void 0;
    const origin = run.leases.find(({ name }) => name === again?.lease);
    if (!again || !origin || again.notPutUp !== void 0 || record.archived) {
      why = again?.notPutUp ?? why;
      return [];
    }
    const body = surfaced(nameOf(run, again), origin, held);
    const { after } = stamped(record, run.id, [body], { now: world.clock.now(), who: world.who });
    if (!after.leases.some(({ boxId }) => boxId === held.boxId)) return [];
    lease = body.lease;
    return [body];
  });
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
function straysText(told, { verbose, columns }) {
  const strays = told.looks.flatMap((look) => look.strays);
  const parts = [
    table(
      ["platform", "strays", "in the list", "why"],
      told.looks.map(({ platform, outcome, sorted, inventory, why }) => [
        platform,
        OUTCOMES[outcome],
        sorted ? String(inventory.length) : "",
        why
      ]),
      columns
    )
  ];
  if (strays.length > 0) parts.push(strayTable(strays, columns), bill(strays), actions(told, strays));
  const odd = told.looks.flatMap(oddities);
  if (odd.length > 0) parts.push(`${odd.join("\n")}
`);
  if (verbose) parts.push(lookAlikes(told.looks, columns));
  return visible(parts.filter((part) => part !== "").join("\n"));
}
var strayTable = (strays, columns) => table(
  ["platform", "kind", "id", "name", "since", "USD/h", "what it is"],
  strays.map((stray) => [
    stray.platform,
    stray.resource.kind,
    stray.resource.id,
    stray.resource.name,
    stray.resource.createdAt ?? `seen ${stray.firstSeenAt}`,
    stray.resource.usdPerHour === void 0 ? "unknown" : String(stray.resource.usdPerHour),
    `${stray.reported ? "" : "(marked) "}${WORDS[stray.kind]}`
  ]),
  columns
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
function lookAlikes(looks, columns) {
  const rows = looks.flatMap(
    ({ platform, sorted }) => (sorted?.foreign ?? []).flatMap(
      ({ resource: { kind, id, name }, looksOurs }) => looksOurs === void 0 ? [] : [[platform, kind, id, name, `not touched: ${looksOurs}`]]
    )
  );
  if (rows.length === 0) return "Nothing in the lists only looks like ours.\n";
  return table(["platform", "kind", "id", "name", "looks like ours, unsigned"], rows, columns);
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
      hidden: (sorted?.held ?? []).filter((each) => each.hidden).map(({ lease }) => lease),
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
  const apartSeconds = settings.number("apart");
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  try {
    const platforms = await platformsOf(settings, world);
    const looks = await lookForStrays(world, platforms, { apartSeconds });
    const put = settings.flag("put-up") ? await putUp(world, looks) : [];
    const told = { looks, put, profiles: await profilesOf(world, looks), apartSeconds };
    const page = pageOn(process.stdout, settings.env);
    if (settings.json) process.stdout.write(jsonLine(straysJson(told)));
    else page.print(straysText(told, { verbose: settings.flag("verbose"), columns: page.columns }).trimEnd());
    return exitCode(looks, settings.flag("allow-blind"));
  } finally {
    await world.close();
  }
}
function exitCode(looks, allowBlind) {
  const reported = looks.flatMap(({ strays }) => strays.filter((stray) => stray.reported));
  const hidden = looks.flatMap(({ sorted }) => (sorted?.held ?? []).filter((each) => each.hidden));
  if ([...reported, ...hidden].some(({ resource }) => resource.billing !== "no")) return EXIT.billing;
  const open = looks.some(
    ({ outcome }) => outcome === "marked" || outcome === "could-not-look" || outcome === "could-not-tell" && !allowBlind
  );
  return open ? EXIT.inconclusive : EXIT.ok;
}
async function platformsOf(settings, world) {
  const named = settings.value("platform");
  const { platforms } = knownPlatforms();
  if (named !== void 0) return named.split(",").map((name) => knownName(name.trim(), [...platforms]));
  const found = await platformsToLookAt(world);
  if (found.length > 0) return found;
  throw new Problem({
    code: "no-platform-to-look-at",
    kind: "usage",
    what: "No lease is open and no API key of a platform is set, so there is no account to look at.",
    next: "Set the key of the platform (its profile names the variable, such as RUNPOD_API_KEY), or name one with --platform."
  });
}
async function platformsToLookAt(world) {
  const found = new Set(await rentedFrom(world.ledger));
  for (const platform of knownPlatforms().platforms) if (await hasKey(world, platform)) found.add(platform);
  return [...found].sort();
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
    platforms.push(...open.map(({ intent }) => accountOf(intent)));
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
  const of = async (name) => [name, await world.profile(partsOfAccount(name).platform)];
  return new Map(await Promise.all(needed.map(of)));
}
export {
  command,
  platformsToLookAt
};
