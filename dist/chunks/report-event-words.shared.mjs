import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  opaqueWords
} from "./lease-opaque-words.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  visibleLine
} from "./report-visible-text.shared.mjs";

// src/report/event-words.ts
var describeEvent = (event) => visibleLine(sentence(event));
function sentence(event) {
  switch (event.type) {
    case "run-opened":
      return `opened job ${event.job} at commit ${event.commit.slice(0, 8)}${event.dirty ? " with uncommitted changes" : ""}, ${event.cells.length} cell(s)`;
    case "smoke-passed":
      return `smoke passed in ${event.seconds} s${event.drill === "none" ? ", no drill" : `; killed at step ${event.drill.killedAtStep}, resumed at step ${event.drill.resumedAtStep}`}`;
    case "smoke-waived":
      return "WARNING: no smoke, by the job file";
    case "intended":
      return `intends ${event.lease}: ${event.summary} on ${event.platform} at ${event.usdPerHour} USD/h`;
    case "rent-refused":
      return `${event.lease} was not rented (${event.reason}): ${event.what}`;
    case "no-capacity":
      return `no candidate has a box; again at ${event.tryAgainAt}${event.declined.map((why) => `; ${why}`).join("")}`;
    case "claimed":
      return `another process goes on renting ${event.lease}; the first one is gone`;
    case "boot-failed":
      return `${event.lease} NEVER CAME UP: ${event.why}${event.host === void 0 ? "" : `; host ${event.host} is not taken again`}`;
    case "surfaced":
      return `SURFACED ${event.lease} (box ${event.boxId}): an earlier create of ${event.of} left it behind`;
    case "rented":
      return `${event.adopted ? "adopted" : "rented"} ${event.lease}; meters: ${event.meters.map((meter) => `${meter.id} ${meter.usdPerHour} USD/h`).join(", ")}`;
    case "reachable":
      return `reached ${event.lease}, host key SHA256:${event.hostKeySha256} (${event.pin})`;
    case "audited":
      return `audited ${event.lease}: ${event.fit ? "fit" : "NOT FIT"}${findings(event.findings)}`;
    case "started":
      return `started attempt ${event.attempt} on ${event.lease}${event.from.map((from) => `; ${from.cell} continues from step ${from.step} (${from.source})`).join("")}`;
    case "resumed":
      return `${event.cell} resumed at step ${event.firstStep} on ${event.lease} (verified: ${event.verifiedStep})`;
    case "kept":
      return `kept ${event.files.length} file(s) of ${event.cell}${event.step === void 0 ? "" : `, step ${event.step}`}, loaded`;
    case "kept-stored":
      return `stored the newest copies of ${event.cells.map(({ cell, step }) => `${cell}${step === void 0 ? "" : ` (step ${step})`}`).join(", ")} in ${event.place}: ${event.files} files, ${event.bytes} bytes, read back and equal`;
    case "kept-dropped":
      return `removed the copies ${event.mark.slice(0, 8)} from their store; newer ones are there`;
    case "kept-lost":
      return `${event.person} said to go on without the newest copies of ${event.cell}`;
    case "preempted":
      return `PREEMPTED ${event.lease} (${event.what}): ${event.why}`;
    case "cell-ended":
      return `${event.cell} ${event.verdict}, exit ${event.exitCode}${event.failureClass ? `, ${event.failureClass}` : ""}${event.lastStep === void 0 ? "" : `, last step ${event.lastStep}`}${event.background ? ", its work had gone into the background" : ""}`;
    case "collected":
      return `collected ${event.files} files, ${event.bytes} bytes; code on the box ${event.codeProven ? "proven" : "NOT PROVEN"}`;
    case "sealed":
      return `sealed ${event.seal.slice(0, 8)}: verified ${event.verified}/${event.roster} at ${event.level}${opaqueWords(event.opaque)}, in ${event.place}`;
    case "unsealed":
      return `seal ${event.seal.slice(0, 8)} is void: ${event.why}`;
    case "stored":
      return `stored ${event.seal.slice(0, 8)} in ${event.place}: ${event.files} files, ${event.bytes} bytes, read back and equal`;
    case "standing-approved":
      return `${event.person} approved in advance (${event.via}): release once sealed at ${event.level} or better, on ${event.platforms.join(", ")}, at most ${event.maxUsdPerHour} USD/h, until ${event.expiresAt}`;
    case "continued":
      return `goes on in ${event.workflowRun === void 0 ? "another workflow run" : `workflow run ${event.workflowRun}`} (${event.how}, hop ${event.hop})`;
    case "runner-used":
      return `${event.stage} used ${Math.round(event.seconds)} s of ${event.runner}`;
    case "approved":
      return `${event.person} approved (${event.via}) ${event.goal} of ${event.lease}: ${event.verbs.join(", ")}; binds to ${event.binds.slice(0, 8)}`;
    case "releasing":
      return `${event.lease}: ${event.found ? `is gone already, so ${event.verb} was not sent` : `platform accepted ${event.verb}`}`;
    case "meter-stopped":
      return `${event.lease}: meter ${event.meter} seen gone ${event.sightings.length} times`;
    case "owed":
      return `DEBT: ${event.lease} meter ${event.meter}: ${event.why}; ${event.next}`;
    case "word-given":
      return `${event.person} says that ${event.verb} of ${event.lease} was done by hand; not proven by that`;
    case "parked":
      return `parked ${event.lease} (${event.verb})${event.why === void 0 ? "" : ` because ${event.why}`}${event.clocks.map((clock) => `; ${clock.effect} at ${clock.at}`).join("")}`;
    case "released":
      return `released ${event.lease}, ${formatUsd(event.usd)}`;
    case "abandoned":
      return `ABANDONED ${event.lease}: ${event.lost.join("; ")}`;
    case "halted":
      return `HALTED (${event.code}): ${event.what} Next: ${event.next}`;
    case "resolved":
      return `resolved by ${event.how}`;
    case "vouched":
      return `nothing is missing from the record, as far as ${event.witnesses.join(" and ")} can tell`;
    case "seen":
      return `${event.lease} was seen`;
    case "unreached":
      return `${event.lease} DOES NOT ANSWER; its platform calls it ${event.shown}`;
    case "stands-stopped":
      return `${event.lease} is stopped still`;
    case "runs-again":
      return `${event.lease} RUNS AGAIN, and nobody here started it: ${event.meters.join(", ")}`;
    case "stalled":
      return `${event.cell} on ${event.lease} is STALLED, silent for ${Math.round(event.quietSeconds)} s`;
    case "moving":
      return `${event.cell} on ${event.lease} goes on`;
    case "detached":
      return `${event.cell} on ${event.lease} WENT INTO THE BACKGROUND: its command returned, ${event.processes} process(es) go on`;
    case "told":
      return `a person was told of ${event.of}`;
    case "closed":
      return `closed, ${formatUsd(event.usd)} in all`;
  }
}
var findings = (all) => {
  const bad = all.filter((each) => each.level !== "info");
  return bad.length === 0 ? "" : `; ${bad.map((each) => `${each.level} ${each.id}: ${each.what}`).join("; ")}`;
};

export {
  describeEvent
};
