import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  runStage
} from "./chunk-TI3IJ6O4.mjs";
import "./chunk-ONDLIIZ5.mjs";
import "./chunk-4CJOVOGV.mjs";
import "./chunk-2Y64FHZN.mjs";
import "./chunk-3FR7OTFP.mjs";
import "./chunk-LIN5IIIY.mjs";
import "./chunk-UOFQPG4R.mjs";
import "./chunk-FLD42B5O.mjs";
import "./chunk-SXLOM4AE.mjs";
import "./chunk-FI4FQA7I.mjs";
import "./chunk-SLUZHCBV.mjs";
import "./chunk-6DKNEM2G.mjs";
import "./chunk-37HEM33Q.mjs";
import "./chunk-33Y2TOCM.mjs";
import "./chunk-YJPY6B6T.mjs";
import "./chunk-OJBNM73Z.mjs";
import "./chunk-RX7H7OCR.mjs";
import "./chunk-5QN2WQFF.mjs";
import "./chunk-ZK4JLOL7.mjs";
import "./chunk-CI5K72OZ.mjs";
import "./chunk-FHNV3QS7.mjs";
import "./chunk-23KJRGYQ.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-OZ3FN5CT.mjs";
import "./chunk-RSTNO2XH.mjs";
import "./chunk-CHNY77EN.mjs";
import "./chunk-DLCKG3TQ.mjs";
import "./chunk-UVHU7DVK.mjs";
import "./chunk-BDUVHFDQ.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-YFOISCAY.mjs";
import "./chunk-XIK5UCS4.mjs";
import "./chunk-4NQ7K63D.mjs";
import "./chunk-MWQ5F7IQ.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-SY44W2HF.mjs";
import "./chunk-N22UR42C.mjs";
import "./chunk-PJW2YFBK.mjs";
import {
  destroyLocalBox
} from "./chunk-NNMAMFK5.mjs";
import "./chunk-KK2PUFIW.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-EVI6MI62.mjs";
import "./chunk-66DKXI3W.mjs";
import "./chunk-UUGDLZZV.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./chunk-DNBGET3G.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-26T4FXPK.mjs";
import {
  runJson
} from "./chunk-FBEWP6EE.mjs";
import "./chunk-4T24LV2A.mjs";
import "./chunk-QEYFAV26.mjs";
import "./chunk-7PLT7US4.mjs";
import "./chunk-FABKYZIR.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-TRZAK437.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-BUXBQPPS.mjs";
import "./chunk-RDIPGXVD.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import {
  fold
} from "./chunk-GVZD235W.mjs";
import {
  currentLease
} from "./chunk-YOQWXQOY.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-MVU5EQED.mjs";
import "./chunk-T7FHESWG.mjs";
import "./chunk-YY27HDWP.mjs";
import {
  formatSeconds,
  secondsBetween,
  systemClock
} from "./chunk-ZJZVJPPJ.mjs";
import "./chunk-LB4W2LKP.mjs";
import {
  installedDir
} from "./chunk-KIJOQLWN.mjs";
import "./chunk-VPOCTM3H.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-XWCB2UBN.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-CSELZ5LD.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-SYBH34PZ.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/demo.ts
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
var MARKER = ".gpu-lease-demo";
var PREEMPT_AFTER_SHARE = 0.35;
async function command(request, signal) {
  const started = systemClock.now();
  const dir = resolve(typeof request.given.store === "string" ? request.given.store : "gpu-lease-demo");
  await prepare(dir);
  const settings = settingsOf(
    { given: { ...request.given, job: "gpu-lease.yml", store: join(dir, "report") } },
    demoEnvironment(dir),
    join(dir, "repository")
  );
  const face = await faceOf(settings);
  const code = await live({ ...settings, json: false }, dir, face, signal, request.given.ask === true);
  face.line(`took ${formatSeconds(secondsBetween(started, systemClock.now()))}; look around:`);
  face.line(`  ${join(dir, "report")}: artifacts, seal, report.html`);
  face.line(
    `  git -C ${join(dir, "repository")} log --format='%ad  %s' --date=iso --glob='refs/gpu-lease/*'`
  );
  const end = await demoJson(settings);
  if (end.metersRunning > 0) sayHowToGoOn(dir, face);
  if (settings.json) process.stdout.write(`${JSON.stringify(end)}
`);
  return code;
}
function live(settings, dir, face, signal, ask) {
  face.line(
    "the demo: a real training job on a loopback box of this machine, with a meter that is not real money"
  );
  return runStage("run", settings, face, signal, {
    ...ask ? {} : { approval: playReviewer(face) },
    onEvents: preemptOnce(dir, face)
  });
}
function sayHowToGoOn(dir, face) {
  face.line("the box is still held; commands like the above find it from");
  face.line(`  cd ${join(dir, "repository")} && export XDG_STATE_HOME=${join(dir, "state")}`);
  face.line(`  with --store ${join(dir, "report")}`);
}
async function demoJson(settings) {
  const ledger = await ledgerOf(settings);
  const [listed] = await ledger.list({ archived: true });
  const { events } = await ledger.read(listed?.run ?? "");
  const { run, state, resumedAtStep, roster, verified, boxes, metersRunning, costUsd, seal } = runJson(
    fold(listed?.run ?? "", events),
    settings.clock.now()
  );
  return { run, state, resumedAtStep, roster, verified, boxes, metersRunning, costUsd, seal };
}
function demoEnvironment(dir) {
  const { PATH, HOME, LANG, TERM, TMPDIR, USER } = process.env;
  return { PATH, HOME, LANG, TERM, TMPDIR, USER, XDG_STATE_HOME: join(dir, "state") };
}
async function prepare(dir) {
  if (existsSync(dir) && readdirSync(dir).length > 0) await clear(dir);
  mkdirSync(join(dir, "repository"), { recursive: true });
  writeFileSync(join(dir, MARKER), 'Made by "gpu-lease demo"; the next demo empties this directory.\n');
  const repository = join(dir, "repository");
  cpSync(fileURLToPath(new URL("examples/tiny/", installedDir())), repository, { recursive: true });
  git(repository, "init", "--quiet");
  git(repository, "add", "--all");
  git(
    repository,
    "-c",
    "user.name=gpu-lease demo",
    "-c",
    "user.email=demo@localhost",
    "commit",
    "--quiet",
    "-m",
    "The tiny trainer"
  );
}
async function clear(dir) {
  if (!existsSync(join(dir, MARKER))) {
    throw new Problem({
      code: "demo-dir-taken",
      kind: "usage",
      what: `${dir} exists and is not an earlier demo.`,
      next: "Name another directory with --store, or move that one away."
    });
  }
  const boxes = join(dir, "state", "gpu-lease", "local");
  if (existsSync(boxes)) {
    for (const name of readdirSync(boxes)) await destroyLocalBox(boxes, name, systemClock);
  }
  rmSync(dir, { recursive: true, force: true });
}
function git(cwd, ...args) {
  try {
    const env = {
      PATH: process.env["PATH"],
      HOME: cwd,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1"
    };
    execFileSync("git", args, { cwd, env, stdio: ["ignore", "ignore", "pipe"], timeout: 3e4 });
  } catch (cause) {
    const missing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    throw new Problem(
      {
        code: missing ? "no-git" : "git-failed",
        kind: "ledger",
        what: missing ? "git is not installed; the ledger is a git ref." : `git ${args[0]} failed: ${String(cause)}`,
        next: missing ? "Install it (Debian and Ubuntu: apt-get install git) and run the demo again." : "See the message of git above."
      },
      { cause }
    );
  }
}
var playReviewer = (face) => async (request) => {
  face.line(`the demo plays the reviewer and types: ${request.phrase}   (use --ask to be asked yourself)`);
  return { typed: request.phrase, person: "the demo", via: "demo" };
};
function preemptOnce(dir, face) {
  let done = false;
  return async (run, _step, events) => {
    const kept = events.find((event) => event.type === "kept");
    const total = run.opened?.document.metrics?.totalSteps ?? 0;
    const lease = currentLease(run);
    if (done || !lease || run.leases.length > 1 || (kept?.step ?? 0) < total * PREEMPT_AFTER_SHARE) return;
    done = true;
    face.warn(
      `PREEMPTION: the platform takes ${lease.name} away; its home is gone (step ${kept?.step} is verified on our side)`
    );
    await destroyLocalBox(join(dir, "state", "gpu-lease", "local"), lease.name, systemClock);
  };
}
export {
  command
};
