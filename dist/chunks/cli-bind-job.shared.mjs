import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  nearestFile
} from "./host-nearest-file.shared.mjs";
import {
  shellWords
} from "./job-init-reading-shell-words.shared.mjs";
import {
  configHash
} from "./job-config-hash.shared.mjs";
import {
  bundleCode
} from "./launch-code-bundle.shared.mjs";
import {
  folderIn
} from "./github-checkout.shared.mjs";
import {
  pushedRequirements
} from "./launch-conda-by-pip.shared.mjs";
import {
  requirementsFault
} from "./job-requirements-file.shared.mjs";
import {
  parseJob,
  placeInJob
} from "./job-approval-rules.shared.mjs";
import {
  knownPlatforms
} from "./cli-known-platforms.shared.mjs";
import {
  require_dist
} from "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import {
  throwAll
} from "./cli-given-options.shared.mjs";
import {
  quoted
} from "./secret-shape.shared.mjs";
import {
  nearestOf
} from "./nearest.shared.mjs";
import {
  Problem,
  Problems
} from "./problem.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/cli/bind-job.ts
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

// src/job/named-scripts.ts
function scriptFaults(job, files) {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return commandsOf(job).flatMap(({ path, command, setup }) => {
    const script = scriptOf(command);
    if (!script) return [];
    const name = plain(script.word);
    const file = byPath.get(name);
    if (!file && files.some((each) => each.link !== void 0 && name.startsWith(`${each.path}/`))) return [];
    if (!file) return missing({ path, command, word: script.word, setup }, [...byPath.keys()]);
    return script.isRunItself && !file.executable && file.link === void 0 ? [notExecutable(path, command, script.word)] : [];
  });
}
function commandsOf({ run, setup = "", smoke }) {
  const own = { path: ["run"], command: run, setup };
  if (smoke === "none") return [own];
  const small = { path: ["smoke", "run"], command: smoke.run, setup: smoke.setup ?? "" };
  const { drill } = smoke;
  if (drill === "none" || drill.run === smoke.run) return [own, small];
  return [own, small, { path: ["smoke", "drill", "run"], command: drill.run, setup: smoke.setup ?? "" }];
}
function missing({ path, command, word, setup }, known) {
  const name = plain(word);
  const sameName = known.filter((each) => each.endsWith(`/${name.slice(name.lastIndexOf("/") + 1)}`));
  const near = nearestOf(name, known) ?? (sameName.length === 1 ? sameName[0] : void 0);
  if (near === void 0 || setup.includes(name)) return [];
  const what = `\`${path.join(".")}\` runs ${word}, which the commit does not hold: it has ${near}.`;
  return [{ code: "no-such-script", path, what, next: writeInstead(path, command, { word, other: near }) }];
}
var notExecutable = (path, command, word) => ({
  code: "not-executable",
  path,
  what: `\`${path.join(".")}\` runs ${word} by itself, and in the commit that file is not executable.`,
  next: `Make it so, \`chmod +x ${plain(word)} && git add ${plain(word)}\`, and commit; or ${writeInstead(
    path,
    command,
    { word, other: `sh ${word}` }
  ).replace(/^W/, "w")}`
});
function writeInstead(path, command, { word, other }) {
  const instead = command.replace(word, () => other).trim();
  return instead.includes("\n") || instead.includes("`") || /: | #/.test(instead) ? `Write \`${other}\` there.` : `Write \`${path.at(-1)}: ${instead}\`.`;
}
var plain = (word) => word.replace(/^(?:\.\/)+/, "");
var INTERPRETER = /^(?:[\w./-]*\/)?(?:python[\d.]*|node|sh|bash|dash|Rscript|julia)$/;
var LAUNCHER = /^(?:torchrun|accelerate|deepspeed)$/;
var SCRIPT = /^[\w./-]+\.(?:py|sh|bash|mjs|cjs|js|R|jl)$/;
function scriptOf(command) {
  const [first = ""] = command.trim().split(/[\n;&|]/);
  const words = first.trim().split(/\s+/);
  while (/^(?:exec|env|nice|time)$|^[A-Za-z_]\w*=[^"'`$(]*$/.test(words[0] ?? "")) words.shift();
  const [program = "", ...rest] = words;
  if (/^\.\/[\w./-]+$/.test(program)) return { word: program, isRunItself: true };
  if (LAUNCHER.test(program)) {
    const word2 = rest.find((each) => SCRIPT.test(each));
    return word2 === void 0 ? void 0 : { word: word2, isRunItself: false };
  }
  if (!INTERPRETER.test(program)) return;
  const word = rest.find((each) => !/^-[abd-ln-zA-Z]+$/.test(each));
  return word !== void 0 && SCRIPT.test(word) && !word.startsWith("/") ? { word, isRunItself: false } : void 0;
}

// src/job/own-lengths.ts
import { posix } from "node:path";

// src/job/training-length.ts
var import_yaml = __toESM(require_dist(), 1);
var MOST_CONFIG_BYTES = 128 * 1024;
var NAMES = {
  epochs: new Set(
    "epochs numepochs nepochs nbepochs maxepochs totalepochs trainepochs numtrainepochs trainingepochs".split(
      " "
    )
  ),
  steps: new Set(
    "maxsteps totalsteps trainsteps numtrainsteps maxtrainsteps trainingsteps maxiters maxiter maxiterations numiterations trainiters".split(
      " "
    )
  )
};
var BESIDE = /sched|warm|eval|valid|^test|early|^lr/i;
var plainName = (name) => name.toLowerCase().replace(/[^a-z]/g, "");
function lengthKind(name) {
  const plain2 = plainName(name);
  return NAMES.epochs.has(plain2) ? "epochs" : NAMES.steps.has(plain2) ? "steps" : void 0;
}
function countOf(text) {
  const value = typeof text === "number" ? text : /^\d[\d_]*(\.\d+)?(e\d+)?$/i.test(String(text).trim()) ? Number(String(text).replaceAll("_", "")) : 0;
  return Number.isFinite(value) && value > 0 ? value : void 0;
}
function lengthsIn(file, text) {
  if (text.length > MOST_CONFIG_BYTES) return [];
  const found = /\.toml$/i.test(file) ? fromToml(text) : fromYaml(text);
  return found.filter(
    ({ path }) => !path.split(".").slice(0, -1).some((part) => BESIDE.test(part))
  );
}
function fromYaml(text) {
  const found = [];
  const lines = new import_yaml.LineCounter();
  try {
    (0, import_yaml.visit)((0, import_yaml.parseDocument)(text, { lineCounter: lines, logLevel: "silent" }), {
      Pair(_, pair, above) {
        const length = lengthOfPair(pair, lines);
        if (length) found.push({ ...length, path: [...above.filter(import_yaml.isPair), pair].map(keyOf).join(".") });
      }
    });
  } catch {
    return [];
  }
  return found;
}
var keyOf = ({ key }) => (0, import_yaml.isScalar)(key) ? String(key.value) : "";
function lengthOfPair(pair, lines) {
  const name = keyOf(pair);
  const kind = lengthKind(name);
  const value = (0, import_yaml.isScalar)(pair.value) ? countOf(pair.value.value) : void 0;
  if (kind === void 0 || value === void 0 || !(0, import_yaml.isScalar)(pair.key)) return void 0;
  const { line, col } = lines.linePos(pair.key.range?.[0] ?? 0);
  return { kind, name, value, line, column: col };
}
function fromToml(text) {
  const found = [];
  let table = "";
  for (const [index, line] of text.split("\n").entries()) {
    const [, header] = /^\s*\[+([^\]]+)\]/.exec(line) ?? [];
    if (header !== void 0) table = `${header.trim()}.`;
    const [, space = "", key = "", written] = /^(\s*)["']?([\w.-]+)["']?\s*=\s*["']?([\d_.e]+)\b/i.exec(line) ?? [];
    const name = key.split(".").at(-1) ?? "";
    const [kind, value] = [lengthKind(name), countOf(written)];
    if (kind === void 0 || value === void 0) continue;
    found.push({ kind, name, path: `${table}${key}`, value, line: index + 1, column: space.length + 1 });
  }
  return found;
}

// src/job/own-lengths.ts
var MOST_TOLD = 8;
var MOST_FILES = 64;
var CONFIG_FILE = /\.(ya?ml|json|toml)$/i;
function ownLengths(job, read) {
  const files = /* @__PURE__ */ new Map();
  const lengthsOf = (path) => {
    const known = files.get(path) ?? (files.size < MOST_FILES ? lengthsIn(path, read(path) ?? "") : []);
    files.set(path, known);
    return known;
  };
  const found = /* @__PURE__ */ new Map();
  for (const cell of job.cells) {
    const words = wordsOf(job, cell);
    const overrides = overridesOf(job, cell, words);
    if (overrides.length === 0) continue;
    for (const file of configFiles(words, { ...job.vars, ...cell.vars }))
      for (const { length, override } of differing(lengthsOf(file), overrides)) {
        const what = `${file}, line ${length.line}, says ${length.name}: ${length.value}, and ${override.shown} is given`;
        const one = found.get(what) ?? {
          at: { file, line: length.line, column: length.column },
          what,
          cells: []
        };
        found.set(what, { ...one, cells: [...one.cells, cell.name] });
      }
  }
  return told([...found.values()], job.cells.length);
}
function told(found, ofCells) {
  return found.slice(0, MOST_TOLD).map(({ at, what, cells }, index) => {
    const [first = "", ...others] = cells;
    const more = others.length > 0 ? ` and ${others.length} more` : "";
    const whom = ofCells === 1 ? "the job" : `the cell ${quoted(first)}${more}`;
    const rest = found.length - MOST_TOLD;
    const untold = index === MOST_TOLD - 1 && rest > 0 ? ` There are ${rest} more such differences.` : "";
    return {
      code: "own-length",
      what: `${what} to ${whom}: one of the two is not what this task needs.${untold}`,
      next: "Give each cell its own value, or let its configuration file say it alone.",
      at
    };
  });
}
function wordsOf(job, cell) {
  const known = new Map(Object.entries({ ...job.vars, ...cell.vars, GPU_LEASE_CELL: cell.name }));
  const commands = job.run.replaceAll("\\\n", " ").split(/\n|&&|\|\||;/);
  return commands.flatMap((command) => shellWords(command, known)).map((word) => word ?? "");
}
function overridesOf(job, cell, words) {
  const given = argumentsIn(words);
  const vars = Object.entries({ ...job.vars, ...cell.vars }).flatMap(([name, text]) => {
    const [kind, value] = [lengthKind(name), countOf(text)];
    if (kind === void 0 || value === void 0 || given.some((each) => each.kind === kind)) return [];
    const place = Object.hasOwn(cell.vars, name) ? "of the cell" : "of `vars`";
    return [{ kind, name, value, shown: `${name}=${text} ${place}` }];
  });
  return [...given, ...vars];
}
function argumentsIn(words) {
  return words.flatMap((word, at) => {
    const [, dashes = "", path = "", written] = /^(--?|\+{1,2})?([A-Za-z][\w.-]*)(?:=(.*))?$/.exec(word) ?? [];
    const name = path.split(".").at(-1) ?? "";
    const text = written ?? (dashes.startsWith("-") ? words[at + 1] : void 0);
    const [kind, value] = [lengthKind(name), countOf(text)];
    if (kind === void 0 || value === void 0) return [];
    const shown = `\`${word}${written === void 0 ? ` ${text}` : ""}\` of \`run\``;
    return [{ kind, name, value, shown, ...path.includes(".") && { path } }];
  });
}
function configFiles(words, vars) {
  const named = [...words, ...Object.values(vars)].filter((word) => CONFIG_FILE.test(word));
  return new Set(named.map((word) => posix.normalize(word.replace(/^.*[=@]/, ""))));
}
function differing(lengths, overrides) {
  return overrides.flatMap((override) => {
    const ofKind = lengths.filter(({ kind }) => kind === override.kind);
    const meant = [
      ofKind.filter(({ path }) => path === override.path),
      ofKind.filter(({ name }) => plainName(name) === plainName(override.name)),
      ofKind
    ].find((each) => each.length > 0);
    if (!meant || meant.some(({ value }) => value === override.value)) return [];
    return meant.map((length) => ({ length, override }));
  });
}

// src/cli/telling-fix.ts
function tellingFix(error) {
  if (error instanceof Problem) return told2(error);
  return error instanceof Problems ? new Problems(error.all.map(told2)) : error;
}
function told2(problem) {
  const { code, kind, what, next, at, edits, meant } = problem;
  if (edits.length === 0 && !meant || next.includes("gpu-lease fix")) return problem;
  return new Problem({
    code,
    kind,
    what,
    next: `${next} "gpu-lease fix --write" does it.`,
    ...at && { at },
    edits,
    ...meant && { meant }
  });
}

// src/cli/bind-job.ts
async function bindJob(settings, face) {
  const { job, path } = readJob(settings, face);
  const dir = dirname(path);
  const code = await bundleCode(dir, {
    allowDirty: settings.flag("allow-dirty"),
    storeDir: settings.storeDir
  });
  refuseScripts(job, code, { path, file: settings.value("job") ?? path });
  for (const note of code.notes ?? []) face.warn(note);
  for (const warning of ownLengths(job, (file) => configText(file, code, dir)))
    face.warn(`${warning.what} ${warning.next}`, {
      ...warning.at,
      file: join(dirname(settings.value("job") ?? path), warning.at.file)
    });
  if (code.dirty) face.warn("the code has uncommitted changes; this run is marked so for ever");
  return {
    job,
    code,
    requirements: requirementsText(job, code, dir),
    dir,
    folder: await folderIn(dir),
    configHash: configHash(job, { commit: code.commit, codeHash: code.hash })
  };
}
function refuseScripts(job, code, { path, file }) {
  const faults = scriptFaults(job, code.files);
  if (faults.length === 0) return;
  const text = jobText(path);
  throwAll(
    faults.map(
      ({ path: key, ...fault }) => new Problem({ ...fault, kind: "usage", at: placeInJob(text, file, key) })
    )
  );
}
function readJob(settings, face) {
  const path = resolve(settings.cwd, settings.value("job") ?? "gpu-lease.yml");
  const { job, warnings } = parsed(jobText(path), settings.value("job") ?? path);
  for (const warning of warnings) face.warn(`${warning.what} ${warning.next}`, warning.at);
  return { job, path };
}
function parsed(text, file) {
  try {
    return parseJob(text, file, knownPlatforms());
  } catch (error) {
    throw tellingFix(error);
  }
}
function nameOfJob(settings) {
  const path = resolve(settings.cwd, settings.value("job") ?? "gpu-lease.yml");
  try {
    return parseJob(jobText(path), path, knownPlatforms()).job.name;
  } catch (error) {
    if (error instanceof Problem || error instanceof Problems) return;
    throw error;
  }
}
function requirementsText(job, code, dir) {
  if (!job.requirements) return;
  const { file } = job.requirements;
  const bound = code.files.find((each) => each.path === file);
  const bytes = bound ? readFileSync(join(dir, file)) : void 0;
  if (bytes && createHash("sha256").update(bytes).digest("hex") === bound?.sha256)
    return installable(job.requirements, bytes.toString("utf8"), code);
  throw new Problem({
    code: "requirements-differ",
    kind: "usage",
    what: bound ? `${file} is not what commit ${code.commit.slice(0, 8)} holds.` : `requirements.file is ${file}, which the commit does not hold.`,
    next: "Commit it, or correct requirements.file."
  });
}
function configText(file, code, dir) {
  const bound = code.files.find((each) => each.path === file);
  if (!bound || bound.link !== void 0) return void 0;
  const { size } = statSync(join(dir, file), { throwIfNoEntry: false }) ?? { size: Number.POSITIVE_INFINITY };
  return size <= MOST_CONFIG_BYTES ? readFileSync(join(dir, file), "utf8") : void 0;
}
function installable(wanted, text, code) {
  const { file } = wanted;
  const fault = requirementsFault(file, text) ?? includeFault(pushedRequirements(wanted, text, code));
  if (fault === void 0) return text;
  throw new Problem({
    code: "requirements-unread",
    kind: "usage",
    what: `requirements.file is ${file}, which ${fault}.`,
    next: "Commit what is named, name a file that lists what is needed, or install it by `setup`."
  });
}
var includeFault = ({ unread }) => unread.length === 0 ? void 0 : `includes ${unread.join(" and ")}, which the commit does not hold: pip would fail on the box`;
function jobText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const near = nearestFile(basename(path), path);
    throw new Problem(
      {
        code: "no-job-file",
        kind: "usage",
        what: `There is no readable job file at ${path}.`,
        next: `${near === void 0 ? "" : `Did you mean "${near}"? `}Write one with "gpu-lease init", or name another with --job.`
      },
      { cause }
    );
  }
}
var openingOf = ({ env, cwd, clock, who, value }) => ({
  env,
  cwd,
  clock,
  who,
  named: value("run")
});

export {
  tellingFix,
  bindJob,
  readJob,
  nameOfJob,
  openingOf
};
