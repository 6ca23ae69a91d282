import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  fetchTo,
  filesOfRecord,
  outputOf,
  standingOf,
  textAt
} from "./kaggle-output.shared.mjs";
import {
  kaggleRunOf,
  lackingOutput,
  notSealable,
  nothingMade,
  opened,
  runMeant
} from "./cli-kaggle-problems.shared.mjs";
import {
  bringFiles,
  isSealedSo,
  newestKept,
  sealBrought
} from "./colab-bring.shared.mjs";
import "./colab-record.shared.mjs";
import {
  jobAtCommit
} from "./cli-job-at-commit.shared.mjs";
import "./cli-committed-job.shared.mjs";
import "./colab-notebook-job.shared.mjs";
import "./cli-bind-job.shared.mjs";
import "./job-init-reading-shell-words.shared.mjs";
import "./job-config-hash.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./github-checkout.shared.mjs";
import {
  setManifest
} from "./collect-claims.shared.mjs";
import {
  RunStore
} from "./collect-disk-worker.shared.mjs";
import "./launch-install-command.shared.mjs";
import "./collect-load-verify.shared.mjs";
import "./collect-kept-copies.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./collect-manifest.shared.mjs";
import "./job-watched.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import "./launch-conda-by-pip.shared.mjs";
import "./job-requirements-file.shared.mjs";
import "./box-keeper-call.shared.mjs";
import "./box-keeper-text.shared.mjs";
import "./job-roster.shared.mjs";
import {
  writeWhole
} from "./report-whole-file.shared.mjs";
import "./cli-settings.shared.mjs";
import "./platforms-context.shared.mjs";
import "./platforms-api.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./github-runner.shared.mjs";
import "./job-approval-rules.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-glob.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./job-slurm-schema.shared.mjs";
import "./job-kubernetes-schema.shared.mjs";
import "./job-quantity.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./host-installed.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./verify-apart-apart.shared.mjs";
import "./job-data-source.shared.mjs";
import "./secret-shape.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./refused-here.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./verify-engine-role-guess.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./host-backoff.shared.mjs";
import "./verify-apart-messages.shared.mjs";
import "./verify-engine-change.shared.mjs";
import "./verify-codec-crc32c.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./verify-read-hdf5-signature.shared.mjs";
import "./wildcard.shared.mjs";
import "./verify-contract-oddity.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./verify-codec-crc32.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import {
  EXIT
} from "./problem.shared.mjs";
import "./metrics-rule.shared.mjs";
import {
  opaqueWords
} from "./lease-opaque-words.shared.mjs";
import "./clock.shared.mjs";
import "./evidence-level.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/kaggle-collect.ts
import { join as join2 } from "node:path";

// src/kaggle/fetcher.ts
var TRIES = 3;
function fetcherOf(api, session, first) {
  let output = first;
  return async (path, { to, bytes, signal }) => {
    let fault = { what: "is not in the output", mayCome: false };
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const address = output.files.get(path);
      if (address === void 0) return fault;
      const fetched = await fetchTo(address, to, bytes, signal);
      if ("why" in fetched) fault = { what: fetched.why, mayCome: fetched.mayCome };
      else if (fetched.bytes === bytes) return fetched.sha256;
      else fault = { what: `has ${fetched.bytes} of ${bytes} bytes`, mayCome: false };
      if (attempt < TRIES) output = await outputOf(api, session);
    }
    return fault;
  };
}

// src/kaggle/kept-output.ts
import { mkdirSync } from "node:fs";
import { join } from "node:path";
async function bringSets(of, from, { job, to }) {
  const fetchFile = fetcherOf(of.api, from.session, from.output);
  const found = [];
  for (const { name } of job.cells) found.push(await newestOf(of, from, { job, to, cell: name, fetchFile }));
  return found;
}
async function newestOf(of, { output }, place) {
  const { cell, to, job, fetchFile } = place;
  const sets = `gpu-lease/${of.run}/sets/${cell}`;
  const passed = [];
  for (const id of idsIn([...output.files.keys()], sets)) {
    const entries = setManifest(await textAt(output, `${sets}/${id}/manifest`, of.signal) ?? "");
    const why = entries ? await bringSet(of, { entries, id, from: `${sets}/${id}/files`, place, fetchFile }) : "its manifest is not whole";
    if (why !== void 0) {
      passed.push(`${id}: ${why}`);
      continue;
    }
    const kept = await newestKept(to, job, cell, of.signal);
    if (kept.id === id)
      return { ...kept, passed: [...passed, ...kept.passed], place: join(to, "sets", cell, id) };
    passed.push(...kept.passed);
  }
  return { cell, id: null, step: null, passed, place: null };
}
function idsIn(paths, sets) {
  const ids = paths.flatMap((path) => {
    const [, id = ""] = path.startsWith(`${sets}/`) ? /^(\d{1,12}-\d{1,9})\/manifest$/.exec(path.slice(sets.length + 1)) ?? [] : [];
    return id === "" ? [] : [id];
  });
  const age = (id) => Number(id.split("-")[0]) + Number(id.split("-")[1]) / 1e6;
  return ids.sort((one, other) => age(other) - age(one));
}
async function bringSet({ signal }, {
  entries,
  id,
  from,
  place: { to, cell },
  fetchFile
}) {
  const dir = join(to, "sets", cell, id);
  mkdirSync(join(dir, "files"), { recursive: true });
  const copy = ({ path, bytes }, growing) => fetchFile(`${from}/${path}`, { to: growing, bytes, signal });
  const lacks = await bringFiles(entries, {
    ...{ cell, copy, to: join(dir, "files"), growing: join(to, "+incoming") },
    ...{ signal, onFile() {
    } }
  });
  const [lack] = lacks;
  if (lack) return `${lack.path} ${lack.what}`;
  const lines = entries.map(({ sha256, bytes, path }) => `${sha256} ${bytes} ${path}
`);
  writeWhole(join(dir, "manifest"), `${lines.join("")}end ${lines.length}
`);
  return void 0;
}

