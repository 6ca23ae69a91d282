import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  runStage
} from "./chunk-ZSBUPBJL.mjs";
import "./chunk-L24FNVLZ.mjs";
import "./chunk-Q4ULZGQW.mjs";
import "./chunk-Q3QIQYIG.mjs";
import "./chunk-QQ4GTOLU.mjs";
import "./chunk-LN5Y5DJI.mjs";
import "./chunk-FL7HGOEM.mjs";
import "./chunk-427GWUDT.mjs";
import "./chunk-SXLOM4AE.mjs";
import "./chunk-U2TYYWXK.mjs";
import "./chunk-PH3R4AHW.mjs";
import "./chunk-EX6OS3IS.mjs";
import "./chunk-RN5AFV3T.mjs";
import "./chunk-SIID6F5O.mjs";
import "./chunk-6DKNEM2G.mjs";
import "./chunk-OEJJ5YYM.mjs";
import "./chunk-OX62WF6U.mjs";
import "./chunk-LTO73DWZ.mjs";
import "./chunk-2QKC3FL2.mjs";
import "./chunk-OLE3AQ2S.mjs";
import "./chunk-V52FZBFB.mjs";
import "./chunk-ZK4JLOL7.mjs";
import "./chunk-IOFQC7PA.mjs";
import "./chunk-B6VXC6PH.mjs";
import "./chunk-23KJRGYQ.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-ZO4L5MQX.mjs";
import "./chunk-VATWTG4W.mjs";
import "./chunk-K6NYEXC5.mjs";
import "./chunk-OJDETOP2.mjs";
import "./chunk-JK5RV7T3.mjs";
import "./chunk-PWIFMBAF.mjs";
import "./chunk-YFOISCAY.mjs";
import "./chunk-G3XVKQXU.mjs";
import "./chunk-RTGJTRYZ.mjs";
import "./chunk-XP5PRQEC.mjs";
import "./chunk-MKR5JNV4.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-JBMMCHOQ.mjs";
import "./chunk-HJ42LIAM.mjs";
import "./chunk-TOK2E7I4.mjs";
import "./chunk-GY53W33T.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-NQQWXG3U.mjs";
import "./chunk-BB3BUOLY.mjs";
import "./chunk-PJW2YFBK.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-MGQEN37V.mjs";
import "./chunk-555B2IZX.mjs";
import {
  destroyLocalBox
} from "./chunk-CAWK7BVS.mjs";
import "./chunk-BZOEQR7H.mjs";
import "./chunk-EVI6MI62.mjs";
import "./chunk-KK2PUFIW.mjs";
import "./chunk-DOAI2G6O.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import {
  runJson
} from "./chunk-V4QIUBBS.mjs";
import "./chunk-4T24LV2A.mjs";
import "./chunk-CSFF3Q5X.mjs";
import "./chunk-FABKYZIR.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-X3DG36XT.mjs";
import "./chunk-RDIPGXVD.mjs";
import "./chunk-ITP4G2FL.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-JHI344SI.mjs";
import "./chunk-QEYFAV26.mjs";
import "./chunk-Q4WEXG3D.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./chunk-BIV4ENUS.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-26T4FXPK.mjs";
import "./chunk-PZ6A7EAM.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-PBQQT3UF.mjs";
import "./chunk-JMRYVQAB.mjs";
import "./chunk-KXPYA6BT.mjs";
import "./chunk-VVNF326W.mjs";
import "./chunk-IWNWYGXK.mjs";
import "./chunk-65T2EKOH.mjs";
import "./chunk-MSDTRTNX.mjs";
import "./chunk-QR2KMQVT.mjs";
import "./chunk-6EQRBGI4.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-T2GTVXIG.mjs";
import "./chunk-ICBLJAGY.mjs";
import "./chunk-UURTDFIJ.mjs";
import "./chunk-P7NYXNX3.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-OCC5USEL.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-PIGHJRY3.mjs";
import "./chunk-IOI5FI5K.mjs";
import "./chunk-WZDAAEFK.mjs";
import "./chunk-BCYTXDZH.mjs";
import "./chunk-MNCYU5NY.mjs";
import "./chunk-N7EITUHM.mjs";
import "./chunk-B2XEDZXF.mjs";
import {
  installedDir
} from "./chunk-J22EQXEF.mjs";
import "./chunk-3KCBATJD.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-IBFS6QVH.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";
import {
  fold
} from "./chunk-YOYFPQO2.mjs";
import {
  currentLease
} from "./chunk-EL4YS6VI.mjs";
import {
  formatSeconds,
  secondsBetween,
  systemClock
} from "./chunk-ZJZVJPPJ.mjs";
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
