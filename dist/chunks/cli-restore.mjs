import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
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
import {
  machineCopiesOf
} from "./cli-ledger-opening.shared.mjs";
import "./ledger-event-lines.shared.mjs";
import "./ledger-no-refs.shared.mjs";
import "./ledger-refs.shared.mjs";
import "./host-hold-file.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./lease-next.shared.mjs";
import "./lease-endings.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./host-process-identity.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./host-installed.shared.mjs";
import {
  describeEvent
} from "./report-event-words.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./secret-keys.shared.mjs";
import "./lease-meter-price.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
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
  runState
} from "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/restore.ts
import { readFileSync } from "node:fs";
var SHOWN_EVENTS = 12;
async function command(request, signal) {
  const settings = settingsOf(request);
  const run = settings.value("run");
  if (run === void 0) throw whichRun();
  const ledger = await ledgerOf(settings);
  const face = await faceOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  try {
    const present = await ledger.peek(run);
    if (!present && await broughtBack(world, run)) return EXIT.ok;
    const copies = await copiesOf(settings, world, run, present?.text ?? "");
    const best = bestOf(copies);
    showCopies(world, run, present, copies);
    if (settings.json)
      process.stdout.write(
        jsonLine({ run, present: countOf(present?.text ?? ""), copies: copies.map(shown) })
      );
    if (!best || best.weight === "same" || best.weight === "behind") return nothingBetter(world, run, best);
    showEvents(world, run, best, present?.text ?? "");
    const over = present?.tip ?? null;
    const isOnward = best.weight === "ahead";
    const typed = (settings.value("over") ?? "").trim();
    if (!isOnward && (typed.length < 8 || !over?.startsWith(typed)))
      throw wouldDrop(run, over ?? "", best.source);
    if (isOnward && !settings.flag("yes") && !await agreed(world)) {
      world.face.line(`nothing was changed; "gpu-lease restore ${run} --yes" puts it back`);
      return EXIT.refused;
    }
    await ledger.restore(run, best.text, over);
    world.face.line(`the record of ${run} has ${countOf(best.text)} events again, as ${best.source} had it`);
    return EXIT.ok;
  } finally {
    await world.close();
  }
}
async function broughtBack({ face, ledger }, run) {
  const record = await ledger.read(run).catch((error) => {
    if (error instanceof Problem && error.kind === "ledger") return void 0;
    throw error;
  });
  if (!record?.archived || fold(run, record.events).closed) return false;
  await ledger.unhide(run);
  face.line(`${run} lay in the archive although it is not closed; it is among the open runs again`);
  return true;
}
async function copiesOf(settings, world, run, present) {
  const file = settings.value("from");
  const found = file === void 0 ? [...hereCopies(settings, run), ...await world.copiesElsewhere?.(run) ?? []] : [{ source: file, text: readCopyFile(file) }];
  const copies = [];
  for (const copy of found) {
    const isUsable = await world.ledger.isCopy(run, copy.text);
    copies.push({ ...copy, weight: isUsable ? weightOf(copy.text, present) : "unreadable" });
  }
  return copies;
}
function hereCopies(settings, run) {
  const here = machineCopiesOf(settings).read(run);
  return here ? [{ source: "this machine", text: here.text }] : [];
}
function readCopyFile(file) {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new Problem({
      code: "copy-unreadable",
      kind: "usage",
      what: `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      next: "Name a file that holds a record: events.jsonl of a commit of the ledger, or of a gpu-lease-record artifact."
    });
  }
  return text.startsWith('{"gpuLease":"copy"') ? text.slice(text.indexOf("\n") + 1) : text;
}
var weightOf = (copy, present) => copy === present ? "same" : present.startsWith(copy) ? "behind" : copy.startsWith(present) ? "ahead" : "apart";
var bestOf = (copies) => copies.filter(({ weight }) => weight !== "unreadable").sort((a, b) => b.text.length - a.text.length)[0];
var countOf = (text) => text.split("\n").length - 1;
var shown = ({ source, text, weight }) => ({ source, events: countOf(text), weight });
var WORDS = {
  same: "the same",
  behind: "an earlier state of it",
  ahead: "goes on from it",
  apart: "another record",
  unreadable: "cannot be verified here"
};
function showCopies({ face }, run, present, copies) {
  face.heading(`restore ${run}`);
  face.line(
    present ? `in the ledger: ${countOf(present.text)} events (${present.tip.slice(0, 12)})` : "in the ledger: nothing"
  );
  for (const { source, text, weight } of copies)
    face.line(`${source}: ${countOf(text)} events, ${WORDS[weight]}`);
  if (copies.length === 0) face.line("no copy of it is known here");
}
function showEvents({ face, clock }, run, { text }, present) {
  const events = text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
  const common = text.startsWith(present) ? countOf(present) : 0;
  const missing = events.slice(common);
  const last = events.at(-1);
  face.line(
    `with that copy it is ${runState(fold(run, events))}, ${formatSeconds(secondsBetween(new Date(last?.at ?? 0), clock.now()))} ago; ${missing.length} events come back:`
  );
  for (const event of missing.slice(-SHOWN_EVENTS)) face.line(`  ${event.at}  ${describeEvent(event)}`);
}
function nothingBetter({ face, ledger }, run, best) {
  face.line(
    best ? `nothing that is known here is longer than what stands in ${ledger.where}` : `Bring a copy here and name it with --from: the record lies in ${ledger.where} of every machine that worked on ${run}, and in the artifacts gpu-lease-record-${run} of its workflow runs.`
  );
  return best ? EXIT.ok : EXIT.ledger;
}
async function agreed(world) {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test(
      (await lines.question("   put it back? [y/N] ", { signal: world.signal })).trim()
    );
  } finally {
    lines.close();
  }
}
var whichRun = () => new Problem({
  code: "which-run",
  kind: "usage",
  what: "No run was named.",
  next: "Name the one whose record has to be put right: gpu-lease restore RUN."
});
var wouldDrop = (run, tip, source) => new Problem({
  code: "would-drop",
  kind: "refused",
  what: `What stands in the ledger as the record of ${run} is no earlier state of that copy: to put the copy back drops it.`,
  next: `Look at both (\`git log -p ${tip.slice(0, 12)}\`). Where what stands there was made up or stems from a cut record, "gpu-lease restore ${run} --over ${tip.slice(0, 8)}" drops it; boxes that it rented meanwhile are then found by "gpu-lease strays". If it is the copy that is wrong (${source}), delete that, and the ledger stands.`
});
export {
  command
};