// src/cli/kaggle-collect.ts
var UNTOLD = {
  ...{ seal: null, verified: null, roster: null, level: null, place: null },
  ...{ sessions: 0, cells: [], kept: [], lacking: [] }
};
async function collectOutput(settings, named, signal) {
  const { face, api } = await opened(settings, signal);
  const run = await runMeant(settings, named, face);
  const of = { settings, face, api, run, signal };
  const standing = await standingOf(api, run, signal);
  if (standing.is === "none") {
    print(of, { state: "none" });
    throw nothingMade(run);
  }
  if (standing.is === "done" && standing.newest.record)
    return collectDone(of, standing.newest, standing.newest.record);
  return collectSaved(of, standing);
}
var jobOf = ({ settings, run }, commit) => jobAtCommit(settings, { commit, run }, kaggleRunOf);
async function collectDone(of, newest, record) {
  const job = await jobOf(of, record.commit);
  const store = new RunStore(of.settings.storeDir, of.run);
  const files = filesOfRecord(record, job);
  const cells = record.cells.map(({ name, exitCode }) => ({ cell: name, exitCode }));
  const shared = { place: store.root, sessions: record.session, cells };
  if (await isSealedSo(store, files)) {
    of.face.line(`${of.run} is sealed here already, and every file is as it was: ${store.root}`);
    print(of, { ...shared, state: "sealed", seal: store.readSeal()?.seal ?? null });
    return EXIT.ok;
  }
  store.requireUnsealed();
  const lacks = await bringAll(of, newest, { job, store, files });
  if (lacks.length > 0) {
    const state = lacks.every(({ mayCome }) => mayCome) ? "not-here" : "differs";
    print(of, { ...shared, state, lacking: lacks.map(({ cell, path, what }) => ({ cell, path, what })) });
    throw lackingOutput(newest.session.slug, lacks);
  }
  const sealing = await sealBrought({ job, store, files, attempts: record.session, signal: of.signal });
  if (!sealing.sealed) {
    const lacking = sealing.obstacles.map(({ cell, path, code, what }) => ({
      cell,
      path,
      what: `${code}: ${what}`
    }));
    print(of, { ...shared, state: "failed", lacking });
    throw notSealable(of.run, sealing.obstacles);
  }
  sayWhole(of, store, sealing);
  const { seal, verified, roster, level } = sealing;
  print(of, { ...shared, state: "sealed", seal, verified, roster, level });
  return EXIT.ok;
}
async function bringAll({ api, run, face, signal }, { session, output }, { job, store, files }) {
  const lacks = [];
  const growing = join2(store.root, "+incoming");
  const fetchFile = fetcherOf(api, session, output);
  let done = 0;
  const onFile = (note) => {
    done += 1;
    face.progress("bring", { label: "bring", done, total: files.length, unit: "files", note });
  };
  for (const { name } of job.cells) {
    const own = files.filter(({ cell }) => cell === name);
    const copy = ({ path, bytes }, to) => fetchFile(`gpu-lease/${run}/cells/${name}/files/${path}`, { to, bytes, signal });
    lacks.push(
      ...await bringFiles(own, { cell: name, copy, to: store.cellDir(name), growing, signal, onFile })
    );
  }
  face.settle("bring");
  return lacks;
}
function sayWhole({ face }, { root }, { seal, verified, level, opaque }) {
  const words = `${verified} files verified at ${level}${opaqueWords(opaque)}`;
  face.line(`sealed ${seal.slice(0, 8)}: ${words}; they are in ${root}`);
}
async function collectSaved(of, standing) {
  const { face, run } = of;
  const sessions = standing.sessions.length;
  if (standing.is === "going-on") {
    face.line(
      `session ${standing.session.number} of ${run} is ${standing.word.native}: Kaggle gives its output when it is over`
    );
    print(of, { state: "going-on", sessions });
    return EXIT.inconclusive;
  }
  const { newest, from, why } = standing;
  face.warn(`session ${newest.session.number} of ${run}: ${why}`);
  const job = await jobOf(of, newest.session.header.commit);
  const kept = from ? await bringSets(of, from, { job, to: join2(of.settings.storeDir, run, "+kaggle") }) : [];
  for (const { cell, id, step, place, passed } of kept) {
    for (const each of passed) face.warn(`${cell}: ${each}`);
    face.line(
      id === null ? `${cell}: no checkpoint is whole` : `${cell}: ${id}${step === null ? "" : `, step ${step}`}, is whole here: ${place}`
    );
  }
  if (kept.length === 0) face.line("no session has left a checkpoint");
  face.line(
    `next: "gpu-lease kaggle push${standing.is === "unfinished" ? "" : " --again"}", which goes on from there`
  );
  const cells = newest.record?.cells.map(({ name, exitCode }) => ({ cell: name, exitCode })) ?? [];
  print(of, { state: standing.is === "failed" ? "failed" : "unfinished", sessions, cells, kept });
  return standing.is === "failed" ? EXIT.failed : EXIT.inconclusive;
}
function print({ settings, run }, told) {
  if (settings.json) process.stdout.write(jsonLine({ run, ...UNTOLD, ...told }));
}
export {
  collectOutput
};
