import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/github/environment-rules.ts
function unprotectedFault(name, environment) {
  if (!environment) {
    return {
      code: "environment-missing",
      what: `There is no environment "${name}" in this repository; a job that names it would create one without any protection.`,
      next: `Create it under Settings > Environments with required reviewers, or correct the name.`
    };
  }
  if (environment.reviewers.length > 0) return;
  return {
    code: "environment-unprotected",
    what: `The environment "${name}" has no required reviewers, so a job that names it waits for nobody.`,
    next: "Add required reviewers to it (Settings > Environments). Private repositories below GitHub Enterprise have none: there the typed phrase is the gate."
  };
}
function bypassFault({ name, adminsBypass }, rules) {
  if (rules.adminBypass === "allow" || adminsBypass === false) return;
  const allow = 'or write "approval: { admin-bypass: allow }" into the job file';
  if (adminsBypass === void 0) {
    return {
      code: "admin-bypass-unknown",
      what: `GitHub did not say whether administrators may bypass the protection of the environment "${name}".`,
      next: `Let the job's token read it ("permissions: actions: read"), ${allow}.`
    };
  }
  return {
    code: "admin-bypass-allowed",
    what: `Administrators may bypass the protection of the environment "${name}", so a job that runs in it proves no approval.`,
    next: `Switch off "Allow administrators to bypass configured protection rules" of the environment, ${allow}.`
  };
}
function dispatchFaults(meaning, run, title) {
  if (run.eventName !== "workflow_dispatch") {
    return [
      {
        code: "approval-not-dispatched",
        what: `This workflow run was started by "${run.eventName}"; only a workflow_dispatch says what it is for.`,
        next: `Start a workflow of its own for ${meaning.what}.`
      }
    ];
  }
  const inputs = meaning.inputs.flatMap(({ name, says, holds }) => {
    const given = run.inputs[name];
    const value = typeof given === "string" ? given.trim() : "";
    if (holds(value)) return [];
    return [
      {
        code: `dispatched-for-another-${name}`,
        what: `This workflow run was started with ${value === "" ? `no ${name}` : `the ${name} "${value}"`}; ${meaning.what} needs ${says}.`,
        next: `Start the workflow again with ${name}: ${says}. An approval of this run means nothing else.`
      }
    ];
  });
  return [...inputs, ...titleFaults(meaning, title, inputs.length === 0)];
}
function titleFaults(meaning, title, isGiven) {
  const words = (title ?? "").split(/\s+/);
  const missing = meaning.title.filter(({ holds }) => !words.some(holds)).map(({ says }) => says);
  if (missing.length === 0) return [];
  return [
    {
      code: "title-names-another",
      what: `This workflow run is titled "${title ?? ""}", which is what its approver reads; it does not name ${missing.join(", ")}.`,
      next: isGiven ? `Write "run-name: ${meaning.runName}" into the workflow that is started.` : `With these inputs the title names them, if the file of the workflow has "run-name: ${meaning.runName}".`
    }
  ];
}
var noteText = ({ workflowRun, attempt }, approvals) => `${workflowRun}.${attempt}:${approvals}`;
var reviewsOf = (reviews, environment, state) => reviews.filter(
  (review) => review.state === state && review.environments.some((name) => name.toLowerCase() === environment.toLowerCase())
);
function approvalsBefore(run, noted) {
  const again = `Start the workflow anew, or re-run all of its jobs with "noted: \${{ needs.gate.outputs.noted }}".`;
  const [, workflowRun, attempt, count] = /^(\d+)\.(\d+):(\d+)$/.exec(noted?.trim() ?? "") ?? [];
  if (count === void 0) {
    if (run.attempt === 1) return 0;
    return {
      code: "attempt-unproven",
      what: `This is attempt ${run.attempt} of workflow run ${run.workflowRun}, and nothing says how many approvals it had when it began.`,
      next: again
    };
  }
  if (Number(workflowRun) === run.workflowRun && Number(attempt) === run.attempt) return Number(count);
  return {
    code: "approval-of-an-old-attempt",
    what: `The approvals were counted in attempt ${attempt} of workflow run ${workflowRun}; this is attempt ${run.attempt} of ${run.workflowRun}.`,
    next: again
  };
}
function countFaults(run, environment, reviews, before) {
  const approved = reviewsOf(reviews, environment, "approved");
  const rejected = reviewsOf(reviews, environment, "rejected");
  if (before === 0 && rejected.length > 0) {
    const { login, comment } = rejected[0];
    return [
      {
        code: "approval-rejected",
        what: `${login || "Somebody"} rejected this workflow run for the environment "${environment}"${comment ? `: ${comment}` : ""}.`,
        next: "The box is held with its data. Start the release again once the reason is gone."
      }
    ];
  }
  if (approved.length > before) return [];
  if (before > 0) {
    return [
      {
        code: "approval-of-an-old-attempt",
        what: `All ${approved.length} approvals of workflow run ${run.workflowRun} were given before attempt ${run.attempt} began.`,
        next: "Start the workflow anew and have that run approved."
      }
    ];
  }
  return [
    {
      code: "not-approved-in-environment",
      what: `Nobody approved workflow run ${run.workflowRun} for the environment "${environment}".`,
      next: `Let the job that releases name it ("environment: ${environment}"), so that it waits for its reviewers.`
    }
  ];
}
var isPerson = (login) => login !== "" && !login.endsWith("[bot]");
var isByToken = ({ actor, triggeringActor }) => !isPerson(actor) || !isPerson(triggeringActor);
var selvesOf = (starters) => {
  const { actor, triggeringActor, launchers = [] } = starters;
  return [...new Set([actor, triggeringActor, ...isByToken(starters) ? launchers : []].filter(isPerson))];
};
function unknownSelfFault(starters) {
  if (!isByToken(starters) || starters.launchers !== void 0) return;
  return {
    code: "self-review-unknown",
    what: `This workflow run was started by ${starters.triggeringActor || "nobody that is named"}, no person, and GitHub does not name who launched what it releases; the job forbids self-review.`,
    next: "Have a person start the workflow by hand, and another one approve it."
  };
}
function onlySelfFault(reviewers, starters) {
  const selves = selvesOf(starters).map((each) => each.toLowerCase());
  if (reviewers.length === 0 || !reviewers.every((each) => selves.includes(each.toLowerCase()))) return;
  return {
    code: "self-review",
    what: `Only ${reviewers.join(", ")} may approve, who started what is to be approved; the job forbids that ("self-review: forbid").`,
    next: "Name another reviewer of the environment (Settings > Environments)."
  };
}
function reviewerFault(login, known, rules, starters) {
  if (known && !known.isPerson) {
    return {
      code: "approver-no-person",
      what: `${login} approved, and is not a person.`,
      next: "Have a person approve."
    };
  }
  if (!known || known.permission === "none") {
    return {
      code: "approver-may-not-read",
      what: `${login || "Somebody whose account is gone"} approved, and may not even read this repository.`,
      next: "Have it approved by a person with access, and look at the reviewers of the environment."
    };
  }
  if (rules.selfReview === "allow") return;
  if (!selvesOf(starters).some((each) => each.toLowerCase() === login.toLowerCase()))
    return unknownSelfFault(starters);
  return {
    code: "self-review",
    what: `${login} ${isByToken(starters) ? "launched what is released" : "started this workflow run"} and approved it; the job forbids that ("self-review: forbid").`,
    next: 'Have another reviewer approve, and switch on "Prevent self-review" of the environment.'
  };
}

export {
  unprotectedFault,
  bypassFault,
  dispatchFaults,
  noteText,
  reviewsOf,
  approvalsBefore,
  countFaults,
  isPerson,
  isByToken,
  selvesOf,
  unknownSelfFault,
  onlySelfFault,
  reviewerFault
};
