import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  approvalFor,
  approvedAsOf,
  verbsOf
} from "./lease-endings.shared.mjs";
import {
  canonicalJson,
  digestOf
} from "./canonical.shared.mjs";
import {
  hasStanding
} from "./lease-asking.shared.mjs";
import {
  needsStoring
} from "./lease-bound-anew.shared.mjs";
import {
  shortOf
} from "./lease-comes-back.shared.mjs";
import {
  isUnused
} from "./lease-run.shared.mjs";

// src/lease/warrant.ts
var MINT = /* @__PURE__ */ Symbol("mint");
var Warrant = class {
  #boxId;
  lease;
  verbs;
  /** Not constructible outside this file: `mint` is not exported. */
  constructor(mint, lease, boxId, verbs) {
    if (mint !== MINT) throw new TypeError("a warrant is issued by lease/warrant.ts and nowhere else");
    this.lease = lease;
    this.#boxId = boxId;
    this.verbs = Object.freeze([...verbs]);
  }
  permits(boxId, verb) {
    return this.#boxId === boxId && this.verbs.includes(verb);
  }
};
function issueWarrant(teardown, evidence, now) {
  const { run, lease } = teardown;
  if (!lease.boxId) return refused(noBox(lease));
  if (!run.seal) return refused(notSealed(run));
  const refusals = [
    ...promiseRefusals(run),
    ...storeRefusals(run, now),
    ...evidenceRefusals(run, evidence),
    ...approvalRefusals(teardown, run.seal.seal, now)
  ];
  const [first, ...rest] = refusals;
  if (first) return { ok: false, refusals: [first, ...rest] };
  return { ok: true, warrant: new Warrant(MINT, lease.name, lease.boxId, verbsOf(teardown)) };
}
function issueParkWarrant(lease, plan) {
  if (!lease.boxId) return refused(noBox(lease));
  const bad = plan.find((each) => !each.reversible || each.destroys.length > 0);
  if (bad || plan.length === 0) {
    return refused({
      code: "would-destroy",
      what: bad ? `"${bad.verb}" ${bad.reversible ? `destroys ${bad.destroys.join(", ")}` : "cannot be undone"}, so it is no parking.` : `${lease.platform} has no way to park a box.`,
      next: "Release the lease with an approval instead."
    });
  }
  return { ok: true, warrant: new Warrant(MINT, lease.name, lease.boxId, verbsOf({ plan })) };
}
function issueUnusedWarrant(lease, plan) {
  if (!lease.boxId) return refused(noBox(lease));
  if (!isUnused(lease)) {
    return refused({
      code: "box-was-used",
      what: `${lease.name} is ${lease.state}${lease.started ? " and work was started on it" : ""}; it may hold data.`,
      next: "Release it with a seal and an approval, or abandon the run."
    });
  }
  return { ok: true, warrant: new Warrant(MINT, lease.name, lease.boxId, verbsOf({ plan })) };
}
function issueAbandonWarrant(teardown, losses, now) {
  const { run, lease } = teardown;
  if (!lease.boxId) return refused(noBox(lease));
  const binds = lossesDigest(run.id, losses);
  const abandons = { ...run, approvals: run.approvals.filter((approval) => approval.goal === "abandon") };
  const next = `Run "gpu-lease abandon ${run.id}": it shows again what is lost and asks for the phrase.`;
  const [first, ...rest] = approvalRefusals({ ...teardown, run: abandons }, binds, now);
  if (first) return { ok: false, refusals: [{ ...first, next }, ...rest] };
  return { ok: true, warrant: new Warrant(MINT, lease.name, lease.boxId, verbsOf(teardown)) };
}
var lossesDigest = (run, losses) => digestOf({ abandon: run, losses: [...losses].sort() });
var releasePhrase = (lease, binds, plan) => [lease, binds.slice(0, 8), ...plan.some(({ staleFacts }) => staleFacts) ? ["stale-facts"] : []].join(" ");
function evidenceRefusals({ id, seal: sealed }, evidence) {
  if (!sealed) return [];
  const { seal, machine, place } = sealed;
  if (evidence.problems.length === 0 && evidence.seal === "none") {
    const where = machine === void 0 ? place : `${place} of machine ${machine}`;
    return [
      {
        code: "sealed-elsewhere",
        what: `What was sealed as ${seal.slice(0, 8)} lies in ${where}, and nothing of it is here.`,
        next: `Release it there. Where that is not possible, "gpu-lease collect ${id} --anew" pulls, verifies and seals it again from the box, here; the seal ${seal.slice(0, 8)} and its approvals are void then.`
      }
    ];
  }
  const found = evidence.problems.map(({ path, problem }) => artifactRefusal(id, path, problem));
  if (found.length === 0 && evidence.seal !== seal) {
    found.push({
      code: "seal-differs",
      what: `The stored evidence comes to seal ${evidence.seal.slice(0, 8)}, the ledger has ${seal.slice(0, 8)}.`,
      next: 'Run "gpu-lease collect" to verify and seal again.'
    });
  }
  return found;
}
function artifactRefusal(run, path, problem) {
  if (problem === "not-readable")
    return {
      code: "artifact-not-readable",
      what: `What was sealed lies on ${path}, and no box of this run answers that has it mounted: it could not be read again.`,
      next: `Start the box again where its platform lets you, then "gpu-lease release ${run}". Nothing was given back.`
    };
  if (problem === "lost-with-box")
    return {
      code: "artifact-lost-with-box",
      what: `What was sealed lies on ${path}, and by the profile that is lost when the box is given back.`,
      next: `Make room here, then "gpu-lease collect ${run} --anew" pulls, verifies and seals it on this machine.`
    };
  return {
    code: `artifact-${problem}`,
    what: `${path} ${PROBLEM_WORDS[problem]} since it was sealed.`,
    next: 'The box still holds the original. Run "gpu-lease collect" to pull, verify and seal again.'
  };
}
var PROBLEM_WORDS = {
  missing: "has gone missing",
  "zero-byte": "has become empty",
  truncated: "has become shorter",
  changed: "has changed",
  "not-downloadable": "can no longer be downloaded from its store"
};
var promiseRefusals = (run) => (run.seal ? shortOf(run, run.seal) : []).map((what) => ({
  code: "not-what-was-promised",
  what: `The seal ${run.seal?.seal.slice(0, 8)} falls short: ${what}.`,
  next: `"gpu-lease collect ${run.id} --anew" pulls, verifies and seals again.`
}));
function storeRefusals(run, now) {
  if (!needsStoring(run, now)) return [];
  const expired = run.stored.at(-1);
  return [
    {
      code: "not-stored",
      what: expired ? `${expired.place} kept what was sealed until ${expired.keptUntil}, which is over.` : `What was sealed as ${run.seal?.seal.slice(0, 8)} is in no store that outlives the runner.`,
      next: 'Run "gpu-lease collect" again; it brings what is sealed into a store and reads it back from there.'
    }
  ];
}
function approvalRefusals(teardown, binds, now) {
  const { run, lease, plan } = teardown;
  const verbs = verbsOf(teardown);
  if (approvalFor(teardown, binds, approvedAsOf(teardown, now))) return [];
  const mine = run.approvals.filter((approval) => approval.lease === lease.name && approval.goal !== "park");
  const latest = mine.at(-1);
  const next = `Approve with the phrase "${releasePhrase(lease.name, binds, plan)}".`;
  if (!latest) {
    return [
      { code: "not-approved", what: `Nobody has approved ${verbs.join(", ")} of ${lease.name}.`, next }
    ];
  }
  if (latest.binds !== binds) {
    const what = `The approval by ${latest.person} is of seal ${latest.binds.slice(0, 8)}; the seal now is ${binds.slice(0, 8)}.`;
    return [{ code: "approval-of-another-seal", what, next }];
  }
  if (canonicalJson(latest.verbs) !== canonicalJson(verbs)) {
    const what = `The approval by ${latest.person} is of "${latest.verbs.join(", ")}"; the plan now is "${verbs.join(", ")}".`;
    return [{ code: "approval-of-other-verbs", what, next }];
  }
  if (latest.via === "standing" && !hasStanding(run, lease.name, latest)) {
    const what = `The approval in advance by ${latest.person} does not cover this release, or was never given.`;
    return [{ code: "approval-unfounded", what, next }];
  }
  return [
    {
      code: "approval-expired",
      what: `The approval by ${latest.person} expired at ${latest.expiresAt}.`,
      next
    }
  ];
}
var refused = (refusal) => ({ ok: false, refusals: [refusal] });
var noBox = (lease) => ({
  code: "no-box",
  what: `${lease.name} has no box.`,
  next: "There is nothing to release."
});
var notSealed = (run) => ({
  code: "not-sealed",
  what: `Run ${run.id} has no seal: its artifacts are not all pulled and verified.`,
  next: `Run "gpu-lease collect ${run.id}"; to give up what is missing, "gpu-lease abandon ${run.id}".`
});

export {
  issueWarrant,
  issueParkWarrant,
  issueUnusedWarrant,
  issueAbandonWarrant,
  lossesDigest,
  releasePhrase,
  evidenceRefusals,
  storeRefusals,
  approvalRefusals,
  notSealed
};
