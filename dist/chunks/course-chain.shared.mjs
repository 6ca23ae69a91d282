import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  paceOf,
  readSchedule
} from "./course-taken-back.shared.mjs";
import {
  ROUTINE,
  asInput,
  dueAt,
  waitingFor
} from "./tick-look-bill.shared.mjs";
import {
  workflowFor
} from "./github-caller-workflow.shared.mjs";
import {
  appendDecided
} from "./ledger-append.shared.mjs";
import {
  WAIT_PREFIX,
  fold,
  nextLook,
  nothingToLookAt
} from "./lease-capacity.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/tick/chain.ts
var CLAIM_SECONDS = 600;
function arrivalOf(run, link) {
  const { continued } = run;
  if (link.hop === 0 || continued?.hop !== link.hop || continued.workflowRun !== void 0) return;
  const lookAt = continued.lookAt === void 0 ? {} : { lookAt: continued.lookAt };
  return { type: "continued", how: "dispatch", hop: link.hop, workflowRun: link.workflowRun, ...lookAt };
}
function onward(run, at) {
  const look = nextLook(run, at.now, at.plan);
  if (!look)
    return { do: "leave", to: "nobody", why: nothingToLookAt(run, at.now) ?? "time alone brings nothing" };
  if (!at.always && at.ticks && isInTime(look, at.ticks, at.now)) {
    const why2 = `the schedule's looks are at most ${formatSeconds(at.ticks.longestSeconds)} apart, and the next one is due at ${look.at.toISOString()}: ${look.why}`;
    return { do: "leave", to: "tick", why: why2 };
  }
  const hop = (run.continued?.hop ?? 0) + 1;
  const held = isOurs(run, at.link) ? void 0 : heldByAnother(run, at);
  if (held) return held;
  if (hop <= at.maxHops) return { do: "claim", hop, look };
  const why = `all ${at.maxHops} hops of the chain are used up; start the workflow by hand, or let the schedule go on`;
  return { do: "leave", to: "person", why };
}
var SLACK_SECONDS = 300;
var isInTime = ({ at }, { lastAt, longestSeconds }, now) => secondsBetween(lastAt, now) <= longestSeconds && longestSeconds <= secondsBetween(now, at) + SLACK_SECONDS;
function isOurs({ continued }, { hop, workflowRun }) {
  if (!continued) return true;
  return continued.workflowRun === workflowRun || continued.hop === hop && continued.workflowRun === void 0;
}
function heldByAnother({ continued }, { link, now, asked }) {
  if (!continued) return;
  if (continued.workflowRun !== void 0) {
    if (asked?.workflowRun !== continued.workflowRun)
      return { do: "ask", workflowRun: continued.workflowRun };
    if (!asked.alive) return;
    const why = `workflow run ${continued.workflowRun} has hop ${continued.hop} of the chain`;
    return { do: "leave", to: "chain", why };
  }
  if (continued.by.startsWith(`github:${link.workflowRun}.`)) return;
  if (secondsBetween(new Date(continued.lookAt ?? continued.at), now) > CLAIM_SECONDS) return;
  return {
    do: "leave",
    to: "chain",
    why: `hop ${continued.hop} of the chain was started at ${continued.at}`
  };
}

