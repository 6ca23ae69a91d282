import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  closedWords,
  loginAt
} from "./cli-first-look.shared.mjs";
import "./cli-platform-keys.shared.mjs";
import {
  dataRoutesTo
} from "./box-route.shared.mjs";
import "./course-data.shared.mjs";
import "./launch-keeper-launcher.shared.mjs";
import {
  auditCandidate
} from "./collect-afar.shared.mjs";
import "./lease-clock-doubt.shared.mjs";
import "./collect-box-questions.shared.mjs";
import "./box-audit.shared.mjs";
import "./lease-driven.shared.mjs";
import "./collect-collect-problems.shared.mjs";
import "./collect-places.shared.mjs";
import "./collect-seal.shared.mjs";
import "./collect-disk-worker.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./collect-manifest.shared.mjs";
import "./launch-install-command.shared.mjs";
import "./job-watched.shared.mjs";
import "./launch-conda-by-pip.shared.mjs";
import "./job-requirements-file.shared.mjs";
import "./box-keeper-call.shared.mjs";
import "./box-keeper-text.shared.mjs";
import "./box-keeper-pattern.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./verify-tensor-element-block.shared.mjs";
import "./profile-deadlines.shared.mjs";
import "./job-roster.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./record-mark-text.shared.mjs";
import "./box-ssh-config-hosts.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./job-glob.shared.mjs";
import "./job-console-line.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./stores-compare.shared.mjs";
import "./data-fetch-plan.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./box-channel.shared.mjs";
import "./stores-box-store.shared.mjs";
import "./verify-read-http-source.shared.mjs";
import "./stores-store.shared.mjs";
import "./stores-lent.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./refused-here.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./secret-keys.shared.mjs";
import "./profile-overrides.shared.mjs";
import "./profile-stale-verbs.shared.mjs";
import "./profile-first-contact.shared.mjs";
import "./lease-meter-price.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./lease-capacity.shared.mjs";
import "./lease-asking.shared.mjs";
import "./lease-cost.shared.mjs";
import "./lease-bound-anew.shared.mjs";
import "./lease-task-ranges.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import "./host-limit.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/probe.ts
var probeBoxes = (world, settings, job) => Promise.all(
  job.candidates.flatMap(
    (candidate) => candidate.attach === void 0 ? [] : [probed(world, settings, { job, candidate, box: candidate.attach })]
  )
);
async function probed(world, settings, { job, candidate, box }) {
  const began = world.clock.now();
  const { platform } = candidate;
  const seconds = () => Math.round(10 * secondsBetween(began, world.clock.now())) / 10;
  try {
    await (await world.driver(candidate)).offers({}, candidate);
    const profile = await world.profile(platform);
    const channel = await loginAt(world, settings, box);
    try {
      const { fit, findings, placed, measured } = await auditCandidate(channel, { job, profile, candidate });
      const routes = fit ? await routesTo(world, { job, profile, candidate }, channel, placed) : [];
      const told = [...findings, ...routes].map(({ id, level, what, fix }) => ({ id, level, what, fix }));
      return { platform, box, seconds: seconds(), fit, problem: null, findings: told, measured };
    } finally {
      await channel.close();
    }
  } catch (error) {
    const { what, next } = whyClosed(box, error);
    return {
      platform,
      box,
      seconds: seconds(),
      fit: false,
      problem: `${what} ${next}`,
      findings: [],
      measured: {}
    };
  }
}
async function routesTo(...asked) {
  try {
    return await dataRoutesTo(...asked);
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}
function whyClosed(box, error) {
  if (error instanceof Problem) return error;
  const told = closedWords(box, error);
  if (!told) throw error;
  return told;
}
function probeExit({ probes, storage }) {
  if (probes === null || probes.length < storage.length || probes.some(({ fit }) => fit)) return EXIT.ok;
  return probes.every(({ problem }) => problem !== null) ? EXIT.unreachable : EXIT.unfit;
}
export {
  probeBoxes,
  probeExit
};
