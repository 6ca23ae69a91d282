import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  pushOnto,
  requireUnlisted,
  runsOf
} from "./cli-kaggle-push.shared.mjs";
import {
  collectDone
} from "./cli-kaggle-collect.shared.mjs";
import {
  standingOf
} from "./kaggle-output.shared.mjs";
import {
  kaggleRunOf,
  noFurther,
  nothingMade,
  opened,
  quotaWords,
  runMeant
} from "./cli-kaggle-problems.shared.mjs";
import {
  boundAtCommit
} from "./cli-job-at-commit.shared.mjs";
import {
  requireCommitted
} from "./cli-committed-job.shared.mjs";
import {
  bindJob,
  readJob
} from "./cli-bind-job.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";

// src/cli/kaggle-step.ts
var EMPTY = { session: null, kernel: null, seal: null, place: null, why: null };
async function stepOnce(settings, named, signal) {
  const stepped = await takeStep({ settings, signal, named });
  if (settings.json) process.stdout.write(jsonLine(stepped));
  if (stepped.state === "sealed") return EXIT.ok;
  return stepped.state === "waiting" ? EXIT.capacity : EXIT.inconclusive;
}
async function takeStep(step) {
  const { settings, signal } = step;
  const { face, api, quotas } = await opened(settings, signal, step.face);
  for (const quota of quotas) step.onQuota?.(quotaWords(quota));
  const { run, bind } = await meantBy(step, face, api);
  if (run === void 0) {
    face.line("no run of this job is on Kaggle, and none was to be begun (push: first begins one)");
    return { run: null, state: "none", ...EMPTY };
  }
  const standing = await standingOf(api, run, signal);
  if (standing.is === "none") {
    if (bind === void 0) {
      await requireUnlisted(api, run, 1);
      throw nothingMade(run);
    }
    return { run, ...EMPTY, ...await pushedOr({ ...step, face, api, run, quotas }, standing, bind) };
  }
  const at = { run, ...EMPTY, ...await sessionOf(api, standing) };
  const known = await step.known?.(run, standing);
  if (known) return { ...at, ...known };
  return { ...at, ...await goneOn({ ...step, face, api, run, quotas }, standing) };
}
async function goneOn(of, standing) {
  const { face, run, settings } = of;
  if (standing.is === "going-on") {
    face.line(
      `session ${standing.session.number} of ${run} is ${standing.word.native}: nothing is pushed beside it`
    );
    return { state: "going-on" };
  }
  const { record } = standing.newest;
  if (standing.is === "done" && record) {
    const { seal = null, place = null } = await collectDone(
      { ...of, settings: { ...settings, json: false } },
      standing.newest,
      record
    );
    return { state: "sealed", seal, place };
  }
  const may = settings.choice("push");
  if (standing.is !== "unfinished" && may !== "again") throw noFurther(run, standing);
  if (may === "none") {
    face.line(
      `session ${standing.newest.session.number} of ${run} has ended, and the work is not done: ${standing.why}`
    );
    return { state: "unfinished", why: standing.why };
  }
  const [first] = standing.sessions;
  if (!first) throw new Error(`${run} has begun without a session`);
  return pushedOr(
    of,
    standing,
    () => boundAtCommit(settings, { commit: first.header.commit, run }, kaggleRunOf)
  );
}
async function pushedOr({ settings, face, api, run, quotas }, standing, bind) {
  const isAgain = settings.choice("push") === "again";
  try {
    const told = await pushOnto(
      { settings, face, api, run },
      { bound: await bind(), standing, quotas, isAgain }
    );
    return { state: "pushed", session: told.session, kernel: told.kernel };
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== "capacity") throw error;
    face.warn(error.message);
    return { state: "waiting", why: error.what };
  }
}
async function sessionOf(api, standing) {
  const { number, slug } = standing.is === "going-on" ? standing.session : standing.newest.session;
  return { session: number, kernel: `${await api.user()}/${slug}` };
}
async function meantBy({ settings, named }, face, api) {
  if (named !== void 0) return { run: await runMeant(settings, named, face) };
  if (settings.choice("push") === "first") {
    const bound = await bindJob(settings, face);
    requireCommitted(settings, bound, "a session");
    return { run: kaggleRunOf(bound.job, bound.configHash), bind: async () => bound };
  }
  const [run, ...older] = await runsOf(api, readJob(settings, face).job.name);
  if (older.length > 0)
    face.line(
      `${run} is the newest run of this job; older ones go on when they are named: ${older.slice(0, 5).join(", ")}`
    );
  return { run };
}

export {
  stepOnce,
  takeStep
};
