import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  freshUntil,
  readSchedule
} from "./tick-schedule.shared.mjs";
import {
  appendDecided
} from "./ledger-append.shared.mjs";
import {
  isPatient
} from "./lease-capacity.shared.mjs";
import {
  fold
} from "./lease-fold.shared.mjs";
import {
  currentLease,
  isGivenUp,
  runState
} from "./lease-comes-back.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/later-look.ts
var GOES_ON = [
  "intended",
  "rented",
  "reachable",
  "audited",
  "running",
  "preempted"
];
function nothingToLookAt(run, now) {
  const state = runState(run);
  if (run.closed || run.halted || run.seal || isGivenUp(run)) return `run ${run.id} is ${state}`;
  const lease = currentLease(run);
  if (lease) return GOES_ON.includes(lease.state) ? void 0 : `run ${run.id} is ${state}`;
  if (run.noCapacity) return isPatient(run, now) ? void 0 : "the job does not wait for a box";
  return run.leases.length > 0 ? void 0 : `run ${run.id} has no box`;
}

// src/tick/chain.ts
var CLAIM_SECONDS = 600;
function arrivalOf(run, link) {
  const { continued } = run;
  if (link.hop === 0 || continued?.hop !== link.hop || continued.workflowRun !== void 0) return;
  return { type: "continued", how: "dispatch", hop: link.hop, workflowRun: link.workflowRun };
}
function onward(run, at) {
  const done = nothingToLookAt(run, at.now);
  if (done !== void 0) return { do: "leave", to: "nobody", why: done };
  if (!at.always && at.tickUntil && at.now < at.tickUntil) {
    const why2 = `the schedule looked lately and is expected again before ${at.tickUntil.toISOString()}`;
    return { do: "leave", to: "tick", why: why2 };
  }
  const hop = (run.continued?.hop ?? 0) + 1;
  const held = isOurs(run, at.link) ? void 0 : heldByAnother(run, at);
  if (held) return held;
  if (hop <= at.maxHops) return { do: "claim", hop };
  const why = `all ${at.maxHops} hops of the chain are used up; start the workflow by hand, or let the schedule go on`;
  return { do: "leave", to: "person", why };
}
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
  if (secondsBetween(new Date(continued.at), now) > CLAIM_SECONDS) return;
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
    tickUntil: freshUntil(readSchedule(text)),
    always: chaining === "always",
    maxHops
  };
}
var runNow = async (world, { carrier, whole }) => whole(fold(carrier, (await world.ledger.read(carrier)).events));
async function isAlive({ github }, workflowRun) {
  const found = await github?.workflowRun(workflowRun);
  return found !== void 0 && found.status !== "completed";
}
async function dispatchHop({ workflow: target }, world, chained, around) {
  const { github } = world;
  if (!target || !github) {
    const why = "this workflow run has no branch, tag or token with which its workflow could be started again";
    return { do: "leave", to: "person", why };
  }
  const claimed = await appendIf(world, chained.carrier, (run) => {
    const decided = onward(chained.whole(run), around);
    return decided.do === "claim" ? { type: "continued", how: "dispatch", hop: decided.hop } : void 0;
  });
  if (claimed?.type !== "continued") {
    return { do: "leave", to: "chain", why: "it was first to write the next hop into the ledger" };
  }
  const { hop } = claimed;
  const inputs = { ...chained.inputs, hop: String(hop) };
  const { workflowRun } = await github.dispatch(target.file, target.ref, inputs);
  if (workflowRun !== void 0) {
    await appendIf(world, chained.carrier, (run) => arrivalOf(chained.whole(run), { hop, workflowRun }));
  }
  const name = workflowRun === void 0 ? `a run of ${target.file}` : `workflow run ${workflowRun}`;
  world.face.line(`goes on in ${name} (hop ${hop} of at most ${around.maxHops})`);
  return { do: "claim", hop };
}
async function appendIf(world, runId, decide) {
  const outcome = await appendDecided(world, runId, (run) => {
    const body = decide(run);
    return body ? [body] : [];
  });
  return outcome.outcome === "appended" ? outcome.events[0] : void 0;
}

// src/cli/chain-link.ts
function chainLinkOf(settings) {
  const { env } = settings;
  const chaining = settings.choice("chain");
  const hop = settings.number("hop") ?? 0;
  const maxHops = settings.number("hops");
  if (env["GITHUB_ACTIONS"] !== "true")
    return { chaining: "never", link: { workflowRun: 0, hop: 0 }, maxHops, workflow: void 0 };
  const workflowRun = Number(env["GITHUB_RUN_ID"] ?? 0);
  return { chaining, link: { workflowRun, hop }, maxHops, workflow: ownWorkflow(env) };
}
function ownWorkflow(env) {
  const repository = env["GITHUB_REPOSITORY"] ?? "";
  const prefix = `${repository}/.github/workflows/`;
  const [path = "", full = ""] = (env["GITHUB_WORKFLOW_REF"] ?? "").split(/@(.*)/s);
  const file = path.startsWith(prefix) ? path.slice(prefix.length) : "";
  const ref = /^refs\/(?:heads|tags)\/(.+)$/.exec(full)?.[1];
  return repository !== "" && /^[^/]+\.ya?ml$/.test(file) && ref !== void 0 ? { file, ref } : void 0;
}

export {
  nothingToLookAt,
  chainOfRun,
  arrive,
  goOn,
  chainLinkOf
};
