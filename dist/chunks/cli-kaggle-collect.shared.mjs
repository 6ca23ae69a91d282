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
  collectBrought,
  newestKept
} from "./cli-collect-brought.shared.mjs";
import {
  jobAtCommit
} from "./cli-job-at-commit.shared.mjs";
import {
  setManifest
} from "./collect-claims.shared.mjs";
import {
  writeWhole
} from "./report-whole-file.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import {
  EXIT
} from "./problem.shared.mjs";

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
  if (standing.is === "done" && standing.newest.record) {
    print(of, await collectDone(of, standing.newest, standing.newest.record));
    return EXIT.ok;
  }
  return collectSaved(of, standing);
}
var jobOf = ({ settings, run }, commit) => jobAtCommit(settings, { commit, run }, kaggleRunOf);
async function collectDone(of, { session, output }, record) {
  const { api, run, settings, signal } = of;
  const job = await jobOf(of, record.commit);
  const cells = record.cells.map(({ name, exitCode }) => ({ cell: name, exitCode }));
  const shared = { place: join2(settings.storeDir, run), sessions: record.session, cells };
  const fetchFile = fetcherOf(api, session, output);
  const brought = await collectBrought({
    ...of,
    ...{ job, files: filesOfRecord(record, job), sessions: record.session },
    copyOf: (cell) => ({ path, bytes }, to) => fetchFile(`gpu-lease/${run}/cells/${cell}/files/${path}`, { to, bytes, signal })
  });
  if (brought.is === "lacking") {
    const state = brought.lacks.every(({ mayCome }) => mayCome) ? "not-here" : "differs";
    print(of, { ...shared, state, lacking: brought.rows });
    throw lackingOutput(session.slug, brought.lacks);
  }
  if (brought.is === "not-sealable") {
    print(of, { ...shared, state: "failed", lacking: brought.rows });
    throw notSealable(run, brought.obstacles);
  }
  return { ...shared, state: "sealed", ...brought.sealed };
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
  collectOutput,
  jobOf,
  collectDone
};