// src/course/chain.ts
var chainOfRun = (run) => ({
  carrier: run,
  inputs: { run },
  whole: (carrier) => carrier
});
async function arrive({ link }, world, chained) {
  if (link.hop === 0) return;
  await appendIf(world, chained.carrier, (run) => arrivalOf(chained.whole(run), link));
}
async function goOn(here, world, chained) {
  const around = await circumstances(here, world);
  let decided = onward(await runNow(world, chained), around);
  if (decided.do === "ask") {
    const { workflowRun } = decided;
    around.asked = { workflowRun, alive: await isAlive(world, workflowRun) };
    decided = onward(await runNow(world, chained), around);
  }
  if (decided.do === "claim") decided = await dispatchHop(here, world, chained, around);
  if (decided.do === "leave" && decided.to !== "nobody")
    world.face.line(`${WHO[decided.to]} goes on with it: ${decided.why}`);
  return decided;
}
var WHO = { tick: "the schedule", chain: "another workflow run", person: "a person" };
async function circumstances({ chaining, link, maxHops }, world) {
  const { text } = chaining === "always" ? { text: "" } : await world.ledger.ticks.read();
  return {
    now: world.clock.now(),
    link,
    ticks: paceOf(readSchedule(text)),
    plan: ROUTINE,
    always: chaining === "always",
    maxHops
  };
}
var runNow = async (world, { carrier, whole }) => whole(fold(carrier, (await world.ledger.read(carrier)).events));
async function isAlive({ github }, workflowRun) {
  const found = await github?.workflowRun(workflowRun);
  return found !== void 0 && found.status !== "completed";
}
async function dispatchHop({ workflow }, world, chained, around) {
  const { github } = world;
  if (!workflow || !github) {
    const why = "this workflow run has no branch, tag or token with which its workflow could be started again";
    return { do: "leave", to: "person", why };
  }
  const target = await workflowFor("train", workflow, github);
  const timers = await waitTimers(world, github);
  let look;
  const claimed = await appendIf(world, chained.carrier, (run) => {
    const decided = onward(chained.whole(run), around);
    if (decided.do !== "claim") return void 0;
    look = decided.look;
    const due = dueAt(look, world.clock.now(), timers);
    return { type: "continued", how: "dispatch", hop: decided.hop, lookAt: due.toISOString() };
  });
  if (claimed?.type !== "continued" || !look) {
    return { do: "leave", to: "chain", why: "it was first to write the next hop into the ledger" };
  }
  const { hop } = claimed;
  const waiting = waitingFor(look, world.clock.now(), timers);
  const inputs = { ...chained.inputs, hop: String(hop), ...asInput(waiting) };
  const { workflowRun } = await started(world, github, target, inputs);
  if (workflowRun !== void 0) {
    await appendIf(world, chained.carrier, (run) => arrivalOf(chained.whole(run), { hop, workflowRun }));
  }
  const name = workflowRun === void 0 ? `a run of ${target.file}` : `workflow run ${workflowRun}`;
  world.face.line(
    `goes on in ${name} (hop ${hop} of at most ${around.maxHops}): next look at ${claimed.lookAt}, planned for ${look.at.toISOString()}: ${look.why}${howItWaits(waiting)}`
  );
  return { do: "claim", hop, look };
}
async function started({ face }, github, { file, ref }, inputs) {
  try {
    return await github.dispatch(file, ref, inputs);
  } catch (error) {
    const { wait, ...others } = inputs;
    const isOld = error instanceof Problem && /Unexpected inputs/i.test(error.what) && /"wait"/.test(error.what);
    if (!isOld || wait === void 0) throw error;
    face.warn(
      `${file} has no input "wait", so the next look comes at once, and each is billed. Next: "gpu-lease init --github" writes a file that has it.`
    );
    return github.dispatch(file, ref, others);
  }
}
var howItWaits = ({ environment, pauseSeconds }) => environment !== void 0 ? `; it waits in the environment ${environment}, on no runner` : pauseSeconds !== void 0 ? `; it waits ${pauseSeconds} s on a runner, which is billed: an environment ${WAIT_PREFIX}-80 with a wait timer would wait for nothing` : "";
async function waitTimers({ face }, github) {
  try {
    const all = await github.environments();
    return all.filter(
      ({ name, waitMinutes, reviewers }) => name.startsWith(WAIT_PREFIX) && waitMinutes > 0 && reviewers.length === 0
    ).map(({ name, waitMinutes }) => ({ environment: name, minutes: waitMinutes }));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`Whether an environment has a wait timer could not be read: ${error.what}`);
    return [];
  }
}
async function appendIf(world, runId, decide) {
  const outcome = await appendDecided(world, runId, (run) => {
    const body = decide(run);
    return body ? [body] : [];
  });
  return outcome.outcome === "appended" ? outcome.events[0] : void 0;
}

export {
  isInTime,
  chainOfRun,
  arrive,
  goOn,
  isAlive
};
