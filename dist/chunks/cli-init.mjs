import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  keysOfProfile
} from "./cli-platform-keys.shared.mjs";
import {
  DRILL_EPOCHS,
  EPOCHS,
  LOGS,
  ON_CPU,
  READS_OUR_DIRECTORY,
  RESUME_NAMES,
  SAVES,
  STEPS,
  flagNamed,
  isOutputName,
  isStartedInOutput,
  outputFlag
} from "./job-init-reading-option-names.shared.mjs";
import {
  pathQuoted,
  plainAssignments,
  shellQuoted,
  shellWords
} from "./job-init-reading-shell-words.shared.mjs";
import {
  installerOf,
  requirementsFault,
  tableOf
} from "./job-requirements-file.shared.mjs";
import {
  settingsOf
} from "./cli-settings.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import {
  jobName,
  parseJob
} from "./job-approval-rules.shared.mjs";
import "./job-kubernetes-schema.shared.mjs";
import "./job-cell-differences.shared.mjs";
import {
  patternFault
} from "./metrics-log-pattern.shared.mjs";
import "./job-kube-target.shared.mjs";
import {
  globFault
} from "./job-glob.shared.mjs";
import "./job-slurm-schema.shared.mjs";
import "./job-quantity.shared.mjs";
import "./job-console-line.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import {
  knownPlatforms,
  profileOfPlatform
} from "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./job-short-forms.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import {
  findSecrets,
  isSecretName,
  quoted
} from "./secret-shape.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./duration.shared.mjs";
import {
  nearestOf
} from "./nearest.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/init.ts
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";

// src/job/init/python/names.ts
function plainGlobals({ code, bare: bare2 }) {
  const found = [];
  for (const match of bare2.matchAll(/^([A-Za-z_]\w*)\s*=\s*(?=[^=\s])/gm)) {
    const from = match.index + match[0].length;
    const value = code.slice(from, endOfLine(bare2, from)).trim();
    if (/^(-?[\d.][\w.+-]*|True|False|None|'[^']*'|"[^"]*")$/.test(value))
      found.push({ name: match[1] ?? "", default: value });
  }
  return found;
}
function dataclassFields({ code, bare: bare2 }) {
  return [...bare2.matchAll(/^@(?:dataclasses\.)?dataclass\b[^\n]*\nclass\s+\w+[^\n]*:[ \t]*\n/gm)].flatMap(
    (match) => {
      const from = match.index + match[0].length;
      const rest = bare2.slice(from);
      const body = /^(?:[ \t]+[^\n]*\n|[ \t]*\n)*/.exec(rest)?.[0] ?? "";
      return [...body.matchAll(/^[ \t]{1,8}(\w+)\s*:\s*([^=\n]+?)\s*(?:=\s*([^\n]+))?$/gm)].map(
        ({ 1: name = "", 2: type = "", 3: value, index }) => ({
          name,
          type,
          ...value !== void 0 && {
            default: code.slice(from + index, endOfLine(code, from + index)).replace(/^[^=]*=\s*/, "")
          }
        })
      );
    }
  );
}
function parametersOf({ code, bare: bare2 }, name) {
  const found = new RegExp(`^[ \\t]*(?:async\\s+)?def\\s+${name}\\s*\\(`, "m").exec(bare2);
  if (!found) return [];
  const from = found.index + found[0].length;
  const to = closing(bare2, from);
  return splitAt(bare2, { from, to }).flatMap(({ from: start, to: end }) => {
    const text = code.slice(start, end).trim();
    const [, parameter, type, value] = /^(\w+)\s*(?::\s*([\s\S]+?))?\s*(?:=\s*([\s\S]+))?$/.exec(text) ?? [];
    if (parameter === void 0 || parameter === "self") return [];
    return [
      {
        name: parameter,
        ...type !== void 0 && { type },
        ...value !== void 0 && { default: value }
      }
    ];
  });
}
function closing(bare2, from) {
  let depth = 1;
  for (let at = from; at < bare2.length; at += 1) {
    if ("([{".includes(bare2.charAt(at))) depth += 1;
    if (")]}".includes(bare2.charAt(at))) depth -= 1;
    if (depth === 0) return at;
  }
  return bare2.length;
}
function splitAt(bare2, range) {
  const parts2 = [];
  let depth = 0;
  let start = range.from;
  for (let at = range.from; at < range.to; at += 1) {
    if ("([{".includes(bare2.charAt(at))) depth += 1;
    if (")]}".includes(bare2.charAt(at))) depth -= 1;
    if (bare2.charAt(at) === "," && depth === 0) {
      parts2.push({ from: start, to: at });
      start = at + 1;
    }
  }
  return [...parts2, { from: start, to: range.to }];
}
function endOfLine(text, from) {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

// src/job/init/python/text.ts
var PREFIX = /[rbfutRBFUT]{0,2}$/;
function readPython(path, text) {
  let code = "";
  let bare2 = "";
  for (let at = 0; at < text.length; ) {
    const char = text[at];
    if (char === "#") {
      const end = endOfLine2(text, at);
      code += blank(text.slice(at, end));
      bare2 += blank(text.slice(at, end));
      at = end;
    } else if (char === '"' || char === "'") {
      const isRaw = /r/i.test(PREFIX.exec(text.slice(Math.max(0, at - 2), at))?.[0] ?? "");
      const { end, quotes } = endOfString(text, at, isRaw);
      const whole = text.slice(at, end);
      code += whole;
      bare2 += whole.length < 2 * quotes ? blank(whole) : emptied(whole, quotes);
      at = end;
    } else {
      code += char;
      bare2 += char;
      at += 1;
    }
  }
  return { path, text, code, bare: bare2, lines: lineStarts(text) };
}
var lineStarts = (text) => [
  0,
  ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)
];
function lineAt({ lines }, offset) {
  let [low, high] = [0, lines.length];
  while (high - low > 1) {
    const middle = low + high >> 1;
    if ((lines[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
var blank = (text) => text.replace(/[^\n]/g, " ");
var emptied = (whole, quotes) => whole.slice(0, quotes) + blank(whole.slice(quotes, -quotes)) + whole.slice(-quotes);
function endOfLine2(text, from) {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
function endOfString(text, from, isRaw) {
  const one = text.charAt(from);
  const quotes = text.startsWith(one.repeat(3), from) ? 3 : 1;
  const closing2 = one.repeat(quotes);
  for (let at = from + quotes; at < text.length; at += 1) {
    if (text[at] === "\\" && (!isRaw || text[at + 1] === one)) at += 1;
    else if (quotes === 1 && text[at] === "\n") return { end: at, quotes };
    else if (text.startsWith(closing2, at)) return { end: at + quotes, quotes };
  }
  return { end: text.length, quotes };
}

// src/job/init/python/values.ts
function valueBefore(code, call, name) {
  const file = code.files.find(({ path }) => path === call.file);
  return file && assignedBefore(file, name, call.offset)?.text;
}
var MOST_NAMES = 12;
function originText(code, call, expression) {
  const texts = [expression];
  const seen = /* @__PURE__ */ new Set();
  for (const text of texts) {
    for (const [name] of text.matchAll(/(?<![\w.'"])[A-Za-z_]\w*/g)) {
      if (seen.has(name) || seen.size >= MOST_NAMES) continue;
      seen.add(name);
      const value = valueBefore(code, call, name);
      if (value !== void 0) texts.push(value);
    }
  }
  return texts.join("\n");
}
function assignedBefore(file, name, before) {
  const names = String.raw`((?:[\w.]+[ \t]*,[ \t]*)*)${name}(?:[ \t]*,[ \t]*[\w.]+)*`;
  const pattern2 = new RegExp(`^[ \\t]*${names}\\s*(?::[^=\\n]+)?=(?!=)[ \\t]*`, "gm");
  const last = [...file.bare.slice(0, before).matchAll(pattern2)].at(-1);
  if (!last) return void 0;
  const from = last.index + last[0].length;
  const whole = { from, to: endOfValue(file.bare, from) };
  const place = (last[1] ?? "").split(",").length - 1;
  const isOne = !last[0].split("=")[0]?.includes(",");
  const one = isOne ? whole : splitAt(file.bare, whole)[place];
  return one && { text: file.code.slice(one.from, one.to).trim(), offset: last.index };
}
function endOfValue(bare2, from) {
  let depth = 0;
  for (let at = from; at < bare2.length; at += 1) {
    const char = bare2.charAt(at);
    if ("([{".includes(char)) depth += 1;
    if (")]}".includes(char)) depth -= 1;
    if (char === "\n" && depth <= 0) return at;
  }
  return bare2.length;
}
var literalText = (expression) => /^[rbuRBU]?(['"])((?:(?!\1).)*)\1$/.exec(expression?.trim() ?? "")?.[2];
var placeOf = ({ file, line }) => ({ file, line });
function lineText(code, { file, line }) {
  const python = code.files.find(({ path }) => path === file);
  return python?.text.split("\n")[line - 1]?.trim() ?? "";
}
function placeOfArgument(code, call, name) {
  const file = code.files.find(({ path }) => path === call.file);
  const found = file && new RegExp(`\\b${name}\\s*=`).exec(file.bare.slice(call.offset));
  return file && found ? { file: call.file, line: lineAt(file, call.offset + found.index) } : placeOf(call);
}

// src/job/init/reading/code.ts
import { posix as posix2 } from "node:path";

// src/job/init/python/imports.ts
function bindingsOf(python) {
  const names = /* @__PURE__ */ new Map();
  const imported = [];
  const bare2 = python.bare.replace(/\\\n/g, "  ");
  for (const { local, whole } of [...plainImports(bare2), ...fromImports(bare2)]) {
    imported.push(whole);
    if (!names.has(local)) names.set(local, whole);
  }
  const full = (written) => {
    const [first = "", ...rest] = written.split(".");
    return [names.get(first) ?? first, ...rest].join(".");
  };
  for (const [, own = "", base = ""] of bare2.matchAll(/^[ \t]*class\s+(\w+)\s*\(\s*([A-Za-z_][\w.]*)/gm)) {
    if (!names.has(own)) names.set(own, full(base));
  }
  return { imported, full };
}
function* plainImports(bare2) {
  for (const [, list = ""] of bare2.matchAll(/^[ \t]*import\s+([\w., \t]+)/gm)) {
    for (const part of list.split(",")) {
      const [, whole = "", alias] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
      if (whole === "") continue;
      yield alias === void 0 ? { local: whole.split(".")[0] ?? whole, whole: whole.split(".")[0] ?? whole } : { local: alias, whole };
      if (alias === void 0 && whole.includes(".")) yield { local: whole, whole };
    }
  }
}
function* fromImports(bare2) {
  for (const [, module = "", bracketed2, list] of bare2.matchAll(
    /^[ \t]*from\s+([\w.]+)\s+import\s+(?:\(([^)]*)\)|([\w., \t*]+))/gm
  )) {
    for (const part of (bracketed2 ?? list ?? "").split(",")) {
      const [, name = "", alias] = /^\s*(\w+|\*)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
      if (name === "") continue;
      const whole = name === "*" ? module : `${module.replace(/\.$/, "")}.${name}`;
      yield { local: name === "*" ? module : alias ?? name, whole };
    }
  }
}

// src/job/init/python/calls.ts
var CALLEE = /(?<![\w.])([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)\s*\(/g;
var MOST_OF_A_CALL = 2e4;
function callsIn(python) {
  const { bare: bare2 } = python;
  const bindings = bindingsOf(python);
  const calls = [];
  for (const match of bare2.matchAll(CALLEE)) {
    const written = (match[1] ?? "").replace(/\s+/g, "");
    if (/(^|[^\w.])(def|class)\s+$/.test(bare2.slice(Math.max(0, match.index - 12), match.index))) continue;
    if (KEYWORDS.has(written)) continue;
    const opens = match.index + match[0].length - 1;
    calls.push(callAt(python, { name: bindings.full(written), offset: match.index, opens }));
  }
  return calls;
}
var KEYWORDS = /* @__PURE__ */ new Set(["if", "elif", "while", "for", "in", "and", "or", "not", "return", "with"]);
function callAt(python, at) {
  const named = /* @__PURE__ */ new Map();
  const plain = [];
  for (const { from, to } of argumentsFrom(python.bare, at.opens)) {
    const text = tidy(python.code.slice(from, to));
    const [head = "", name] = /^\s*([A-Za-z_]\w*)\s*=(?!=)\s*/.exec(python.code.slice(from, to)) ?? [];
    if (name !== void 0) named.set(name, tidy(python.code.slice(from + head.length, to)));
    else if (text !== "") plain.push(text);
  }
  return {
    name: at.name,
    file: python.path,
    line: lineAt(python, at.offset),
    offset: at.offset,
    named,
    plain
  };
}
var tidy = (text) => text.replace(/\s+/g, " ").trim();
function argumentsFrom(bare2, opens) {
  const ranges = [];
  let depth = 0;
  let from = opens + 1;
  const end = Math.min(bare2.length, opens + MOST_OF_A_CALL);
  for (let at = opens; at < end; at += 1) {
    const char = bare2.charAt(at);
    if ("([{".includes(char)) depth += 1;
    if (")]}".includes(char)) depth -= 1;
    if (char === "," && depth === 1 || depth === 0) {
      ranges.push({ from, to: at });
      from = at + 1;
    }
    if (depth === 0) return ranges;
  }
  return ranges;
}

// src/job/init/reading/package.ts
var LEFT_OUT_FOLDERS = /^(?:ci|bin|debian|docs?|documentation|manpages|news|newsfragments|changelog|tests?|unit_tests?|examples?|scripts|tools|utils?|python|build|dist|venv|env|requirements|tasks|fabfile|site_scons|benchmarks?|exercises?|htmlcov|[._].*)$/;
var LEFT_OUT_MODULES = /^(?:setup|conftest|tests?|examples?|build|toxfile|noxfile|pavement|dodo|tasks|fabfile|sconstruct|conanfile|manage|benchmarks?|exercises?|[._].*)$/i;
var IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
var NOT_TO_INSTALL = [
  ["tool.poetry", /^package-mode\s*=\s*false\b/m],
  ["tool.uv", /^package\s*=\s*false\b/m],
  ["tool.pdm", /^distribution\s*=\s*false\b/m]
];
var BUILDERS = [
  {
    backend: /^hatchling/,
    told: /^\[tool\.hatch\.build/m,
    found: ["NAME/__init__.py", "src/NAME/__init__.py", "NAME.py"]
  },
  {
    backend: /^poetry/,
    told: /^packages\s*=/m,
    found: ["NAME/", "src/NAME/", "NAME.py", "src/NAME.py"]
  },
  {
    backend: /^flit/,
    told: /^\[tool\.flit\.module\]/m,
    found: ["NAME/__init__.py", "src/NAME/__init__.py", "NAME.py", "src/NAME.py"]
  },
  { backend: /^uv_build/, told: /^\[tool\.uv\.build-backend\]/m, found: ["src/NAME/__init__.py"] }
];
function isPackage({ files, read }) {
  const text = (read("pyproject.toml") ?? "").replaceAll("\r\n", "\n");
  if (NOT_TO_INSTALL.some(([table, says]) => says.test(tableOf(text, table) ?? ""))) return false;
  const build = tableOf(text, "build-system");
  const isMeant = build !== void 0 || files.includes("setup.py") || /^\[project\.scripts\]/m.test(text);
  if (!isMeant) return false;
  const [, backend = "setuptools"] = /^build-backend\s*=\s*["']([^"']+)/m.exec(build ?? "") ?? [];
  if (backend.startsWith("setuptools")) return isPacked({ files, read }, text);
  const builder = BUILDERS.find((each) => each.backend.test(backend));
  return builder === void 0 || builder.told.test(text) || isFound(builder.found, files, text);
}
function isPacked({ files, read }, text) {
  const isTold = /^\[tool\.setuptools\.pack/m.test(text) || /^(?:packages|py-modules|package-dir)\s*=/m.test(tableOf(text, "tool.setuptools") ?? "") || /^(?:packages|py_modules|package_dir)\s*=/m.test(read("setup.cfg") ?? "") || /\b(?:packages|py_modules|ext_modules|package_dir)\s*=/.test(read("setup.py") ?? "");
  if (isTold || files.some((file) => file.startsWith("src/"))) return true;
  const folders = unique(files.flatMap((file) => file.includes("/") ? [file.split("/")[0] ?? ""] : []));
  const packages = folders.filter((name) => IDENTIFIER.test(name) && !LEFT_OUT_FOLDERS.test(name));
  if (packages.length > 0) return packages.length === 1;
  const modules = files.flatMap((file) => /^([^/]+)\.py$/.exec(file)?.[1] ?? []);
  return modules.filter((name) => IDENTIFIER.test(name) && !LEFT_OUT_MODULES.test(name)).length <= 1;
}
var unique = (names) => [...new Set(names)];
function isFound(places, files, text) {
  const table = tableOf(text, "project") ?? tableOf(text, "tool.poetry") ?? "";
  const [, name = ""] = /^name\s*=\s*["']([^"']+)/m.exec(table) ?? [];
  const module = name.replace(/[-.]+/g, "_").toLowerCase();
  const begins = places.map((place) => place.replace("NAME", module));
  return module !== "" && files.some((file) => begins.some((each) => file.toLowerCase().startsWith(each)));
}

// src/job/init/reading/declared.ts
var PINNED_LISTS = [
  "requirements.lock",
  "requirements-lock.txt",
  "requirements.txt",
  "requirements/train.txt",
  "requirements/base.txt"
];
var LOCKS = [
  "uv.lock",
  "poetry.lock",
  "pdm.lock",
  "environment.yml",
  "environment.yaml",
  "pyproject.toml",
  "setup.py",
  "setup.cfg"
];
function declaredBy({ files, read }) {
  const file = PINNED_LISTS.find((name) => files.includes(name)) ?? installableIn({ files, read });
  const text = [...PINNED_LISTS, ...LOCKS].map((name) => read(name) ?? "").join("\n");
  return {
    ...file !== void 0 && {
      requirements: {
        file,
        unpinned: installerOf(file) === "pip" ? unpinnedRequirements(read(file) ?? "") : []
      }
    },
    isPackage: isPackage({ files, read }),
    ...file === void 0 && declaresUnread(read("pyproject.toml") ?? ""),
    has: (name) => new RegExp(`^\\s*(?:name\\s*=\\s*)?["'-]*\\s*${name}(?![\\w-])`, "m").test(text)
  };
}
function declaresUnread(text) {
  if (!/^dynamic\s*=|\[tool\.poetry\.dependencies\]/m.test(text)) return {};
  const fault = requirementsFault("pyproject.toml", text);
  return fault === void 0 ? {} : { fault };
}
var installableIn = ({ files, read }) => ["uv.lock", "poetry.lock", "environment.yml", "environment.yaml", "pyproject.toml"].find(
  (name) => files.includes(name) && requirementsFault(name, read(name) ?? "") === void 0
);
function unpinnedRequirements(text) {
  return text.split(/\r?\n/).map((line) => line.replace(/(^|\s)#.*$/, "").trim()).filter((line) => /^[A-Za-z0-9]/.test(line)).filter((line) => !/===?\s*[^*\s,;]+(\s|;|\\|$)/.test(line) && !/@\s*\S+[0-9a-f]{40}/.test(line));
}

// src/job/init/reading/hydra-config.ts
import { posix } from "node:path";
var literal = (text) => /^['"]([^'"]*)['"]$/.exec(text ?? "")?.[1];
function hydraKeys(script, main, repository) {
  return keysOfYaml(hydraConfig(script, main, repository) ?? "");
}
function hydraConfig(script, main, repository) {
  const name = literal(main?.named.get("config_name"));
  const folder = literal(main?.named.get("config_path"));
  if (name === void 0 || folder === void 0) return void 0;
  const path = posix.normalize(posix.join(posix.dirname(script), folder, name.replace(/\.ya?ml$/, "")));
  return repository.read(`${path}.yaml`) ?? repository.read(`${path}.yml`);
}
function keysOfYaml(text) {
  const open = [];
  const keys = [];
  for (const line of text.split("\n").slice(0, 2e3)) {
    const [, space, name, value] = /^( *)([A-Za-z_][\w-]*):(?:[ \t]+(.*))?$/.exec(line.trimEnd()) ?? [];
    if (space === void 0 || name === void 0) continue;
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= space.length) open.pop();
    const whole = [...open.map((each) => each.name), name].join(".");
    if (value === void 0 || value.startsWith("#")) open.push({ indent: space.length, name });
    else keys.push(whole);
  }
  return keys;
}

// src/job/init/reading/flags.ts
var PARSERS = [
  {
    name: "nanoGPT's configurator",
    style: "equals",
    flags: ({ python }) => /\bexec\s*\(\s*open\s*\(\s*['"][^'"]*configurator\.py['"]/.test(python.code) ? valued(plainGlobals(python)) : void 0
  },
  { name: "Hydra", style: "override", flags: hydraFlags },
  { name: "argparse", style: "space", flags: argparseFlags },
  { name: "click", style: "space", flags: clickFlags },
  { name: "typer", style: "space", flags: typerFlags },
  { name: "Hugging Face's parser", style: "space", flags: huggingFaceFlags },
  { name: "Lightning CLI", style: "space", flags: lightningFlags },
  { name: "fire", style: "equals", flags: fireFlags },
  { name: "absl", style: "equals", flags: abslFlags },
  { name: "tyro", style: "space", flags: tyroFlags }
];
function flagsOf(script, repository) {
  const used = PARSERS.flatMap(({ name, style, flags }) => {
    const found = flags(script, repository);
    return found === void 0 ? [] : [{ name, style, found }];
  });
  const all = /* @__PURE__ */ new Map();
  for (const flag of used.flatMap(({ found }) => found)) if (!all.has(flag.name)) all.set(flag.name, flag);
  return { style: used[0]?.style ?? "space", all, ...used[0] && { parser: used[0].name } };
}
function flagText({ style }, name, value) {
  if (style === "override") return `${name}=${value ?? "true"}`;
  if (value === void 0) return `--${name}`;
  return style === "equals" ? `--${name}=${value}` : `--${name} ${value}`;
}
var valued = (parameters, hyphens = false) => parameters.map(({ name, type, default: value }) => ({
  name: hyphens ? name.replaceAll("_", "-") : name,
  isSwitch: hyphens && (type === "bool" || value === "False" || value === "True")
}));
var LONG = /^[rbfu]?['"]--([A-Za-z0-9][A-Za-z0-9_.-]{0,60})(?:\/--[\w-]+)?['"]$/;
var longNames = (plain) => plain.flatMap((text) => LONG.exec(text)?.[1] ?? []);
function argparseFlags({ calls }) {
  const own = calls.filter(({ name }) => name.endsWith(".add_argument"));
  if (own.length === 0) return void 0;
  return own.flatMap(({ plain, named }) => {
    const action = named.get("action") ?? "";
    const isSwitch = /store_(true|false|const)|BooleanOptionalAction|count/.test(action);
    const given = named.get("default");
    return longNames(plain).map((name) => ({
      name,
      isSwitch,
      ...given !== void 0 && { default: given }
    }));
  });
}
function clickFlags({ calls }) {
  const own = calls.filter(({ name }) => /(^|\.)click\.option$/.test(name));
  if (own.length === 0) return void 0;
  return own.flatMap(({ plain, named }) => {
    const isSwitch = named.get("is_flag") === "True" || plain.some((text) => text.includes("/--"));
    return longNames(plain).map((name) => ({ name, isSwitch }));
  });
}
function typerFlags({ python, calls }) {
  const run = calls.find(({ name }) => name === "typer.run")?.plain[0];
  const command2 = /@\w+\.command\([^)]*\)\s*\n(?:@[^\n]*\n)*\s*def\s+(\w+)/.exec(python.bare)?.[1];
  if (!calls.some(({ name }) => name.startsWith("typer."))) return void 0;
  const named = calls.filter(({ name }) => name === "typer.Option").flatMap(({ plain }) => longNames(plain));
  const main = run ?? command2;
  const parameters = main !== void 0 && /^\w+$/.test(main) ? parametersOf(python, main) : [];
  const options = parameters.filter((each) => each.default !== void 0 || /Option/.test(each.type ?? ""));
  return [...named.map((name) => ({ name, isSwitch: false })), ...valued(options, true)];
}
var TRAINING_ARGUMENTS = [
  "output_dir",
  "max_steps",
  "num_train_epochs",
  "save_steps",
  "save_strategy",
  "logging_steps",
  "report_to",
  "resume_from_checkpoint"
];
function huggingFaceFlags({ python, calls }) {
  if (!calls.some(({ name }) => /(^|\.)(HfArgumentParser|TrlParser)$/.test(name))) return void 0;
  const implied = TRAINING_ARGUMENTS.map((name) => ({ name, isSwitch: false }));
  return [...implied, { name: "use_cpu", isSwitch: true }, ...valued(dataclassFields(python))];
}
function lightningFlags({ calls }) {
  if (!calls.some(({ name }) => /(^|\.)LightningCLI$/.test(name))) return void 0;
  return ["trainer.default_root_dir", "trainer.max_steps", "trainer.accelerator", "ckpt_path"].map(
    (name) => ({ name, isSwitch: false })
  );
}
function fireFlags({ python, calls }) {
  const main = calls.find(({ name }) => name === "fire.Fire")?.plain[0];
  if (main === void 0) return void 0;
  return valued(/^\w+$/.test(main) ? parametersOf(python, main) : []);
}
function abslFlags({ calls }) {
  const own = calls.filter(({ name }) => /(^|\.)DEFINE_\w+$/.test(name));
  if (own.length === 0) return void 0;
  return own.flatMap(({ name, plain }) => {
    const flag = /^['"]([A-Za-z]\w{0,60})['"]$/.exec(plain[0] ?? "")?.[1];
    return flag === void 0 ? [] : [{ name: flag, isSwitch: /bool(ean)?$/.test(name) }];
  });
}
function tyroFlags({ python, calls }) {
  const cli = calls.find(({ name }) => name === "tyro.cli");
  if (!cli) return void 0;
  const of = cli.plain[0] ?? "";
  return valued([...dataclassFields(python), .../^\w+$/.test(of) ? parametersOf(python, of) : []], true);
}
function hydraFlags({ python, calls }, repository) {
  const main = calls.find(({ name }) => name === "hydra.main");
  if (!main && !/@hydra\.main\b/.test(python.bare)) return void 0;
  return hydraKeys(python.path, main, repository).map((name) => ({ name, isSwitch: false }));
}

// src/job/init/reading/code.ts
var MOST_FILES = 40;
function readCode(repository, entry) {
  const files = entry?.path.endsWith(".py") ? withOwnModules(repository, entry) : [];
  const calls = files.flatMap(callsIn);
  const [main] = files;
  const own = main ? { python: main, calls: calls.filter(({ file }) => file === main.path) } : void 0;
  const code = {
    ...entry && { entry },
    files,
    calls,
    imported: files.flatMap((file) => bindingsOf(file).imported),
    flags: own ? flagsOf(own, repository) : { style: "space", all: /* @__PURE__ */ new Map() },
    declared: declaredBy(repository),
    repository
  };
  return { ...code, isStartedInOutput: isStartedInOutput(code) };
}
var callsOf = ({ calls }, name) => calls.filter((call) => name.test(call.name));
var imports = ({ imported }, module) => imported.some((whole) => whole === module || whole.startsWith(`${module}.`));
function findInCode({ files }, pattern2) {
  for (const file of files) {
    const found = pattern2.exec(file.code);
    if (found) return { file: file.path, line: lineAt(file, found.index) };
  }
  return void 0;
}
function withOwnModules(repository, entry) {
  const found = /* @__PURE__ */ new Map([[entry.path, readPython(entry.path, entry.source)]]);
  for (const file of found.values()) {
    for (const path of ownModules(file, entry.path, repository)) {
      if (found.size >= MOST_FILES || found.has(path)) continue;
      found.set(path, readPython(path, repository.read(path) ?? ""));
    }
  }
  return [...found.values()];
}
function ownModules(file, entry, { files }) {
  const known = new Set(files);
  const folders = [.../* @__PURE__ */ new Set([posix2.dirname(entry), ".", "src"])];
  return bindingsOf(file).imported.flatMap((whole) => {
    const dots = /^\.*/.exec(whole)?.[0].length ?? 0;
    const path = whole.slice(dots).replaceAll(".", "/");
    const up = "../".repeat(Math.max(0, dots - 1));
    const bases = dots > 0 ? [posix2.join(posix2.dirname(file.path), up)] : folders;
    const named = bases.flatMap(
      (base) => [path, posix2.dirname(path)].flatMap((each) => [
        posix2.join(base, `${each}.py`),
        posix2.join(base, each, "__init__.py")
      ])
    );
    return named.filter((each) => known.has(each)).slice(0, 1);
  });
}

// src/job/init/reading/environment-options.ts
function environmentOption(code, { names }) {
  for (const name of names) {
    const variable = name.toUpperCase().replace(/\W/g, "_");
    const read = new RegExp(
      `\\b(?:os\\.)?(?:environ(?:\\.get\\(|\\[)|getenv\\()\\s*['"]((?:[A-Z]+_)?${variable})['"]`
    );
    const file = findInCode(code, read);
    if (file === void 0) continue;
    const text = code.files.find(({ path }) => path === file.file)?.code ?? "";
    const found = read.exec(text)?.[1];
    if (found !== void 0) return found;
  }
  return void 0;
}

// src/job/init/habits/length-paste.ts
var SHORT_VARIABLES = { MAX_STEPS: "20", SAVE_STEPS: "5", EPOCHS: "1" };
function lengthPaste(code, call, wanted) {
  if (!call || saysItsLength(code)) return [];
  const lines = wanted.flatMap(({ argument, variable, otherwise, beside }) => {
    const now = call.named.get(argument) ?? otherwise;
    return /^-?[\d_]+$/.test(now) ? [`${argument}=int(os.environ.get("${variable}", ${now})),${beside ? ` ${beside}` : ""}`] : [];
  });
  if (lines.length < wanted.length) return [];
  const at = placeOfArgument(code, call, wanted[0]?.argument ?? "");
  return [{ at, why: "so that the smoke can be short: it sets these variables", lines }];
}
var LOOP = /^[ \t]*for\s+(\w*(?:epoch|step|iter)\w*)\s+in\s+range\(([^()\n]*)\)/m;
function countedLoop(code) {
  const at = findInCode(code, LOOP);
  const file = code.files.find(({ path }) => path === at?.file);
  const [, name = "", range = ""] = LOOP.exec(file?.code ?? "") ?? [];
  const bounds = range.split(",").map((each) => each.trim());
  const [first, last] = bounds.length === 1 ? ["0", bounds[0]] : bounds;
  if (!at || bounds.length > 2 || first === void 0 || last === void 0) return void 0;
  if (![first, last].every((each) => /^[\w.]+$/.test(each))) return void 0;
  return { at, name, first, last, isEpoch: /epoch/i.test(name) };
}
function loopLengthPaste(code) {
  const loop = countedLoop(code);
  if (!loop || saysItsLength(code)) return [];
  const { at, name, first, last, isEpoch } = loop;
  const variable = isEpoch ? "EPOCHS" : "MAX_STEPS";
  const taken = `int(os.environ.get("${variable}", ${last}))`;
  return [
    {
      at,
      why: "so that the smoke can be short: it sets this variable",
      lines: [`for ${name} in range(${first === "0" ? "" : `${first}, `}${taken}):`]
    }
  ];
}
var saysItsLength = (code) => [STEPS, EPOCHS].some((each) => flagNamed(code.flags.all, each.names) ?? environmentOption(code, each));

// src/job/init/reading/written-path.ts
var MOST_STEPS = 6;
function writtenPath(code, call, { expression, kind }) {
  const parts2 = partsOf({ code, file: call.file, before: call.offset }, expression, MOST_STEPS);
  const from = parts2.lastIndexOf("output");
  const own = from < 0 ? parts2 : parts2.slice(from + 1);
  const glob = own.map((part) => typeof part === "object" ? part.text : "*").join("").replace(/\/{2,}/g, "/").replace(/\*{2,}/g, "*").replace(/^(\.?\/)+/, "").replace(/\/+$/, "");
  if (from >= 0) return { glob };
  if (code.isStartedInOutput && !leadsElsewhere(parts2[0]))
    return { glob: typeof parts2[0] === "object" ? glob : glob.replace(/^\*\//, "**/") };
  return belowItsOwnFolder(glob, {
    isFixed: typeof parts2[0] === "object",
    kind,
    place: { file: call.file, line: call.line }
  });
}
var leadsElsewhere = (part) => typeof part === "object" && /^(?:[/~]|\.\.)/.test(part.text);
function belowItsOwnFolder(glob, { isFixed, kind, place }) {
  const [folder = "", ...rest] = glob.split("/");
  const below = rest.join("/");
  if (!isFixed || folder.includes("*"))
    return { glob: below === "" && !isFixed && kind === "directory" ? "" : below || glob };
  if (below === "" && kind === "member") return { glob, fixed: { folder: ".", place } };
  return { glob: below, fixed: { folder, place } };
}
function partsOf(where, expression, steps) {
  const text = expression.trim();
  const literal2 = /^([rbfuRBFU]{0,2})(['"])((?:(?!\2).)*)\2$/.exec(text);
  if (literal2)
    return [{ text: (literal2[3] ?? "").replace(/\{[^}]*\}/g, "*").replace(/%[0-9.]*[a-z]/g, "*") }];
  const joined = /^(?:os\.path\.join|Path|pathlib\.Path|str|os\.fspath|os\.path\.abspath)\s*\((.*)\)$/.exec(
    text
  );
  if (joined) return withSlashes(topLevel(joined[1] ?? "", ","), where, steps);
  const halves = topLevel(text, "/");
  if (halves.length > 1) return withSlashes(halves, where, steps);
  const sum = topLevel(text, "+");
  if (sum.length > 1) return sum.flatMap((part) => partsOf(where, part, steps));
  if (isOutput(where.code, text)) return ["output"];
  const next = /^increment_path\s*\((.*)\)$/.exec(text);
  if (next) return [...partsOf(where, topLevel(next[1] ?? "", ",")[0] ?? "", steps), "unknown"];
  const origin = steps > 0 ? originOf(where, text) : void 0;
  return origin ? partsOf(origin.where, origin.expression, steps - 1) : ["unknown"];
}
function originOf(where, text) {
  if (/^[A-Za-z_]\w*$/.test(text)) {
    const value2 = assignedTo(where, text);
    if (value2) return { where: { ...where, before: value2.offset }, expression: value2.text };
    return givenByCaller(where, text);
  }
  if (!/^self\.\w+$/.test(text)) return void 0;
  const value = assignedTo({ ...where, before: Number.POSITIVE_INFINITY }, text.replace(".", "\\."));
  return value && { where: { ...where, before: value.offset }, expression: value.text };
}
function givenByCaller(where, name) {
  const file = where.code.files.find(({ path }) => path === where.file);
  const heads = [...(file?.bare.slice(0, where.before) ?? "").matchAll(/^[ \t]*def\s+(\w+)\s*\(/gm)];
  const own = heads.at(-1)?.[1];
  if (!file || own === void 0) return void 0;
  const at = parametersOf(file, own).findIndex((each) => each.name === name);
  const call = where.code.calls.find(
    (each) => each.name.split(".").at(-1) === own && !each.name.startsWith("torch.")
  );
  const expression = at < 0 ? void 0 : call?.named.get(name) ?? call?.plain[at];
  return call && expression !== void 0 ? { where: { ...where, file: call.file, before: call.offset }, expression } : void 0;
}
var withSlashes = (texts, where, steps) => texts.flatMap((text, at) => [...at > 0 ? [{ text: "/" }] : [], ...partsOf(where, text, steps)]);
function isOutput({ flags }, text) {
  if (/GPU_LEASE_OUT/.test(text)) return true;
  const name = /^(?:\w+\.)*(\w+)$/.exec(text)?.[1] ?? /^\w+\[['"](\w+)['"]\]$/.exec(text)?.[1];
  return name !== void 0 && /\.|\[/.test(text) && isOutputName(flags.all, name);
}
function assignedTo({ code, file, before }, name) {
  const python = code.files.find(({ path }) => path === file);
  return python && assignedBefore(python, name, before);
}
function topLevel(text, separator) {
  const pieces = [""];
  let depth = 0;
  let quote = "";
  for (const char of text) {
    if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char)) depth -= 1;
    if (char === separator && depth === 0 && quote === "") pieces.push("");
    else pieces[pieces.length - 1] += char;
  }
  return pieces;
}
var readsOurDirectory = (code) => findInCode(code, READS_OUR_DIRECTORY);

// src/job/init/command/axolotl-command.ts
function axolotlCommand({ entry }) {
  const run = `axolotl train ${pathQuoted(entry?.path ?? "")} --output-dir "$GPU_LEASE_OUT"`;
  return {
    run,
    smoke: `${run} --max-steps 20 --save-steps 5`,
    isShort: true,
    passesOutput: true,
    awaits: []
  };
}

// src/job/init/command/resume-prelude.ts
function resumePrelude({ resume, checkpoint }, { begin, words, variables, style }) {
  const start = words.join(" ");
  const told = variables.length > 0 ? `${variables.join(" ")} ` : "";
  if (resume.how !== "flag" || !checkpoint) return `${begin}${told}${start}`;
  const [first = ""] = typeof checkpoint.path === "string" ? [checkpoint.path] : checkpoint.path;
  const last = checkpoint.complete ?? checkpoint.anchor;
  const mark = last === void 0 ? first : `${first}/${last}`;
  const newest = last === void 0 ? '"$last"' : `"\${last%/${last}}"`;
  return [
    `last=$(find "$GPU_LEASE_OUT" -path "$GPU_LEASE_OUT/"${shellQuoted(pattern(mark))} | sort -V | tail -n 1)`,
    `${begin}${variables.length > 0 ? `exec env ${told}` : "exec "}${start} \${last:+${flagText({ style }, resume.flag, wordFor(resume.value, newest))}}`
  ].join("\n");
}
var pattern = (glob) => glob.replace(/\*\*\/\*?/g, "*").replace(/\*\*/g, "*");
function wordFor(value, newest) {
  if (value === "nothing") return void 0;
  return value === "newest" ? newest : value.word;
}

// src/job/init/command/start-words.ts
import { posix as posix3 } from "node:path";
function launcherWords(code, habits, kind) {
  const script = scriptWords(code);
  const line = code.entry?.line;
  const launcher = line && line.launcher !== "python" && line.launcher !== "axolotl" ? line.launcher : habits.launcher;
  if (launcher === "torchrun") {
    const count = kind === "smoke" ? "2" : "auto";
    return ["torchrun", "--standalone", `--nproc_per_node=${count}`, ...script];
  }
  if (launcher === "accelerate") {
    if (kind === "smoke") return ["accelerate", "launch", "--cpu", "--num_processes", "1", ...script];
    return ["accelerate", "launch", ...configOf(line?.launcherArguments ?? []), ...script];
  }
  if (launcher === "deepspeed") return ["deepspeed", ...script];
  if (code.entry?.installed !== void 0) return [code.entry.installed];
  return ["python3", ...script];
}
function configOf(words) {
  const at = words.indexOf("--config_file");
  const file = words[at + 1];
  return at >= 0 && file !== void 0 && !hidesSomething(file) ? ["--config_file", shellQuoted(file)] : [];
}
function scriptWords({ entry, files, repository, isStartedInOutput: isStartedInOutput2 }) {
  const path = entry?.path ?? "";
  if (isStartedInOutput2) return [`"$OLDPWD/${path}"`];
  const isInPackage = repository.files.includes(posix3.join(posix3.dirname(path), "__init__.py"));
  const isRelative = /^\s*from\s+\./m.test(files[0]?.bare ?? "");
  if (isInPackage && isRelative && /^[\w/]+\.py$/.test(path))
    return [
      "-m",
      path.replace(/\.py$/, "").replace(/\/__main__$/, "").replaceAll("/", ".")
    ];
  return [pathQuoted(path)];
}
function keptArguments(code, saidAnew) {
  const words = code.entry?.line?.scriptArguments ?? [];
  const anew = new Set(saidAnew.map((name) => name.replaceAll("_", "-")));
  const kept = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const name = /^(?:--)?([\w.-]+)(?==|$)/.exec(word)?.[1] ?? "";
    const takesNext = word.startsWith("--") && !word.includes("=") && !(words[at + 1] ?? "--").startsWith("--");
    const drops = anew.has(name.replaceAll("_", "-")) || isSecretName(name) || hidesSomething(word);
    const value = takesNext ? words[at + 1] : void 0;
    if (takesNext) at += 1;
    if (drops || value !== void 0 && hidesSomething(value)) continue;
    kept.push(shellQuoted(word), ...value === void 0 ? [] : [shellQuoted(value)]);
  }
  return kept;
}
var hidesSomething = (word) => findSecrets(word).length > 0 || /[\u0000-\u001f\u007f]/.test(word);

// src/job/init/command/commands.ts
function commandsOf(code, habits) {
  if (!code.entry) return bare("python3 train.py");
  if (/\.ya?ml$/.test(code.entry.path)) return axolotlCommand(code);
  if (!code.entry.path.endsWith(".py")) return ofAnotherLanguage(code);
  const options = optionsOf(code, habits, EPOCHS.value);
  const write = (kind, options2) => {
    const set = kind === "run" ? options2.always : [...options2.always, ...options2.short];
    const words = [
      ...launcherWords(code, habits, kind),
      ...keptArguments(code, namesOf(set)),
      ...set.map((each) => each.text)
    ];
    const variables = kind === "run" ? [] : options2.variables;
    const begin = code.isStartedInOutput ? IN_OUTPUT : "";
    return resumePrelude(habits, { begin, words, variables, style: code.flags.style });
  };
  const smoke = write("smoke", options);
  const drill = write("smoke", optionsOf(code, habits, DRILL_EPOCHS));
  const isDrilled = habits.checkpoint !== void 0 && habits.resume.how !== "not";
  return {
    run: write("run", options),
    smoke,
    ...isDrilled && drill !== smoke && { drill },
    isShort: options.isShort,
    passesOutput: options.passesOutput,
    awaits: options.awaits
  };
}
var IN_OUTPUT = 'cd "$GPU_LEASE_OUT" && ';
var namesOf = (options) => [
  ...options.map(({ name }) => name),
  ...RESUME_NAMES
];
function optionsOf(code, habits, epochs) {
  const { flags } = code;
  const output = outputOption(code);
  const length = flagNamed(flags.all, STEPS.names) === void 0 ? { ...EPOCHS, value: epochs } : STEPS;
  const byFlag = option(flags, length);
  const variables = byFlag ? [] : byEnvironment(code, epochs);
  const hint = byFlag || variables.length > 0 ? [] : awaited(habits, epochs);
  const short = byFlag ? [byFlag, ...length === STEPS ? present(flags, [SAVES]) : [], ...present(flags, [LOGS, ...ON_CPU])] : present(flags, ON_CPU);
  return {
    always: [...output ? [output] : [], ...doTrain(code)],
    short: unique2([...short, ...present(flags, habits.short ?? [])]),
    variables: [...variables, ...hint],
    awaits: hint,
    isShort: byFlag !== void 0 || variables.length > 0,
    passesOutput: code.isStartedInOutput || output !== void 0 || readsOurDirectory(code) !== void 0
  };
}
var present = (flags, wanted) => wanted.flatMap((each) => option(flags, each) ?? []);
function option(flags, { names, value }) {
  const name = flagNamed(flags.all, names);
  if (name === void 0) return void 0;
  return { name, text: flagText(flags, name, flags.all.get(name)?.isSwitch ? void 0 : value) };
}
function outputOption(code) {
  const { flags } = code;
  const name = outputFlag(flags.all);
  if (name !== void 0) return { name, text: flagText(flags, name, '"$GPU_LEASE_OUT"') };
  if (flags.style !== "override" || !readsHydraDirectory(code)) return void 0;
  return { name: "hydra.run.dir", text: 'hydra.run.dir="$GPU_LEASE_OUT"' };
}
var readsHydraDirectory = ({ files, repository }) => files.some(({ code }) => /runtime\.output_dir|hydra\.run\.dir/.test(code)) || repository.files.some((path) => /\.ya?ml$/.test(path) && /\$\{hydra:/.test(repository.read(path) ?? ""));
var doTrain = (code) => code.files.some(({ code: text }) => /\bargs\.do_train\b/.test(text)) || code.files.some(({ code: text }) => /\b\w+_args\.do_train\b/.test(text)) ? [{ name: "do_train", text: "--do_train" }] : [];
function byEnvironment(code, epochs) {
  const steps = environmentOption(code, STEPS) ?? environmentOption(code, EPOCHS);
  if (steps === void 0) return [];
  const saves = environmentOption(code, SAVES);
  const isSteps = !/EPOCH/.test(steps);
  return [
    `${steps}=${isSteps ? STEPS.value : epochs}`,
    ...saves === void 0 ? [] : [`${saves}=${SAVES.value}`]
  ];
}
var awaited = (habits, epochs) => Object.entries(SHORT_VARIABLES).filter(([name]) => habits.pastes.some(({ lines }) => lines.some((line) => line.includes(`"${name}"`)))).map(([name, value]) => `${name}=${name === "EPOCHS" ? epochs : value}`);
var unique2 = (options) => options.filter(({ name }, at) => options.findIndex((each) => each.name === name) === at);
var bare = (run) => ({
  run,
  smoke: run,
  isShort: false,
  passesOutput: false,
  awaits: []
});
function ofAnotherLanguage({ entry, repository, flags }) {
  const path = entry?.path ?? "";
  if (path.endsWith(".sh")) return bare(`sh ${pathQuoted(path)}`);
  const own = nodeFlags(entry?.source ?? "");
  const npm = hasNpmTrain(repository.read("package.json"));
  const start = npm ? "npm run train" : `node ${pathQuoted(path)}`;
  const all = new Map(own.map((name) => [name, { name, isSwitch: false }]));
  const given = { ...flags, all };
  const output = npm ? void 0 : outputFlag(all);
  const steps = npm ? void 0 : option(given, STEPS) ?? option(given, EPOCHS);
  const run = output === void 0 ? start : `${start} ${flagText(given, output, '"$GPU_LEASE_OUT"')}`;
  return {
    ...bare(run),
    smoke: steps ? `${run} ${steps.text}` : run,
    isShort: steps !== void 0,
    passesOutput: output !== void 0 || /GPU_LEASE_OUT/.test(entry?.source ?? "")
  };
}
var nodeFlags = (source) => /parseArgs/.test(source) ? [...source.matchAll(/['"]?([a-z][a-z-]{1,39})['"]?:\s*\{\s*type:/g)].map(([, name = ""]) => name) : [];
function hasNpmTrain(text) {
  try {
    const scripts = JSON.parse(text ?? "{}")?.scripts;
    return typeof scripts?.["train"] === "string";
  } catch {
    return false;
  }
}

// src/job/init/reading/launch-line.ts
var STARTS = [
  { words: [/^accelerate$/, /^launch$/], launcher: "accelerate" },
  { words: [/^torchrun$/], launcher: "torchrun" },
  { words: [/^python[\d.]*$/, /^-m$/, /^torch\.distributed\.(launch|run)$/], launcher: "torchrun" },
  { words: [/^deepspeed$/], launcher: "deepspeed" },
  { words: [/^axolotl$/, /^train$/], launcher: "axolotl" },
  { words: [/^python[\d.]*$/], launcher: "python" }
];
var BEFORE = /^(\$|>|uv|poetry|pdm|hatch|rye|run|exec|time|nohup|sudo|[A-Za-z_]\w*=.*)$/;
var LINES_IN = /(^|\/)(README[\w.-]*|Makefile|makefile|justfile|[\w.-]+\.sh|Dockerfile[\w.-]*)$/;
function launchLines(repository) {
  const files = repository.files.filter((path) => LINES_IN.test(path) && path.split("/").length <= 4);
  const sources = files.slice(0, 100).map((path) => ({ path, lines: numbered(repository.read(path) ?? "") })).concat(jsonScripts(repository), projectScripts(repository));
  return sources.sort((a, b) => Number(/README/.test(a.path)) - Number(/README/.test(b.path))).flatMap(({ path, lines }) => {
    const known = plainAssignments(repository.read(path) ?? "");
    return lines.flatMap(({ text, line }) => {
      const found = launchOf(shellWords(text, known), repository);
      return found === void 0 ? [] : [{ ...found, place: { file: path, line } }];
    });
  });
}
function numbered(text) {
  const lines = [];
  let goesOn = false;
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = goesOn ? raw.trim() : raw.trim().replace(/^([$>@*-]\s+|@|`)/, "");
    const last = lines.at(-1);
    if (goesOn && last) last.text += ` ${line}`;
    else lines.push({ text: line, line: at + 1 });
    goesOn = line.endsWith("\\");
    const open = lines.at(-1);
    if (goesOn && open) open.text = open.text.slice(0, -1);
  }
  return lines.filter((each) => each.text.length <= 4e3);
}
function jsonScripts(repository) {
  return ["package.json"].flatMap((path) => {
    const lines = (repository.read(path) ?? "").split("\n").flatMap((text, at) => {
      const command2 = /^\s*"[\w:-]+"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
      return command2 === void 0 ? [] : [{ text: command2.replaceAll('\\"', '"'), line: at + 1 }];
    });
    return [{ path, lines }];
  });
}
function projectScripts(repository) {
  const path = "pyproject.toml";
  const lines = (repository.read(path) ?? "").split("\n").flatMap((text, at) => {
    const command2 = /^\s*[\w.-]+\s*=\s*(?:\{[^}]*?(?:cmd|shell)\s*=\s*)?"([^"]+)"/.exec(text)?.[1];
    return command2 === void 0 ? [] : [{ text: command2, line: at + 1 }];
  });
  return [{ path, lines }];
}
function launchOf(all, repository) {
  const first = all.findIndex((word) => word === void 0 || !BEFORE.test(word));
  const words = first < 0 ? [] : all.slice(first);
  const start = STARTS.find(
    ({ words: begin }) => begin.every((pattern2, at) => pattern2.test(words[at] ?? ""))
  );
  if (!start) return void 0;
  const rest = words.slice(start.words.length);
  const found = targetAmong(rest, repository);
  if (!found) return void 0;
  const own = rest.slice(found.to);
  return {
    launcher: found.target.endsWith(".py") ? start.launcher : "axolotl",
    launcherArguments: rest.slice(0, found.from).flatMap((word) => word ?? []),
    target: found.target,
    scriptArguments: withoutUnread(own),
    unread: own.filter((word) => word === void 0).length
  };
}
function targetAmong(words, { files }) {
  for (const [at, word] of words.entries()) {
    if (word === void 0) continue;
    const path = word.replace(/^\.\//, "");
    if (/\.(py|ya?ml)$/.test(path) && !isOpenOption(words[at - 1]) && files.includes(path))
      return { target: path, from: at, to: at + 1 };
    const module = (word === "-m" || word === "--module") && words[at + 1]?.replaceAll(".", "/");
    const named = module ? [`${module}.py`, `${module}/__main__.py`, `src/${module}.py`] : [];
    const target = named.find((each) => files.includes(each));
    if (target !== void 0) return { target, from: at, to: at + 2 };
  }
  return void 0;
}
var isOpenOption = (word) => word?.startsWith("--") === true && !word.includes("=");
function withoutUnread(words) {
  return words.flatMap((word, at) => {
    if (word === void 0) return [];
    const next = at + 1 < words.length ? words[at + 1] : "";
    return word.startsWith("--") && !word.includes("=") && next === void 0 ? [] : [word];
  });
}

// src/job/init/reading/entry.ts
var NOT_OURS = /(^|\/)(\.|node_modules\/|venv\/|env\/|site-packages\/|tests?\/|docs?\/|build\/|dist\/|third_party\/)/;
var NO_TRAINING = /(^|[/_-])(eval\w*|test\w*|prepare\w*|preprocess\w*|infer\w*|generate\w*|sample|serve|export|convert|download|setup|benchmark|bench|plot\w*|demo|app|configurator)\.(py|sh|ya?ml)$/;
var ENTRY_NAMES = [
  { name: /^train\.py$/, weight: 50 },
  {
    name: /^(finetune|fine_tune|pretrain|run_train|train_\w+|\w+_train|run_\w+|sft|dpo|grpo)\.py$/,
    weight: 45
  },
  { name: /^main\.py$/, weight: 35 },
  { name: /^run\.py$/, weight: 30 },
  { name: /^train\.sh$/, weight: 25 },
  { name: /^train\.m?[jt]s$/, weight: 20 }
];
var NEARLY = 30;
var MOST_CANDIDATES = 40;
function findEntries(repository, wanted) {
  const lines = launchLines(repository).filter(({ target }) => isOurs(target));
  if (wanted !== void 0) {
    const taken = entryOf(repository, { path: wanted, lines, why: "you named it" });
    return { taken, others: [] };
  }
  const named = repository.files.filter((path) => isOurs(path) && weightOf(path) > 0);
  const candidates = [
    .../* @__PURE__ */ new Set([
      ...lines.map(({ target }) => target),
      ...installedScripts(repository).map(({ path }) => path),
      ...named,
      ...axolotlFiles(repository)
    ])
  ].slice(0, MOST_CANDIDATES).map((path) => ({ path, score: scoreOf(repository, path, lines) })).sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  const [best, ...rest] = candidates;
  if (!best) return { others: [] };
  const others = rest.filter(({ score }) => score > best.score - NEARLY).map(({ path }) => path);
  return { taken: entryOf(repository, { path: best.path, lines }), others };
}
var isOurs = (path) => !NOT_OURS.test(path) && !NO_TRAINING.test(path);
function entryOf(repository, { path, lines, why }) {
  const line = lines.find(({ target }) => target === path);
  const source = repository.read(path) ?? "";
  const installed = installedScripts(repository).find(
    (each) => each.path === path && !source.includes("__main__")
  )?.name;
  const by = line ? `${line.place.file}:${line.place.line} starts it` : installed === void 0 ? "by its name and what it does" : `pyproject.toml makes the command ${installed} of it`;
  return {
    path,
    source,
    why: why ?? by,
    ...line && { line },
    ...installed !== void 0 && { installed }
  };
}
function installedScripts({ files, read }) {
  const scripts = /^\[(?:project|tool\.poetry)\.scripts\][^\n]*\n([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(
    read("pyproject.toml") ?? ""
  )?.[1];
  return [...(scripts ?? "").matchAll(/^([\w.-]*(?:train|tune|sft)[\w.-]*)\s*=\s*"([\w.]+):\w+"/gm)].flatMap(
    ([, name = "", module = ""]) => {
      const below = `${module.replaceAll(".", "/")}.py`;
      const path = [below, `src/${below}`].find((each) => files.includes(each));
      return path === void 0 ? [] : [{ name, path }];
    }
  );
}
var weightOf = (path) => ENTRY_NAMES.find(({ name }) => name.test(path.split("/").at(-1) ?? ""))?.weight ?? 0;
function scoreOf(repository, path, lines) {
  const source = repository.read(path) ?? "";
  const isPython = path.endsWith(".py");
  const line = lines.find(({ target }) => target === path);
  const isConfig = /\.ya?ml$/.test(path);
  return weightOf(path) + (line ? 25 : 0) + (installedScripts(repository).some((each) => each.path === path) ? 40 : 0) + (isConfig ? 40 : 0) + (isPython && isScript(source) ? 20 : 0) + (isPython && trains(source) ? 25 : 0) - 2 * path.split("/").length - (/(^|\/)(examples?|legacy|old|archive)\//.test(path) ? 10 : 0);
}
var isScript = (source) => /__main__|argparse|hydra\.main|click\.command|typer\.|configurator\.py|^\w+\.(fit|train)\(/m.test(source);
var trains = (source) => /\.backward\(|\.train\(|\.fit\(|Trainer\(|optimizer\.step|train_step|optax|LightningCLI/.test(source);
function axolotlFiles(repository) {
  return repository.files.filter((path) => {
    if (!/\.ya?ml$/.test(path) || NOT_OURS.test(path) || path.split("/").length > 4) return false;
    const text = repository.read(path) ?? "";
    return /^base_model:/m.test(text) && /^(datasets|pretraining_dataset):/m.test(text);
  });
}

// src/job/schema-url.ts
var SCHEMA_URL = "https://raw.githubusercontent.com/gpu-lease/gpu-lease/main/schemas/job.schema.json";

// src/job/init/render/artifacts.ts
function renderArtifacts(habits) {
  const rules = unique3([
    ...habits.checkpoint ? setRules(habits.checkpoint) : [],
    ...habits.results,
    ...metricsRules(habits)
  ]).filter(({ path }) => globFault(path) === void 0);
  const some = rules.some(({ isOptional }) => !isOptional) ? rules : [...rules, EVERYTHING];
  return [
    "# What must exist, and be proven, before the box may be released. Of several rules the first that names a file counts.",
    "artifacts:",
    ...some.map(renderRule)
  ];
}
var EVERYTHING = {
  path: "**",
  role: "opaque",
  isOptional: false,
  why: "everything, by its hash alone"
};
function renderRule({ path, role, isOptional, isDegraded, keep, why, degraded }) {
  const parts2 = [
    `path: ${JSON.stringify(path)}`,
    `role: ${role}`,
    ...keep ? [`keep: ${keep}`] : [],
    ...isOptional ? ["min: 0"] : [],
    ...isDegraded ? ["allow-degraded: true"] : []
  ];
  return `  - {${parts2.join(", ")}} # ${isDegraded ? `${why}; ${degraded ?? "the format has no checksum of its own"}` : why}`;
}
function setRules(set) {
  const shared = {
    isOptional: set.isRemoved === true,
    keep: "last",
    ...set.degraded !== void 0 && { isDegraded: true, degraded: set.degraded }
  };
  if (typeof set.path !== "string")
    return set.path.map((path) => ({
      ...shared,
      path,
      role: "checkpoint",
      why: "one part of the checkpoint"
    }));
  if (!isFolder(set))
    return [
      {
        ...shared,
        path: set.path,
        role: "checkpoint",
        why: "the checkpoint: whole, finite, and it says its step"
      }
    ];
  const judged = (set.judged ?? []).map(({ name, role }) => ({
    ...shared,
    path: `${set.path}/${name}`,
    role,
    why: ROLE_WORDS[role] ?? "read and judged"
  }));
  return [
    ...judged,
    {
      ...shared,
      path: `${set.path}/**`,
      role: "opaque",
      why: "all else in the folder, by its hash: a resume reads it too"
    }
  ];
}
var ROLE_WORDS = {
  model: "weights: whole, finite, of the bytes of the box",
  adapter: "the adapter: whole, finite, in pairs",
  optimizer: "without it a resume is another run",
  config: "where the run stands"
};
var isFolder = ({ complete, judged, ...set }) => set.isFolder === true || complete !== void 0 || judged !== void 0;
function metricsRules({ metrics }) {
  if (metrics?.path === void 0 || metrics.format === "trainer-state") return [];
  return [{ path: metrics.path, role: "metrics", isOptional: false, why: metrics.why }];
}
var unique3 = (rules) => rules.filter(({ path }, at) => rules.findIndex((each) => each.path === path) === at);

// src/job/init/render/yaml-text.ts
function yamlText(text, indent) {
  const isPlain = /^[\x20-\x7e\n]+$/.test(text) && !/^\s|\s$/.test(text);
  if (!text.includes("\n") || !isPlain) return JSON.stringify(text);
  return `|-
${text.split("\n").map((line) => `${indent}  ${line}`).join("\n")}`;
}
var WIDTH = 116;
function comment(text, indent = "") {
  const words = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]+/g, " ").split(/ +/);
  const lines = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === void 0 || last.length + word.length + 1 > WIDTH) lines.push(`${indent}# ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
var check = (text, indent = "") => comment(`CHECK: ${text}`, indent);

// src/job/init/render/candidates.ts
function renderResources(line, usesGpu, wanted) {
  const hasGpu = usesGpu || wanted !== void 0 && wanted.name !== "local" && wanted.by !== "attaching";
  return [
    ...wanted?.by === "kubernetes" ? imageLines() : [],
    "# What the box must have: a constraint, never one platform's name of a machine.",
    "resources:",
    ...hasGpu ? gpuLines(line) : ["  gpu: none"],
    "  disk: 20GB+",
    ...wanted === void 0 || wanted.name === "local" ? hereLines(hasGpu) : candidateLines(wanted)
  ];
}
var hereLines = (hasGpu) => [
  hasGpu ? "# In order of preference. local is this machine, which gives no GPU, not even where it has one: name yours in its place." : "# In order of preference. local is this machine; it costs nothing.",
  "candidates:",
  "  - local",
  '  # - {platform: generic-ssh, attach: "ssh://me@box:22", usdPerHour: 0}',
  "  # - runpod"
];
function candidateLines({ name, by }) {
  const head = ["# In order of preference.", "candidates:"];
  switch (by) {
    case "renting":
      return [...head, `  - ${name}`];
    case "attaching":
      return [
        ...head,
        ...check(
          name === "generic-ssh" ? "your box: ssh://user@host:port, or a Host of ~/.ssh/config. 0 is for one's own; else what an hour of it costs." : "the box that you made there: its address as the page shows it, and what an hour of it costs.",
          "  "
        ),
        `  - {platform: ${name}, attach: "ssh://root@box.example:22", usdPerHour: ${name === "generic-ssh" ? 0 : 1}}`
      ];
    case "slurm":
      return [
        ...head,
        ...check(
          "the login node, ssh://user@host or a Host of ~/.ssh/config; what one allocation may take.",
          "  "
        ),
        '  - {platform: slurm, queue: "ssh://me@login.cluster.example:22", slurm: {time: 4h}}'
      ];
    case "kubernetes":
      return [
        ...head,
        ...check("context of the kubeconfig, namespace, claim.", "  "),
        '  - {platform: kubernetes, queue: "kube://context/namespace/claim"}'
      ];
    case "kaggle":
      return [...head, "  - {platform: kaggle, kaggle: {time: 510min}}"];
  }
}
var imageLines = () => [
  ...check("your image, by its digest, which a pod is made of."),
  `image: ghcr.io/me/trainer@sha256:${"0".repeat(64)}`
];
function gpuLines(line) {
  const words = line?.launcherArguments.join(" ") ?? "";
  const found = /--(?:nproc[-_]per[-_]node|num_gpus|num_processes)[= ](\d{1,2})(?=\s|$)/.exec(words)?.[1];
  const count = Math.max(1, Number(found ?? 1));
  return [
    ...line && count > 1 ? [`  # ${line.place.file}:${line.place.line} starts it on ${count}.`.replace(/[^\x20-\x7e]/g, "?")] : [],
    `  gpu: {count: ${count}, memory: 16GB+} # a guess of what it needs; name: [A100, H100] to insist on a card`
  ];
}

// src/job/init/render/checkpoint.ts
function renderCheckpoint({ checkpoint, resume, checks, onlyOnGpu }) {
  if (!checkpoint || !isUsable(checkpoint))
    return [
      ...checks.flatMap((text) => check(text)),
      ...comment(`No checkpoint: ${resume.because}. A box that is taken away costs the whole run.`),
      '# checkpoint: {path: "last.pt"} # what makes a preemption harmless'
    ];
  return [
    ...comment(`What survives the loss of a box: ${checkpoint.why}.`),
    ...checks.flatMap((text) => check(text)),
    "checkpoint:",
    `  path: ${pathText(checkpoint)}`,
    ...checkpoint.complete === void 0 ? unmarkedLines(checkpoint) : [
      `  complete: ${JSON.stringify(checkpoint.complete)} # written last: a folder without it is not whole`
    ],
    ...checkpoint.stepKey === void 0 ? [] : [`  step-key: ${checkpoint.stepKey} # where the checkpoint says its step`],
    ...resumeLines(resume, onlyOnGpu !== void 0),
    "  # retain: {last: 3} # sets that are kept beside the newest; each costs its size in disk"
  ];
}
var unmarkedLines = ({ path }) => typeof path === "string" || path.length < 2 ? [] : [
  ...check(
    "write one more file after these, such as DONE: only it says that they are of one step.",
    "  "
  ),
  "  # complete: DONE"
];
var isUsable = ({ path }) => (typeof path === "string" ? [path] : path).every((each) => globFault(each) === void 0);
var pathText = ({ path }) => typeof path === "string" ? JSON.stringify(path) : `[${path.map((each) => JSON.stringify(each)).join(", ")}]`;
var capital = (text) => /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
function resumeLines(resume, isUnproven) {
  if (resume.how === "not")
    return [
      ...check(`${resume.because}. Paste what init printed, then write continues.`, "  "),
      "  resume: none"
    ];
  return [
    ...comment(
      `${capital(resume.because)}; ${isUnproven ? "nothing here has proven it" : "the drill of the smoke proves it"}.`,
      "  "
    ),
    "  resume: continues"
  ];
}

// src/job/init/render/commands.ts
function renderCommands(proposal) {
  const { code, commands, habits } = proposal;
  return [
    ...comment(
      code.entry ? `${code.entry.path}: ${code.entry.why}. It runs in a copy of the commit, once per cell; what it leaves must be under $GPU_LEASE_OUT.` : "CHECK: no training script was found. Write your command; it must write under $GPU_LEASE_OUT."
    ),
    ...outputLines(proposal),
    ...resumeLines2(habits.resume),
    ...unreadLines(proposal),
    `run: ${yamlText(commands.run, "")}`,
    ...setupLines(proposal),
    "# Names of secrets, taken from your environment. Their values never stand here.",
    `env: [${secretsOf(proposal).join(", ")}]`
  ];
}
function outputLines({ code, commands, habits }) {
  if (code.isStartedInOutput)
    return comment(
      'It is started in $GPU_LEASE_OUT, where what it writes by a path of its own comes to lie. What lies beside the code is "$OLDPWD/..." there.'
    );
  const isFixed = habits.pastes.some(({ lines }) => lines.some((line) => line.includes("GPU_LEASE_OUT")));
  if (!code.entry || commands.passesOutput && !isFixed) return [];
  if (isFixed && !commands.passesOutput)
    return check(
      "the script names its own folder. The lines that init printed let it write under GPU_LEASE_OUT."
    );
  return commands.passesOutput ? [] : check("no flag for the output directory was found; let the script read GPU_LEASE_OUT.");
}
var resumeLines2 = (resume) => resume.how === "flag" ? comment(
  "One command starts and resumes: the first line looks for the newest checkpoint, and the flag is given only when there is one."
) : [];
function unreadLines({ code }) {
  const unread = code.entry?.line?.unread ?? 0;
  const place = code.entry?.line?.place;
  if (unread === 0 || !place) return [];
  return check(
    `${place.file}:${place.line} gives it what only a shell knows (${unread} words with a variable); that was left out.`
  );
}
function setupLines({ code }) {
  const { requirements, isPackage: isPackage2, fault } = code.declared;
  const isProject = !["pip", "conda"].includes(installerOf(requirements?.file ?? ""));
  if (requirements)
    return [
      "# torch comes from the image; write as-pinned to install the one that this file names.",
      `requirements: {file: ${JSON.stringify(requirements.file)}, torch: keep-image}`,
      ...isProject && isPackage2 ? [
        "# The project itself, without what the line above installs.",
        'setup: "python3 -m pip install --no-deps ."'
      ] : []
    ];
  if (isPackage2) return ["# Once per box, before the first cell.", `setup: ${JSON.stringify(INSTALLED)}`];
  return fault === void 0 ? [] : check(`pyproject.toml ${fault}; nothing is installed on the box as it stands.`);
}
var SECRETS_OF = [
  {
    library: /^\s*(import|from)\s+wandb\b|report_to\s*=\s*[^\n]*wandb|WandbLogger/m,
    secret: "WANDB_API_KEY"
  },
  { library: /push_to_hub|huggingface_hub|hf_hub_download/, secret: "HF_TOKEN" },
  { library: /^\s*(import|from)\s+comet_ml\b/m, secret: "COMET_API_KEY" }
];
function secretsOf({ code }) {
  const text = [code.entry?.source ?? "", ...code.files.map((file) => file.code)].join("\n");
  return SECRETS_OF.filter(({ library }) => library.test(text)).map(({ secret }) => secret);
}
var INSTALLED = "python3 -m pip install .";
var LOCKED = "-o /tmp/locked.txt && python3 -m pip install --no-deps -r /tmp/locked.txt";
var LISTED = "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['dependencies'], sep='\\n')";
function onRunner({ requirements, isPackage: isPackage2 }) {
  const file = requirements?.file;
  if (file === void 0) return isPackage2 ? INSTALLED : void 0;
  const andItself = isPackage2 ? " && python3 -m pip install --no-deps ." : "";
  switch (installerOf(file)) {
    case "pip":
      return `python3 -m pip install -r ${file}`;
    case "conda":
      return `conda env update --name base --file ${file}`;
    case "uv":
      return `python3 -m pip install uv && python3 -m uv export --frozen --quiet --no-emit-project ${LOCKED}${andItself}`;
    case "poetry":
      return `python3 -m pip install poetry poetry-plugin-export && python3 -m poetry export ${LOCKED}${andItself}`;
    case "project":
      return isPackage2 ? INSTALLED : `python3 -c "${LISTED}" >/tmp/listed.txt && python3 -m pip install -r /tmp/listed.txt`;
  }
}
function renderSmoke(proposal) {
  const { code, commands, habits } = proposal;
  if (habits.onlyOnGpu !== void 0) return smokeWithoutGpu(proposal, habits.onlyOnGpu);
  const setup = onRunner(code.declared);
  const drills = habits.checkpoint && habits.resume.how !== "not";
  return [
    `# Must pass on a CPU before anything is rented.${drills ? " It is killed after its first checkpoint and must go on." : ""}`,
    ...lengthLines(commands),
    "smoke:",
    `  run: ${yamlText(commands.smoke, "  ")}`,
    ...setup === void 0 ? [] : [`  # setup: ${JSON.stringify(setup)} # on a fresh runner`],
    "  timeout: 10min",
    ...drills ? drillLines(commands, habits.isExact === true) : []
  ];
}
function drillLines({ drill }, isExact4) {
  if (drill === void 0 && !isExact4) return [];
  return [
    ...drill === void 0 ? [] : [
      "  # It is killed after its first checkpoint, long before its end, and needs epochs to go on with."
    ],
    ...isExact4 ? EXACT_LINES : [],
    "  drill:",
    ...drill === void 0 ? [] : [`    run: ${yamlText(drill, "    ")}`],
    ...isExact4 ? ["    exact: true"] : []
  ];
}
var EXACT_LINES = comment(
  "exact: the run that was killed must end as one that never was, with the same losses and the same tensors. That proves that optimizer, schedule, random state and place in the data all come back. It costs a third run: the restored one goes to its end, and one more runs straight through. exact: false leaves it at a run that goes on.",
  "  "
);
function lengthLines({ isShort, awaits }) {
  if (isShort) return [];
  if (awaits.length > 0)
    return check(
      `the script does not read ${awaits.map((each) => each.split("=")[0]).join(" and ")} yet; the lines that init printed let it.`
    );
  return check("make this a run of a few steps; no flag for that was found.");
}
function smokeWithoutGpu({ code }, why) {
  const path = code.entry?.path ?? "";
  if (!path.endsWith(".py"))
    return [
      ...check(`${why}, so nothing is tried before a box is rented. Begin with a small budget.`),
      "smoke: none"
    ];
  return [
    ...check(`${why}. This tries the syntax of the script and no more; that it resumes is not proven here.`),
    "smoke:",
    `  run: ${JSON.stringify(`python3 -m py_compile ${pathQuoted(path)}`)}`,
    "  drill: none"
  ];
}

// src/job/init/render/metrics.ts
function renderMetrics({ metrics }) {
  if (!metrics)
    return [
      "# metrics: metrics.jsonl # one JSON object per line, with step and loss: progress, ETA and the drill read it"
    ];
  const { path, log, format, stepKey: stepKey2, lossKey: lossKey2 } = metrics;
  const parts2 = [
    ...path === void 0 ? [] : [`path: ${JSON.stringify(path)}`],
    ...log === void 0 ? [] : [`log: ${JSON.stringify(log)}`],
    ...format === void 0 || format === "jsonl" ? [] : [`format: ${format}`],
    ...stepKey2 === void 0 || stepKey2 === "step" ? [] : [`step-key: ${stepKey2}`],
    ...lossKey2 === void 0 ? [] : [`loss-key: ${JSON.stringify(lossKey2)}`]
  ];
  return [
    ...comment(`Progress, rate and ETA are read from here: ${metrics.why}.`),
    `metrics: {${parts2.join(", ")}}`
  ];
}

// src/job/init/render/job-file.ts
function render(proposal, name, wanted) {
  const { code, habits } = proposal;
  return `${[
    `# yaml-language-server: $schema=${SCHEMA_URL}`,
    "# What to run on a rented GPU, what it must leave behind, and what it may cost. All keys: docs/job-file.md",
    `name: ${JSON.stringify(name)}`,
    "",
    ...renderCommands(proposal),
    "",
    ...renderResources(code.entry?.line, habits.usesGpu, wanted),
    "",
    ...renderSmoke(proposal),
    "",
    ...renderArtifacts(habits),
    "",
    ...renderMetrics(habits),
    "",
    ...renderCheckpoint(habits),
    "",
    "# Nothing is rented past this. All three are needed as soon as a candidate costs money.",
    "budget: {usd: 5, hours: 4, usdPerHour: 1.25}",
    "# hold: the box waits for the approval of its release. park: it is stopped at once where that keeps its data.",
    "on-finish: hold"
  ].join("\n")}
`;
}

// src/job/entry-lint.ts
var LINTS = [
  {
    code: "no-main-guard",
    when: /\bnum_workers\s*=\s*(?!0\b)\w+|\bProcessPoolExecutor\(|\bmultiprocessing\.(Process|Pool)\(/,
    unless: /^if\s+__name__\s*==\s*['"]__main__['"]/m,
    what: 'Worker processes start without an `if __name__ == "__main__":` guard: on Windows and macOS each runs the script again.',
    next: "Move what runs into a function, and call it below the guard."
  },
  {
    code: "determinism-declared",
    when: /\b(manual_seed|seed_everything|set_seed|random\.seed)\(/,
    unless: /use_deterministic_algorithms\(|cudnn\.deterministic\s*=\s*True|deterministic\s*=\s*(True|['"]warn)|enable_full_determinism/,
    what: "A seed is set and nothing makes the kernels deterministic: determinism is declared, not achieved.",
    next: "Call torch.use_deterministic_algorithms(True), seed the loader workers, or do not promise equal numbers."
  },
  {
    code: "workers-not-seeded",
    when: /\bnum_workers\s*=\s*(?!0\b)\w+/,
    unless: /worker_init_fn|workers\s*=\s*True|(?<!numpy|np)\.Generator\(|^(?![\s\S]*(np|numpy)\.random)/,
    what: "Loader workers use NumPy random numbers and are not seeded: each worker draws the same ones.",
    next: "Pass a worker_init_fn that seeds NumPy from torch.initial_seed()."
  },
  {
    code: "partial-checkpoint",
    when: /\btorch\.save\(/,
    unless: /(?:optim\w*|\bopt\w*|_opt)\.state_dict\(|['"]optim\w*['"]\s*[:\]]|save_pretrained|TrainingArguments|Trainer\(/,
    what: "Checkpoints are written without the state of the optimizer: a resume would not continue the same run.",
    next: "Save model, optimizer, scheduler, step and random states together."
  },
  {
    code: "checkpoint-not-atomic",
    when: /\b(torch\.save|save_file|joblib\.dump|pickle\.dump)\(/,
    unless: /os\.(replace|rename)\(|\.(replace|rename)\(|Trainer\(|Lightning|mkstemp|NamedTemporaryFile/,
    what: "Checkpoints are written in place: an interruption leaves half a file where the last good one was.",
    next: "Write to a temporary name in the same directory, then os.replace() it."
  },
  {
    code: "gpu-fixed",
    when: /\.cuda\(\)|\.to\(\s*['"]cuda|\bload_in_[48]bit\s*=\s*True|flash_attention_2/,
    unless: /is_available\(\)/,
    what: "The script asks for a GPU in any case, and the smoke runs on a CPU.",
    next: 'Ask torch.cuda.is_available() first, and take "cpu" and plain weights where it says no.'
  },
  {
    code: "many-kept",
    when: /\bsave_(?:top_k|total_limit)\s*=\s*(?:-1|[4-9]\b|\d{2,})/,
    unless: /(?!)/,
    what: "More than three checkpoints are kept: the disk may fill before the run ends.",
    next: "Keep the best, the last and at most one more (`save_top_k=3`)."
  }
];
function lintEntry(file, source) {
  return LINTS.flatMap(({ code, when, unless, what, next }) => {
    const hit = when.exec(source);
    if (!hit || unless.test(source)) return [];
    const before = source.slice(0, hit.index).split("\n");
    const at = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    return [{ code, what, next, at }];
  });
}

// src/job/init/repository.ts
var showPlace = ({ file, line }) => `${file}:${line}`;

// src/job/init/render/notes.ts
function notesOn(proposal, others, isPlaced) {
  const { code, commands, habits } = proposal;
  const { requirements } = code.declared;
  const unpinned = requirements?.unpinned ?? [];
  const entry = code.entry;
  return [
    ...entryNotes(proposal, others),
    ...entry && !commands.isShort && commands.awaits.length === 0 && habits.onlyOnGpu === void 0 ? ["No flag for a short run was found: make `smoke.run` one of a few steps."] : [],
    ...entry && habits.usesGpu && !isPlaced ? ["Where it is to run is for you to say: in `candidates` stands local, which is given no GPU."] : [],
    ...requirements && unpinned.length > 0 ? [
      `${requirements.file} does not pin every version (${unpinned.slice(0, 3).join(", ")}): a second box may get others.`
    ] : [],
    ...code.files.slice(0, 1).flatMap((file) => lintEntry(file.path, file.code)).map(({ at, what, next }) => `${at.file}:${at.line}: ${what} ${next}`)
  ];
}
function entryNotes({ code, trainer, isGuess, habits }, others) {
  if (!code.entry)
    return ["No training script was found: write `run` and `smoke.run`, or name it with --entry FILE."];
  const seen = isGuess ? `${trainer.title}, by what the repository declares: its use was not seen` : trainer.title;
  const resume = habits.resume.how === "not" ? `It does not resume yet: ${habits.resume.because}.` : `It resumes: ${habits.resume.because}.`;
  return [
    `Entry point: ${code.entry.path} (${code.entry.why}), ${seen}.`,
    ...others.length > 0 ? [
      `As likely: ${others.slice(0, 5).join(", ")}. To take one of them: gpu-lease init --force --entry ${others[0]}`
    ] : [],
    resume
  ];
}
var pasteText = ({ at, why, lines }) => [`${at ? showPlace(at) : "in your script"}: ${why}`, ...lines.map((line) => `    ${line}`)].join("\n");

// src/job/init/habits/random-draws.ts
var DRAWS = new RegExp(
  [
    String.raw`(^|\.)\w*Dropout\w*$`,
    String.raw`(^|\.)(dropout\w*|shuffle|random_split)$`,
    String.raw`(^|\.)(Gaussian|Random)[A-Z]\w*$`,
    // A loader has a place in its data, too, that begins anew.
    String.raw`(^|\.)\w*(DataLoader|Sampler)$`,
    String.raw`^(numpy\.random|random|(tensorflow\.)?keras\.random|tensorflow\.random)\.(?!seed$|set_seed$|default_rng$|Random$|RandomState$|Generator$|SeedGenerator$)\w+`
  ].join("|")
);
var TORCH_DRAWS = /^torch\.(rand\w*|normal|bernoulli|multinomial|poisson)$/;
var DROPS = /\b\w*dropout\w*\s*=\s*(?!=|0(\.0*)?(?![\d.])|None\b)/;
var MODELS = ["transformers", "diffusers", "timm", "torchvision", "keras_hub"];
var drawsAtRandom = (code) => callsOf(code, DRAWS).length > 0 || callsOf(code, TORCH_DRAWS).some(({ named }) => !named.has("generator")) || findInCode(code, DROPS) !== void 0 || MODELS.some((module) => imports(code, module));

// src/job/init/habits/exactness.ts
var SEEDS = /(^|\.)(set_seed|seed_everything|set_random_seed|enable_full_determinism)$|^(torch\.(random\.)?)?manual_seed$/;
var SAVES_RANDOM_STATE = /\b(get_rng_state|get_state|getstate|bit_generator\.state)\b/;
var isSeeded = (code) => callsOf(code, SEEDS).length > 0;
var meansToBeExact = (code) => isSeeded(code) && (findInCode(code, SAVES_RANDOM_STATE) !== void 0 || !drawsAtRandom(code));

// src/job/init/habits/printed-pieces.ts
function printedPieces({ name, plain }) {
  const [first = "", ...values] = plain;
  const [, , text] = /^(["'])((?:(?!\1)[^\\]|\\.)*)\1$/.exec(first) ?? [];
  if (text?.includes("%") && values.length > 0 && /(^|[._])(info|log)$/.test(name))
    return percented(text, values);
  return plain.flatMap((argument, at) => [...at > 0 ? [{ text: " " }] : [], ...piecesOf(argument)]);
}
function piecesOf(argument) {
  const [whole = "", prefix = "", , text = ""] = /^([fFrRbB]{0,2})(["'])((?:(?!\2)[^\\]|\\.)*)\2/.exec(argument) ?? [];
  if (whole === "") return [{ value: argument }];
  const rest = argument.slice(whole.length).trim();
  if (rest === "") return /f/i.test(prefix) ? formatted(text) : [{ text: plainText(text) }];
  const put = /^(%|\.\s*format)\s*([\s\S]*)$/.exec(rest);
  if (!put) return [{ value: "" }];
  const values = valuesIn(put[2] ?? "");
  return put[1] === "%" ? percented(text, values) : bracketed(text, values);
}
function valuesIn(text) {
  const inner = /^\(([\s\S]*)\)$/.exec(text)?.[1] ?? text;
  const { bare: bare2 } = readPython("", inner);
  return splitAt(bare2, { from: 0, to: inner.length }).map(({ from, to }) => inner.slice(from, to).trim());
}
var plainText = (text) => text.replace(/[{}*]+/g, "*");
var formatted = (text) => text.split(/(\{[^{}]*\})/).map(
  (piece) => /^\{.*\}$/.test(piece) ? { value: piece.slice(1, -1).replace(/:[^:]*$/, "") } : { text: piece.includes("*") ? plainText(piece) : piece }
);
function percented(text, values) {
  let next = 0;
  return text.split(/(%[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]|%%)/).map((piece) => {
    if (piece === "%%") return { text: "%" };
    if (!/^%[^%]/.test(piece)) return { text: plainText(piece) };
    next += 1;
    return { value: values[next - 1] ?? "" };
  });
}
function bracketed(text, values) {
  let next = 0;
  return text.split(/(\{[^{}]*\})/).map((piece) => {
    if (!/^\{.*\}$/.test(piece)) return { text: plainText(piece) };
    const name = piece.slice(1, -1).replace(/[:!].*$/, "");
    if (name !== "" && !/^\d+$/.test(name)) {
      const named = values.find((value) => value.startsWith(`${name}=`));
      return { value: named?.slice(name.length + 1) ?? name };
    }
    const at = name === "" ? next : Number(name);
    next += 1;
    return { value: values[at] ?? "" };
  });
}

// src/job/init/habits/printed-metrics.ts
var PRINTS = /(^|\.)(print|info|write|log_info|echo)$/;
var STEP = /\b(?!max_|total_|num_|n_)\w*(step|iter)\w*/i;
var EPOCH = /\b(?!max_|total_|num_|n_)\w*epoch\b/i;
var LOSS = /loss/i;
var NOT_THE_LOSS = /val|eval|test|best/i;
function printedMetrics(code) {
  const prints = callsOf(code, PRINTS).map((call) => ({ call, pieces: printedPieces(call) }));
  const [often, seldom] = [false, true].map(
    (is) => prints.filter(
      ({ pieces }) => pieces.some((piece) => NOT_THE_LOSS.test("text" in piece ? piece.text : "")) === is
    )
  );
  for (const step of [STEP, EPOCH])
    for (const { call, pieces } of [...often ?? [], ...seldom ?? []]) {
      const log = patternOf(pieces, step);
      if (log !== void 0) return { log, why: `as ${call.file}:${call.line} prints it` };
    }
  return void 0;
}
function patternOf(pieces, step) {
  const found = { step: false, loss: false };
  const words = pieces.map((piece) => {
    if ("text" in piece) return piece.text.replace(/\\[nrt]/g, " ");
    const { value } = piece;
    if (!found.step && step.test(value) && !LOSS.test(value)) {
      found.step = true;
      return "{step}";
    }
    if (!found.loss && LOSS.test(value) && !NOT_THE_LOSS.test(value)) {
      found.loss = true;
      return "{loss}";
    }
    return "*";
  });
  if (!found.step || !found.loss) return void 0;
  const whole = words.join("");
  const end = Math.max(whole.indexOf("{step}"), whole.indexOf("{loss}")) + "{step}".length;
  const pattern2 = whole.slice(0, end).replace(/\*+/g, "*").replace(/\s+/g, " ").replace(/^[\s*]+/, "");
  return patternFault(pattern2, "step") === void 0 ? pattern2 : void 0;
}

// src/job/init/habits/handwritten-metrics.ts
function writtenMetrics(code) {
  const text = code.files.map((file) => file.code).join("\n") || (code.entry?.source ?? "");
  const jsonl = /['"][^'"]{0,80}?([A-Za-z0-9_-]{1,40}\.jsonl)['"]/.exec(text)?.[1];
  if (jsonl !== void 0)
    return { path: jsonl, format: "jsonl", why: "the script names it", ...stepKey(text), ...lossKey(text) };
  const csv = /['"][^'"]{0,80}?((?:metrics|log|history|progress|results)\w{0,20}\.csv)['"]/.exec(text)?.[1];
  if (csv !== void 0)
    return { path: `**/${csv}`, format: "csv", why: "the script names it", ...stepKey(text) };
  const isTensorBoard = callsOf(code, /(^|\.)(SummaryWriter|create_file_writer|TensorBoardLogger|TensorBoard)$/).length > 0 || findInCode(code, /log_with\s*=\s*['"]tensorboard['"]/) !== void 0;
  if (isTensorBoard)
    return {
      path: "**/events.out.tfevents.*",
      format: "tensorboard",
      why: "the script writes TensorBoard events"
    };
  return printedMetrics(code);
}
function lossKey(text) {
  if (/['"]loss['"]/.test(text)) return {};
  const other2 = /['"]((?:train|training)[_/]loss|loss[_/]train)['"]/.exec(text)?.[1];
  return other2 === void 0 ? {} : { lossKey: other2 };
}
var STEP_KEYS = ["step", "global_step", "iteration", "iter", "epoch"];
function stepKey(text) {
  const found = STEP_KEYS.find(
    (key) => new RegExp(`['"]${key}['"]\\s*:|\\bdict\\([^)]{0,400}\\b${key}\\s*=`).test(text)
  ) ?? STEP_KEYS.find(
    (key) => new RegExp(`['"](?:[\\w ./]{1,40},){0,20} ?${key} ?(?:,[\\w ,./]{0,400})?(?:\\\\n)?['"]`).test(text)
  );
  return found === void 0 || found === STEP_KEYS[0] ? {} : { stepKey: found };
}

// src/job/init/habits/output-paste.ts
function outputPaste({ fixed }, { name, now, at }) {
  if (!fixed) return [];
  const instead = ours(now, fixed.folder);
  return [
    {
      at: at ?? fixed.place,
      why: `writes to ${now.slice(0, 80)}, where nothing is looked for: what must survive lies under $GPU_LEASE_OUT`,
      lines: [
        "import os",
        name === void 0 ? `${instead}  # in place of ${now.slice(0, 80)}` : `${name}=${instead},`
      ]
    }
  ];
}
function ours(now, folder) {
  const directory = `os.environ.get("GPU_LEASE_OUT", ${JSON.stringify(folder)})`;
  const [, prefix = "", quote = "", text] = /^([fF]?)(['"])([^'"]*)\2$/.exec(now) ?? [];
  if (text === void 0) {
    const first = new RegExp(`(['"])(?:\\./)?${folder.replace(/[^\w-]/g, "\\$&")}/?\\1`);
    return first.test(now) ? now.replace(first, directory) : `os.path.join(${directory}, ${now})`;
  }
  const below = folder === "." ? text : text.replace(/^(\.?\/)+/, "").split("/").slice(1).join("/");
  return below === "" ? directory : `os.path.join(${directory}, ${prefix}${quote}${below}${quote})`;
}

// src/job/init/habits/resume-flag.ts
function resumeByFlag({ flags }) {
  const flag = flagNamed(flags.all, RESUME_NAMES);
  if (flag === void 0) return void 0;
  const isSwitch = flags.all.get(flag)?.isSwitch === true;
  return {
    how: "flag",
    flag,
    value: isSwitch ? "nothing" : "newest",
    because: `the command gives --${flag} ${isSwitch ? "when there is a checkpoint" : "the newest checkpoint, when there is one"}`
  };
}
var newestByFlag = (flag, at) => ({
  how: "flag",
  flag,
  value: "newest",
  because: `the command gives --${flag} the newest checkpoint, when there is one, and ${at} goes on from it`
});

// src/job/init/trainers/accelerate.ts
var accelerate = {
  name: "accelerate",
  title: "accelerate",
  isUsed: (code) => callsOf(code, /(^|\.)accelerate\.([\w.]+\.)?Accelerator$/).length > 0 || imports(code, "accelerate.Accelerator"),
  habits(code) {
    const saves = callsOf(code, /\.save_state$/);
    const [save] = saves;
    const folder = save && folderOf(code, save);
    const resume = save ? resumeOf(code) : NO_STATE;
    const metrics = writtenMetrics(code);
    return {
      ...folder && {
        checkpoint: {
          path: folder.glob === "" || folder.glob === "*" ? "step_*" : folder.glob,
          anchor: "random_states_0.pkl",
          isFolder: true,
          judged: [{ name: "*.safetensors", role: "model" }],
          why: "the whole folder is one checkpoint: weights, optimizer, scheduler, sampler, random states of every process"
        }
      },
      results: [
        {
          path: "*.safetensors",
          role: "model",
          isOptional: true,
          why: "the model, where the script saves one at the end"
        }
      ],
      ...metrics && { metrics },
      resume,
      isExact: save !== void 0 && isSeeded(code),
      launcher: "accelerate",
      usesGpu: true,
      pastes: [
        ...folderPastes(save, folder),
        ...loopLengthPaste(code),
        ...resumePastes(save, folder, resume)
      ],
      checks: []
    };
  }
};
var NO_STATE = {
  how: "not",
  because: "accelerator.save_state() is never called: nothing holds optimizer and random states"
};
function folderOf(code, save) {
  const expression = save.named.get("output_dir") ?? save.plain[0];
  return expression === void 0 || isAutomatic(code) ? automaticFolder(code) : writtenPath(code, save, { expression, kind: "member" });
}
var isAutomatic = (code) => callsOf(code, /(^|\.)ProjectConfiguration$/).some(
  ({ named }) => named.get("automatic_checkpoint_naming") === "True"
);
function automaticFolder(code) {
  const [settings] = callsOf(code, /(^|\.)(ProjectConfiguration|Accelerator)$/).filter(
    ({ named }) => named.has("project_dir")
  );
  const expression = settings?.named.get("project_dir");
  const below = settings && expression !== void 0 ? writtenPath(code, settings, { expression, kind: "directory" }) : { glob: "" };
  const prefix = below.glob === "" || below.fixed ? "" : `${below.glob}/`;
  return { glob: `${prefix}checkpoints/checkpoint_*`, ...below.fixed && { fixed: below.fixed } };
}
function folderPastes(save, folder) {
  if (!save || !folder) return [];
  const now = save.named.get("output_dir") ?? save.plain[0];
  if (now === void 0)
    return folder.fixed ? outputPaste(folder, { name: "project_dir", now: JSON.stringify(folder.fixed.folder) }) : [];
  return outputPaste(folder, { now, at: placeOf(save) });
}
function resumeOf(code) {
  const loads = callsOf(code, /\.load_state$/)[0];
  if (!loads)
    return { how: "not", because: "accelerator.load_state() is never called: a restart begins at step 0" };
  const byFlag = resumeByFlag(code);
  if (byFlag) return byFlag;
  const at = showPlace(placeOf(loads));
  const looks = findInCode(code, /\b(exists|isdir|is_dir|listdir|iterdir|glob|scandir)\s*\(/);
  return looks ? { how: "itself", because: `${at} loads the state that is there` } : {
    how: "not",
    because: `${at} loads a state, and that it does so only when one is there was not found`
  };
}
function resumePastes(save, folder, resume) {
  if (resume.how !== "not") return [];
  const saving = {
    why: "in the loop, every so many steps: all that a resume needs, in a folder of its own",
    lines: ['accelerator.save_state(os.path.join(os.environ.get("GPU_LEASE_OUT", "out"), f"step_{step}"))']
  };
  const glob = folder?.glob.includes("*") ? folder.glob : "step_*";
  const counter = glob.endsWith("checkpoint_*") ? "accelerator.project_configuration.iteration" : "first_step";
  const loading = {
    why: "after accelerator.prepare(): goes on from the newest folder that is whole, when there is one",
    lines: [
      `done = sorted(Path(os.environ.get("GPU_LEASE_OUT", "out")).glob("${glob}/random_states_0.pkl"), key=lambda f: int(re.findall(r"\\d+", f.parent.name)[-1]))`,
      `if done: accelerator.load_state(str(done[-1].parent)); ${counter} = int(re.findall(r"\\d+", done[-1].parent.name)[-1]) + 1`
    ]
  };
  return [...save ? [] : [saving], loading];
}

// src/job/init/habits/hugging-face-folder.ts
var trainerFolder = (below, { weights, isWhole: isWhole2, isAlone: isAlone2 }) => ({
  path: `${below}checkpoint-*`,
  // Other processes write their random states when they come to it, also after it.
  ...isAlone2 ? { complete: STATE } : { anchor: STATE },
  judged: [
    // Under FSDP and DeepSpeed weights and optimizer lie in shards of other names.
    ...isWhole2 ? [
      { name: "*.safetensors", role: weights },
      { name: "optimizer.pt", role: "optimizer" }
    ] : [],
    { name: STATE, role: "config" }
  ],
  why: "the whole folder is one checkpoint: weights, optimizer, scheduler, random state; trainer_state.json is written last"
});
var STATE = "trainer_state.json";
var trainerLog = (below) => ({
  path: `${below}checkpoint-*/trainer_state.json`,
  format: "trainer-state",
  why: "the Trainer writes its losses into each checkpoint"
});
var savedModel = (below, what) => [
  {
    path: `${below}*.safetensors`,
    role: what,
    isOptional: true,
    why: what === "adapter" ? "the adapter that save_model() leaves" : "the model that save_model() leaves"
  },
  { path: `${below}*.json`, role: "config", isOptional: true, why: "its configuration" }
];

// src/job/init/trainers/axolotl.ts
var axolotl = {
  name: "axolotl",
  title: "axolotl",
  isUsed: ({ entry }) => entry !== void 0 && /\.ya?ml$/.test(entry.path),
  habits({ entry }) {
    const text = entry?.source ?? "";
    const file = entry?.path ?? "";
    const adapts = /^adapter:\s*\S/m.test(text);
    const resumes = /^auto_resume_from_checkpoints:\s*true\b/m.test(text);
    const line = text.split("\n").findIndex((each) => /^(auto_resume_from_checkpoints|resume_from_checkpoint):/.test(each));
    const paste = {
      at: { file, line: line < 0 ? 1 : line + 1 },
      why: "goes on from the newest checkpoint of the output directory when there is one",
      lines: ["auto_resume_from_checkpoints: true", "save_steps: 100"]
    };
    return {
      checkpoint: trainerFolder("", {
        // It starts a process for each GPU.
        isAlone: false,
        weights: adapts ? "adapter" : "model",
        isWhole: !/^(deepspeed|fsdp\w*):\s*\S/m.test(text)
      }),
      results: savedModel("", adapts ? "adapter" : "model"),
      metrics: trainerLog(""),
      resume: resumes ? { how: "itself", because: `${file} says auto_resume_from_checkpoints` } : { how: "not", because: `${file} does not say auto_resume_from_checkpoints` },
      launcher: "axolotl",
      onlyOnGpu: "axolotl trains on a GPU",
      usesGpu: true,
      pastes: resumes ? [] : [paste],
      checks: /^save_only_model:\s*true\b/m.test(text) ? ["save_only_model leaves the optimizer out: a resume is not the same run. Remove it."] : []
    };
  }
};

// src/job/init/trainers/deepspeed.ts
var deepspeed = {
  name: "deepspeed",
  title: "DeepSpeed",
  isUsed: (code) => callsOf(code, /^deepspeed\.initialize$/).length > 0,
  habits(code) {
    const [save] = callsOf(code, /\.save_checkpoint$/);
    const folder = save && folderOf2(code, save);
    const isOwnFolder = folder?.glob.includes("*") === true;
    const resume = isOwnFolder || !folder ? resumeOf2(code, save) : POINTER_BESIDE;
    const metrics = writtenMetrics(code);
    return {
      ...folder && {
        checkpoint: {
          path: isOwnFolder ? folder.glob : folder.glob === "" ? "global_step*" : `${folder.glob}/global_step*`,
          isFolder: true,
          ...isOwnFolder && { complete: "latest" },
          why: "the whole folder is one checkpoint: the state of every rank"
        }
      },
      results: folder && !isOwnFolder ? besides(folder.glob) : [],
      ...metrics && { metrics },
      resume,
      launcher: "deepspeed",
      usesGpu: true,
      pastes: [...savePastes(save, isOwnFolder), ...loadPastes(resume)],
      checks: [
        "DeepSpeed builds parts of itself at the first start, and not every machine without a GPU can run it."
      ]
    };
  }
};
var POINTER_BESIDE = {
  how: "not",
  because: "`latest` lies beside the folders: what survives is a folder, and load_checkpoint() finds nothing without it"
};
function folderOf2(code, save) {
  const expression = save.named.get("save_dir") ?? save.plain[0];
  return expression === void 0 ? { glob: "" } : writtenPath(code, save, { expression, kind: "directory" });
}
var besides = (glob) => {
  const below = glob === "" ? "" : `${glob}/`;
  return [
    {
      path: `${below}latest`,
      role: "opaque",
      isOptional: false,
      why: "names the newest folder; written last"
    },
    {
      path: `${below}zero_to_fp32.py`,
      role: "opaque",
      isOptional: true,
      why: "what DeepSpeed lays beside it"
    }
  ];
};
function resumeOf2(code, save) {
  const [load] = callsOf(code, /\.load_checkpoint$/);
  if (!save) return { how: "not", because: "save_checkpoint() is never called" };
  if (!load) return { how: "not", because: "load_checkpoint() is never called: a restart begins at step 0" };
  const at = showPlace(placeOf(load));
  const isGuarded = findInCode(code, /\bif\b[^\n]*(resume|load|checkpoint|ckpt)/);
  return isGuarded ? { how: "not", because: `${at} loads a checkpoint only where something asks for it` } : { how: "itself", because: `${at} goes on from the folder that \`latest\` names, when there is one` };
}
var savePastes = (save, isOwnFolder) => isOwnFolder ? [] : [
  {
    ...save && { at: placeOf(save) },
    why: "a folder for each checkpoint, with its own `latest` in it: all of it survives or none",
    lines: [
      'folder = os.path.join(os.environ.get("GPU_LEASE_OUT", "out"), f"step-{model_engine.global_steps}")',
      'model_engine.save_checkpoint(folder)  # then write `path: "step-*"` and `complete: latest` under checkpoint'
    ]
  }
];
var loadPastes = (resume) => resume.how !== "not" ? [] : [
  {
    why: "after deepspeed.initialize(): goes on from the newest folder that is whole, when there is one",
    lines: [
      'done = sorted(Path(os.environ.get("GPU_LEASE_OUT", "out")).glob("step-*/latest"), key=lambda f: int(f.parent.name.split("-")[-1]))',
      "if done: model_engine.load_checkpoint(str(done[-1].parent))"
    ]
  }
];

// src/job/init/trainers/jax.ts
var MANAGER = /^orbax\.checkpoint\.([\w.]+\.)?CheckpointManager$/;
var jax = {
  name: "jax",
  title: "JAX",
  isUsed: (code) => ["jax", "flax", "orbax", "optax"].some((module) => imports(code, module)),
  habits(code) {
    const metrics = writtenMetrics(code);
    const resume = resumeOf3(code);
    return {
      ...setOf(code),
      results: [],
      ...metrics && { metrics },
      resume,
      usesGpu: true,
      pastes: [...folderPastes2(code), ...resumePastes2(resume)],
      checks: isNamed(code) ? [] : ["where the script writes its checkpoint was not found; the name here is a guess."]
    };
  }
};
var isNamed = (code) => callsOf(code, MANAGER).length > 0 || callsOf(code, /(save_checkpoint|to_bytes|\.save)$/).length > 0;
function managerFolder(code) {
  const [manager] = callsOf(code, MANAGER);
  const expression = manager?.named.get("directory") ?? manager?.plain[0];
  return manager && expression !== void 0 ? { manager, expression, written: writtenPath(code, manager, { expression, kind: "directory" }) } : void 0;
}
function setOf(code) {
  const folder = managerFolder(code);
  const shared = { stepKey: "step" };
  if (folder) {
    const below = folder.written.glob === "" ? "" : `${folder.written.glob}/`;
    const why = "the whole folder is one checkpoint; Orbax gives it its name when it is whole";
    return { checkpoint: { path: `${below}[0-9]*`, isFolder: true, why } };
  }
  if (callsOf(code, /^flax\.training\.checkpoints\.save_checkpoint$/).length > 0)
    return {
      checkpoint: { path: "**/checkpoint_*", isFolder: true, why: "as Flax' save_checkpoint names them" }
    };
  return { checkpoint: { ...shared, path: "**/*.msgpack", why: "as Flax writes them" } };
}
function resumeOf3(code) {
  const restore = callsOf(code, /(\.restore|restore_checkpoint|from_bytes|from_state_dict)$/)[0];
  if (!restore) return { how: "not", because: "nothing in the script restores a checkpoint" };
  const at = showPlace(placeOf(restore));
  const looks = /restore_checkpoint$/.test(restore.name) || findInCode(code, /latest_step\s*\(|\bexists\s*\(/);
  return looks ? { how: "itself", because: `${at} restores the newest step when there is one` } : {
    how: "not",
    because: `${at} restores a checkpoint, and that it does so only when one is there was not found`
  };
}
function folderPastes2(code) {
  const folder = managerFolder(code);
  if (!folder?.written.fixed) return [];
  return outputPaste(folder.written, { name: "directory", now: folder.expression });
}
function resumePastes2(resume) {
  if (resume.how !== "not") return [];
  return [
    {
      why: "before the loop: goes on from the newest step when there is one",
      lines: [
        'manager = ocp.CheckpointManager(os.path.abspath(os.environ.get("GPU_LEASE_OUT", "out")))  # manager.save(step, args=ocp.args.StandardSave(state))',
        "if (step := manager.latest_step()) is not None: state = manager.restore(step, args=ocp.args.StandardRestore(state))"
      ]
    }
  ];
}

// src/job/init/trainers/keras.ts
var KERAS = "((tensorflow|tf)\\.)?keras\\.";
var callbacksOf = (code, name) => callsOf(code, new RegExp(`^(${KERAS})?(\\w+\\.)*${name}$`));
var keras = {
  name: "keras",
  title: "Keras",
  isUsed: (code) => imports(code, "keras") || imports(code, "tensorflow.keras") || callsOf(code, new RegExp(`^${KERAS}`)).length > 0,
  habits(code) {
    const [backup] = callbacksOf(code, "BackupAndRestore");
    const metrics = metricsOf(code);
    return {
      ...backup && { checkpoint: backupSet(code, backup) },
      results: resultsOf(code),
      ...metrics && { metrics },
      resume: backup ? {
        how: "itself",
        because: `${showPlace(placeOf(backup))} goes on from its backup when there is one`
      } : { how: "not", because: "no BackupAndRestore is among the callbacks: fit() begins at epoch 0" },
      isExact: isExact(code, backup),
      usesGpu: true,
      pastes: [...lengthPaste(code, callsOf(code, /\.fit$/)[0], LENGTH), ...pastesOf(code, backup)],
      checks: []
    };
  }
};
var isExact = (code, backup) => isSeeded(code) && !drawsAtRandom(code) && callsOf(code, /\.fit$/).every(({ named }) => named.get("shuffle") === "False") && ['"epoch"', "'epoch'"].includes(backup?.named.get("save_freq") ?? '"epoch"');
var LENGTH = [{ argument: "epochs", variable: "EPOCHS", otherwise: "1" }];
function backupSet(code, backup) {
  const expression = backup.named.get("backup_dir") ?? backup.plain[0] ?? '"backup"';
  const { glob } = writtenPath(code, backup, { expression, kind: "member" });
  return {
    path: glob === "" || glob === "*" ? "backup" : glob,
    complete: "training_metadata.json",
    judged: [
      { name: "training_metadata.json", role: "config" },
      { name: "*.weights.h5", role: "model" }
    ],
    stepKey: "epoch",
    isRemoved: backup.named.get("delete_checkpoint") !== "False",
    why: "the whole folder is one checkpoint: weights, optimizer, and how far the training was"
  };
}
function resultsOf(code) {
  const saves = [...callsOf(code, /\.(save|save_weights)$/), ...callbacksOf(code, "ModelCheckpoint")];
  const paths = saves.flatMap((call) => {
    const expression = call.named.get("filepath") ?? call.plain[0];
    const { glob } = expression === void 0 ? { glob: "" } : writtenPath(code, call, { expression, kind: "member" });
    return /\.(keras|h5)$/.test(glob) ? [glob] : [];
  });
  const found = [...new Set(paths)].map((path) => ({
    path: path.replace(/\{[^}]*\}/g, "*"),
    role: "model",
    isOptional: false,
    why: "the script saves it"
  }));
  return found.length > 0 ? found : [{ path: "**/*.keras", role: "model", isOptional: false, why: "as model.save() writes it" }];
}
function metricsOf(code) {
  const [csv] = callbacksOf(code, "CSVLogger");
  const expression = csv?.named.get("filename") ?? csv?.plain[0];
  if (csv && expression !== void 0) {
    const { glob } = writtenPath(code, csv, { expression, kind: "member" });
    if (glob !== "")
      return { path: glob, format: "csv", stepKey: "epoch", why: "as the CSVLogger writes it" };
  }
  if (callbacksOf(code, "TensorBoard").length > 0)
    return {
      path: "**/events.out.tfevents.*",
      format: "tensorboard",
      lossKey: "epoch_loss",
      why: "as the TensorBoard callback writes them"
    };
  return void 0;
}
function pastesOf(code, backup) {
  const [fit] = callsOf(code, /\.fit$/);
  if (!backup)
    return [
      {
        ...fit && { at: placeOf(fit) },
        why: "among the callbacks of fit(): goes on from its backup when there is one, and leaves the losses",
        lines: [
          'keras.callbacks.BackupAndRestore(os.path.join(os.environ.get("GPU_LEASE_OUT", "out"), "backup"), delete_checkpoint=False),',
          'keras.callbacks.CSVLogger(os.path.join(os.environ.get("GPU_LEASE_OUT", "out"), "log.csv"), append=True),'
        ]
      }
    ];
  const now = backup.named.get("backup_dir") ?? backup.plain[0] ?? '"backup"';
  return [
    ...outputPaste(writtenPath(code, backup, { expression: now, kind: "member" }), {
      name: "backup_dir",
      now
    })
  ];
}

// src/job/init/trainers/lightning.ts
var LIGHTNING = "(lightning|pytorch_lightning)\\.";
var TRAINER = new RegExp(`^${LIGHTNING}([\\w.]+\\.)?Trainer$`);
var CLI = new RegExp(`^${LIGHTNING}([\\w.]+\\.)?LightningCLI$`);
var lightning = {
  name: "lightning",
  title: "Lightning",
  isUsed: (code) => callsOf(code, TRAINER).length > 0 || callsOf(code, CLI).length > 0 || imports(code, "lightning.pytorch") || imports(code, "pytorch_lightning") && !imports(code, "lightning.Fabric"),
  habits(code) {
    const [trainer] = callsOf(code, TRAINER);
    const callback = callsOf(code, /(^|\.)ModelCheckpoint$/)[0];
    const folder = callback && folderOf3(code, callback);
    const { resume, pastes } = resumeOf4(code, callback);
    return {
      ...writtenBy(code, callback, folder),
      ...metricsOf2(code),
      resume,
      isExact: isExact2(code, callback),
      usesGpu: true,
      pastes: [...rootPastes(code, trainer, callback), ...lengthPaste(code, trainer, LENGTH2), ...pastes],
      checks: checksOf(code, callback)
    };
  }
};
function writtenBy(code, callback, folder) {
  const all = folder === void 0 ? "**/*.ckpt" : folder === "" ? "*.ckpt" : `${folder}/*.ckpt`;
  const holds = "weights, optimizers, schedules and loops; Lightning writes it whole or not at all";
  if (!readsLast(code, callback))
    return {
      checkpoint: { path: all, stepKey: "global_step", why: `one file holds ${holds}` },
      results: []
    };
  return {
    checkpoint: {
      path: all.replace(/\*\.ckpt$/, "last*.ckpt"),
      stepKey: "global_step",
      why: `the file that fit() goes on from, with ${holds}`
    },
    results: [
      {
        path: all,
        role: "checkpoint",
        isOptional: true,
        why: "what ModelCheckpoint keeps beside it, as the best ones"
      }
    ]
  };
}
var checksOf = (code, callback) => [
  ...callsOf(code, CLI).length > 0 || isByStep(code) && callback && callback.named.get("every_n_train_steps") === void 0 ? [
    "a checkpoint comes once per epoch, and the smoke needs one within its steps: ModelCheckpoint(every_n_train_steps=\u2026) writes more."
  ] : [],
  ...leavesLastBehind(callback) ? [
    "after a resume in a folder of another path Lightning writes last-v1.ckpt and leaves last.ckpt as it is: a second loss would go back to it. Add enable_version_counter=False to the ModelCheckpoint."
  ] : [],
  ...isLink(callback) ? [
    'save_last="link" makes last.ckpt a link, and another box is given files alone: it would find no last.ckpt. Write save_last=True.'
  ] : [],
  ...callback?.named.get("save_weights_only") === "True" ? ["save_weights_only=True leaves the optimizer out: fit() cannot go on from such a file. Remove it."] : []
];
var isExact2 = (code, callback) => meansToBeExact(code) && callback?.named.has("every_n_train_steps") !== true;
var LENGTH2 = [{ argument: "max_steps", variable: "MAX_STEPS", otherwise: "-1" }];
var isByStep = (code) => flagNamed(code.flags.all, STEPS.names) !== void 0 || flagNamed(code.flags.all, EPOCHS.names) === void 0;
function folderOf3(code, callback) {
  const dirpath = callback.named.get("dirpath") ?? callback.plain[0];
  return dirpath === void 0 ? void 0 : writtenPath(code, callback, { expression: dirpath, kind: "directory" }).glob;
}
function rootPastes(code, trainer, callback) {
  if (code.isStartedInOutput || callsOf(code, CLI).length > 0 && !trainer) return [];
  const named = [
    { call: trainer, name: "default_root_dir" },
    { call: callback, name: "dirpath" }
  ].flatMap(({ call, name }) => {
    const now = call?.named.get(name);
    return call && now !== void 0 ? outputPaste(writtenPath(code, call, { expression: now, kind: "directory" }), { name, now }) : [];
  });
  const isPlaced = callback?.named.has("dirpath") === true && trainer?.named.has("logger") === true;
  if (!trainer || isPlaced || named.length > 0 || trainer.named.has("default_root_dir")) return named;
  return [
    {
      at: placeOf(trainer),
      why: "names no default_root_dir: logs and checkpoints go into the working directory, where nothing is looked for",
      lines: ["import os", 'default_root_dir=os.environ.get("GPU_LEASE_OUT", "."),']
    }
  ];
}
function resumeOf4(code, callback) {
  const fits = callsOf(code, /\.fit$/);
  const asked = fits.find(({ named }) => named.has("ckpt_path"));
  const value = asked?.named.get("ckpt_path") ?? "";
  if (callsOf(code, CLI).length > 0) {
    const byFlag = resumeByFlag(code);
    if (byFlag) return { resume: byFlag, pastes: [] };
  }
  if (!asked || value === "None") {
    const because2 = "fit() is called without ckpt_path: a restart begins at step 0";
    const [fit] = fits;
    const whole = code.isStartedInOutput && fit && !asked && !callback ? fitPaste(code, fit) : void 0;
    return { resume: { how: "not", because: because2 }, pastes: [whole ?? resumePaste(asked ?? fit, callback)] };
  }
  const at = showPlace(placeOf(asked));
  if (literalText(value) === "last") {
    if (keepsLastInOnePlace(callback))
      return {
        resume: { how: "itself", because: `${at} goes on from last.ckpt when there is one` },
        pastes: []
      };
    const because2 = `${at} asks for the last checkpoint, and no ModelCheckpoint keeps one in a folder that a restart looks into`;
    return { resume: { how: "not", because: because2 }, pastes: [resumePaste(asked, callback)] };
  }
  const origin = originText(code, asked, value);
  if (LOOKS_FIRST.test(origin))
    return {
      resume: { how: "itself", because: `${at} goes on from the checkpoint when there is one` },
      pastes: []
    };
  const flag = flagNamed(code.flags.all, ["ckpt_path", "resume_from_checkpoint", "resume"]);
  if (flag !== void 0 && /^(\w+\.)+\w+$|^\w+$/.test(value))
    return { resume: newestByFlag(flag, at), pastes: [] };
  const because = `${at} takes its checkpoint from ${value.slice(0, 60)}, and whether that finds the newest was not seen`;
  return { resume: { how: "not", because }, pastes: [resumePaste(asked, callback)] };
}
var LOOKS_FIRST = /\b(exists|isfile|is_file|glob|listdir|latest\w*|newest\w*|last_checkpoint|find_\w*)\s*\(/;
var keepsLastInOnePlace = (callback) => {
  const dirpath = callback?.named.get("dirpath") ?? callback?.plain[0];
  const last = callback?.named.get("save_last");
  const isKept = last !== void 0 && !/^(False|None)$/.test(last) && !isLink(callback);
  return dirpath !== void 0 && dirpath !== "None" && isKept;
};
var isLink = (callback) => literalText(callback?.named.get("save_last") ?? "") === "link";
function readsLast(code, callback) {
  if (!keepsLastInOnePlace(callback)) return false;
  return callsOf(code, /\.fit$/).some((fit) => {
    const value = fit.named.get("ckpt_path") ?? "";
    return literalText(value) === "last" || /["'/]last\.ckpt["']/.test(originText(code, fit, value));
  });
}
var leavesLastBehind = (callback) => keepsLastInOnePlace(callback) && callback?.named.get("enable_version_counter") !== "False";
function fitPaste(code, fit) {
  const at = placeOf(fit);
  const [, before] = /^([^#]*\.fit\([^#]*)\)$/.exec(lineText(code, at)) ?? [];
  if (before === void 0) return void 0;
  return {
    at,
    why: "in place of this line: goes on from the newest checkpoint when there is one",
    lines: [
      "import glob, os",
      'done = glob.glob("**/*.ckpt", recursive=True) if "GPU_LEASE_OUT" in os.environ else []',
      `${before}, ckpt_path=max(done, key=os.path.getmtime, default=None))`
    ]
  };
}
function resumePaste(fit, callback) {
  const at = callback ?? fit;
  return {
    ...at && { at: placeOf(at) },
    why: "keeps the last checkpoint where a restart looks for it, and goes on from it",
    lines: [
      'ModelCheckpoint(dirpath=os.environ.get("GPU_LEASE_OUT", "checkpoints"), save_last=True, every_n_train_steps=100, enable_version_counter=False)  # among the callbacks',
      'trainer.fit(model, ckpt_path="last")'
    ]
  };
}
function metricsOf2(code) {
  const [trainer] = callsOf(code, TRAINER);
  const logger = trainer?.named.get("logger");
  if (logger === "False") return {};
  const keys = callsOf(code, /\.log$/).flatMap(({ plain }) => literalText(plain[0]) ?? []);
  const loss = keys.find((key) => /loss/i.test(key) && !/val/i.test(key)) ?? keys.find((key) => /loss/i.test(key));
  const losses = loss === void 0 ? {} : { lossKey: loss };
  const writesCsv = callsOf(code, /(^|\.)CSVLogger$/).length > 0;
  const writesEvents = callsOf(code, /(^|\.)TensorBoardLogger$/).length > 0 || code.declared.has("tensorboard") || code.declared.has("tensorboardX");
  if (writesCsv || !writesEvents)
    return {
      metrics: {
        path: "**/metrics.csv",
        format: "csv",
        stepKey: "step",
        ...losses,
        why: writesCsv ? "as the CSVLogger writes it" : "as Lightning writes it where TensorBoard is not installed"
      }
    };
  return {
    metrics: {
      path: "**/events.out.tfevents.*",
      format: "tensorboard",
      ...losses,
      why: "as Lightning writes them for TensorBoard"
    }
  };
}

// src/job/init/habits/handwritten.ts
var WRITES = /^(torch\.save|safetensors\.(\w+\.)?save_file|joblib\.dump|pickle\.dump|numpy\.savez|\w+\.save|xm\.save)$/;
var PATH_SECOND = /^(torch\.save|safetensors\.|joblib\.dump|pickle\.dump|xm\.save|fabric\.save)/;
var STEP_KEYS2 = ["step", "global_step", "iter_num", "iteration", "iter", "current_step", "epoch"];
function savesOf(code) {
  const { ours: ours2, within } = passedOn(code);
  const calls = [...callsOf(code, WRITES).filter((call) => !within.has(call)), ...ours2];
  return calls.flatMap((call) => {
    const isSecond = PATH_SECOND.test(call.name);
    const target = call.named.get("f") ?? call.named.get("filename") ?? call.plain[isSecond ? 1 : 0];
    const written = call.named.get("obj") ?? call.plain[0] ?? "";
    if (target === void 0 || !isSecond && !/^numpy|\.save$/.test(call.name)) return [];
    if (!isSecond && /^(model|image|img|fig|plt|df)\.save$/.test(call.name)) return [];
    const content = contentOf(code, call, written);
    return [{ call, ...withoutTemporary(code, call, target), ...content !== void 0 && { content } }];
  });
}
function passedOn(code) {
  const within = /* @__PURE__ */ new Set();
  const names = /* @__PURE__ */ new Set();
  for (const call of callsOf(code, PATH_SECOND).filter(({ plain }) => /^\*\w+$/.test(plain[0] ?? ""))) {
    const file = code.files.find(({ path }) => path === call.file);
    const heads = [...file?.bare.slice(0, call.offset).matchAll(/^[ \t]*def\s+(\w+)\s*\(\s*\*/gm) ?? []];
    const name = heads.at(-1)?.[1];
    if (name === void 0) continue;
    within.add(call);
    names.add(name);
  }
  const ours2 = code.calls.filter(({ name }) => names.has(name.split(".").at(-1) ?? ""));
  return { ours: ours2.map((call) => ({ ...call, name: "torch.save" })), within };
}
function contentOf(code, call, written) {
  const value = /^\w+$/.test(written) ? valueBefore(code, call, written) ?? written : written;
  if (/[{]|\bdict\(|state_dict|get_rng_state/.test(value)) return value;
  const name = /^(?:self\.)?(\w+)\(/.exec(value)?.[1];
  const body = new RegExp(
    `^([ \\t]*)def\\s+${name ?? "$"}\\s*\\([^\\n]*\\n((?:\\1[ \\t]+[^\\n]*\\n|[ \\t]*\\n)*)`,
    "m"
  );
  const found = name === void 0 ? void 0 : code.files.flatMap((file) => body.exec(file.code)?.[2] ?? [])[0];
  return found !== void 0 && /\breturn\b/.test(found) ? found : void 0;
}
function withoutTemporary(code, call, target) {
  const renamed = callsOf(code, /^(os\.(replace|rename)|shutil\.move)$/).find(
    ({ plain, file, offset }) => plain[0] === target && file === call.file && offset > call.offset
  );
  const last = renamed?.plain[1];
  const path = writtenPath(code, call, { expression: last ?? target, kind: "member" });
  return {
    path: { ...path, glob: path.glob.replace(/\.(tmp|partial|part)$/, "") },
    isRenamed: last !== void 0
  };
}
var OPTIMIZER = /optim|\b(?:opt\w*|\w+_opt)\.state_dict\(/i;
function checkpointSave(saves) {
  const whole = saves.filter(({ content = "" }) => OPTIMIZER.test(content));
  const lasting = whole.filter(({ path, isRenamed }) => isRenamed || path.glob.includes("*"));
  return lasting.find(isCheckpointName) ?? lasting[0] ?? whole.find(isCheckpointName) ?? whole[0] ?? saves.find(isCheckpointName) ?? saves[0];
}
var isCheckpointName = ({ path }) => /ckpt|checkpoint|last|latest/i.test(path.glob) && !/best/i.test(path.glob);
function parts(saves) {
  const fixed = saves.filter(({ path, call }) => call.name === "torch.save" && !path.glob.includes("*"));
  const optimizer = fixed.find(
    ({ content = "" }) => OPTIMIZER.test(content) && !/\{|(?<!state_)dict\(/.test(content)
  );
  const model = fixed.find(
    (each) => each !== optimizer && !OPTIMIZER.test(each.content ?? "") && !/sched/i.test(each.content ?? "")
  );
  if (!optimizer || !model) return void 0;
  return [...new Set(fixed.map(({ path }) => path.glob))];
}
function stepKeyOf({ content = "" }) {
  return STEP_KEYS2.find((key) => new RegExp(`['"]${key}['"]\\s*:|\\b${key}\\s*=`).test(content));
}
var STATES = [
  { name: "optimizer", used: /\boptim\w*\.|\.step\(\)/, saved: OPTIMIZER },
  {
    name: "learning-rate scheduler",
    used: /\bsched\w*\.step\(|lr_scheduler\./,
    saved: /sched/i,
    lines: [
      'state["scheduler"] = scheduler.state_dict()  # before torch.save(state, ...)',
      'scheduler.load_state_dict(state["scheduler"])  # after state = torch.load(...)'
    ]
  },
  {
    name: "random state",
    used: /shuffle\s*=\s*True|[Dd]ropout|randn?\(|randperm|manual_seed/,
    saved: /rng|random_state|get_state/i,
    lines: [
      'state["rng"] = torch.get_rng_state()  # before torch.save(state, ...); torch.cuda.get_rng_state_all() on a GPU',
      'torch.set_rng_state(state["rng"])  # after state = torch.load(...)'
    ]
  }
];
function unsavedStates(code, save) {
  const file = code.files.find(({ path }) => path === save.call.file);
  const saves = savesOf(code);
  if (saves.some(({ content }) => content === void 0)) return [];
  const everySave = saves.map(({ content = "" }) => content).join("\n");
  return STATES.filter(({ used, saved }) => used.test(file?.code ?? "") && !saved.test(everySave)).map(
    ({ name }) => name
  );
}
var LOADS = /\btorch\.load\s*\(|\bload_file\s*\(|\bload_checkpoint\s*\(|\bjoblib\.load\s*\(|\.load_state_dict\s*\(/;
var LOOKS_FIRST2 = /\b(exists|isfile|isdir|is_file|is_dir|glob|listdir|iterdir|latest\w*|newest\w*|last_checkpoint|find_\w*)\s*\(/;
var GOES_ON = new RegExp(
  `${LOADS.source}|(?<!\\b(?:json|yaml|toml|np|numpy|pickle))\\.(?:load|resume|restore)\\w*\\s*\\(`,
  "g"
);
var NEAR = 600;
function handwrittenResume(code, save) {
  const loads = findInCode(code, LOADS);
  if (!loads) return { how: "not", because: "nothing in the script loads a checkpoint" };
  const step = save && stepKeyOf(save);
  if (step !== void 0 && !readsBack(code, step))
    return {
      how: "not",
      because: `\`${step}\` is saved and never read back: a loop that begins at 0 again does not go on`
    };
  const byFlag = resumeByFlag(code);
  if (byFlag) return byFlag;
  if (looksFirst(code)) return { how: "itself", because: `${showPlace(loads)} loads what is there` };
  return {
    how: "not",
    because: `${showPlace(loads)} loads a checkpoint, and that it does so only when one is there was not found`
  };
}
var readsBack = ({ files }, key) => files.some(
  ({ code }) => new RegExp(`\\[\\s*['"]${key}['"]\\s*\\](?!\\s*=[^=])|\\.(get|pop)\\(\\s*['"]${key}['"]`).test(code)
);
function looksFirst({ files }) {
  return files.some(
    ({ code }) => [...code.matchAll(GOES_ON)].some(
      ({ index }) => LOOKS_FIRST2.test(code.slice(Math.max(0, index - NEAR), index + 1))
    )
  );
}
function loopPastes(save, resume, unsaved) {
  const name = save && literalText(save.call.plain[1]);
  const file = JSON.stringify(name?.split("/").at(-1) ?? "last.pt");
  const path = `os.path.join(os.environ.get("GPU_LEASE_OUT", "out"), ${file})`;
  const saving = {
    ...save && { at: placeOf(save.call) },
    why: "saves all that a resume needs, under a name of its own until it is whole",
    lines: [
      'torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step, "rng": torch.get_rng_state()}, path + ".tmp")',
      `os.replace(path + ".tmp", path)  # path = ${path}`
    ]
  };
  const loading = {
    why: "before the loop: goes on from the checkpoint when there is one",
    lines: [
      "state = torch.load(path) if os.path.exists(path) else None",
      'if state: model.load_state_dict(state["model"]); optimizer.load_state_dict(state["optimizer"]); torch.set_rng_state(state["rng"]); first_step = state["step"] + 1'
    ]
  };
  const lacksMuch = !save || unsaved.includes("optimizer") || resume.how === "not";
  return [...lacksMuch ? [saving] : addedStates(save, unsaved), ...resume.how === "not" ? [loading] : []];
}
function addedStates(save, unsaved) {
  const lines = STATES.filter(({ name }) => unsaved.includes(name)).flatMap(({ lines: lines2 = [] }) => lines2);
  if (lines.length === 0) return [];
  const why = `saves the ${unsaved.join(" and the ")} too, and takes it back where the script resumes`;
  return [{ at: placeOf(save.call), why, lines, isOptional: true }];
}

// src/job/init/trainers/nanogpt.ts
var SHORT = [
  { names: ["eval_interval"], value: "5" },
  { names: ["eval_iters"], value: "2" },
  { names: ["log_interval"], value: "1" },
  { names: ["always_save_checkpoint"], value: "True" },
  { names: ["compile"], value: "False" },
  { names: ["dtype"], value: "float32" },
  { names: ["wandb_log"], value: "False" }
];
var nanogpt = {
  name: "nanogpt",
  title: "a script of nanoGPT's kind",
  isUsed: ({ flags }) => flags.parser === "nanoGPT's configurator",
  habits(code) {
    const save = checkpointSave(savesOf(code));
    const canResume = code.flags.all.has("init_from") && /['"]resume['"]/.test(code.files[0]?.code ?? "");
    const resume = canResume ? {
      how: "flag",
      flag: "init_from",
      value: { word: "resume" },
      because: "the command gives --init_from=resume when there is a checkpoint"
    } : handwrittenResume(code, save);
    const metrics = writtenMetrics(code);
    return {
      checkpoint: {
        path: save?.path.glob || "ckpt.pt",
        stepKey: "iter_num",
        why: "weights, optimizer and iteration in one file, written over itself"
      },
      results: [],
      ...metrics && { metrics },
      resume,
      isExact: meansToBeExact(code),
      short: SHORT,
      usesGpu: true,
      pastes: resume.how !== "not" ? [] : [
        {
          why: "before the loop: goes on from the checkpoint when there is one",
          lines: [
            'if os.path.exists(os.path.join(out_dir, "ckpt.pt")): init_from = "resume"',
            'if init_from == "resume": checkpoint = torch.load(os.path.join(out_dir, "ckpt.pt"), map_location=device)'
          ]
        }
      ],
      checks: code.repository.files.some((path) => /(^|\/)prepare\.py$/.test(path)) ? [
        "data is prepared by a script of its own (prepare.py): write that into `setup` and into `smoke.setup`."
      ] : []
    };
  }
};

// src/job/init/trainers/other.ts
var other = {
  name: "other",
  title: "no trainer that is known",
  isUsed: () => true,
  habits(code) {
    const metrics = writtenMetrics(code);
    const [save] = savesOf(code);
    const writes = /safetensors/.test(code.entry?.source ?? "");
    const path = save?.path.glob.replace(/^\*$/, "") || (writes ? "**/*.safetensors" : void 0);
    const resume = handwrittenResume(code, save);
    return {
      ...path !== void 0 && { checkpoint: { path, why: "the script writes it" } },
      results: path === void 0 ? [{ path: "**", role: "opaque", isOptional: false, why: "everything, by its hash alone" }] : [],
      ...metrics && { metrics },
      resume,
      usesGpu: false,
      pastes: [],
      checks: []
    };
  }
};

// src/job/init/habits/hugging-face-resume.ts
var FOLDER_LOOKED_FOR = /\bget_last_checkpoint\s*\(|['"]checkpoint-|\blistdir\s*\(|\bglob\s*\(/;
function trainerResume(code) {
  const trains2 = callsOf(code, /\.train$/).filter(({ name }) => !/model\.train$/.test(name));
  const asked = trains2.find((call) => askedFor(call) !== void 0);
  const given = asked && askedFor(asked);
  if (!asked || given === void 0) {
    const call = trains2.find(({ plain, named }) => plain.length + named.size === 0);
    const because2 = "trainer.train() is called without resume_from_checkpoint: a restart begins at step 0";
    return { resume: { how: "not", because: because2 }, pastes: [trainPaste(code, call)] };
  }
  const at = showPlace(placeOf(asked));
  const value = originText(code, asked, given);
  if (/^(True|False|None)$/.test(given)) {
    const because2 = given === "True" ? `${at} asks for a checkpoint also on the first start, which fails with "No valid checkpoint found"` : `${at} asks for no checkpoint`;
    return { resume: { how: "not", because: because2 }, pastes: [trainPaste(code, asked)] };
  }
  if (FOLDER_LOOKED_FOR.test(value) || findInCode(code, /\bget_last_checkpoint\s*\(/)) {
    return {
      resume: { how: "itself", because: `${at} goes on from the newest checkpoint when there is one` },
      pastes: []
    };
  }
  const flag = flagNamed(code.flags.all, ["resume_from_checkpoint", "resume"]);
  if (flag !== void 0 && /resume|checkpoint/.test(given)) {
    return { resume: newestByFlag(flag, at), pastes: [] };
  }
  const because = `${at} resumes from ${given.slice(0, 60)}, and what that is was not found`;
  return { resume: { how: "not", because }, pastes: [trainPaste(code, asked)] };
}
var askedFor = ({ named, plain }) => named.get("resume_from_checkpoint") ?? plain[0];
function trainPaste(code, call) {
  const trainer = call?.name.replace(/\.train$/, "");
  const name = trainer !== void 0 && /^\w+$/.test(trainer) ? trainer : "trainer";
  const now = call ? lineText(code, placeOf(call)) : "";
  const [, before = ""] = new RegExp(`^(\\w+ = )${name}\\.train\\(`).exec(now) ?? [];
  return {
    ...call && { at: placeOf(call) },
    why: call ? `in place of \`${now.slice(0, 80)}\`` : "where the training begins",
    lines: [
      `done = sorted(Path(${name}.args.output_dir).glob("checkpoint-*/trainer_state.json"), key=lambda f: int(f.parent.name.split("-")[-1]))`,
      `${before}${name}.train(resume_from_checkpoint=str(done[-1].parent) if done else None)  # from pathlib import Path`
    ]
  };
}
function withShortRun({ at, why, lines }) {
  const [, name = "trainer"] = /Path\((\w+)\.args/.exec(lines[0] ?? "") ?? [];
  const args = (...names) => names.map((each) => `${name}.args.${each}`).join(", ");
  return {
    ...at && { at },
    why: `${why}: goes on from the newest checkpoint, and is short in the smoke`,
    lines: [
      "import os; from pathlib import Path",
      'if "MAX_STEPS" in os.environ:',
      `    ${args("max_steps", "save_steps")} = int(os.environ["MAX_STEPS"]), int(os.environ.get("SAVE_STEPS", 5))`,
      `    ${args("save_strategy", "logging_steps")} = "steps", 1`,
      ...lines.map((line) => line.replace("  # from pathlib import Path", ""))
    ]
  };
}

// src/job/init/habits/hugging-face.ts
var ARGUMENTS = /(^|\.)(\w*TrainingArguments|(SFT|DPO|GRPO|KTO|ORPO|CPO|PPO|RLOO|Reward|GKD|BCO)Config)$/;
function huggingFaceHabits(code, what, smoked = "smoke") {
  const settings = callsOf(code, ARGUMENTS).find(({ named, plain }) => named.size + plain.length > 0);
  const output = settings && outputOf(code, settings);
  const folder = output?.glob ?? (code.isStartedInOutput ? UNNAMED : "");
  const below = folder === "" ? "" : `${folder}/`;
  const { resume, pastes } = trainerResume(code);
  const length = smoked === "smoke" ? lengthPaste(code, settings, LENGTH3) : [];
  const [train] = pastes;
  const training = train?.at && length.length > 0 ? [withShortRun(train)] : [...length, ...pastes];
  return {
    checkpoint: trainerFolder(below, { weights: what, isWhole: isWhole(settings), isAlone: isAlone(code) }),
    results: [...savedModel(below, what), ...savedElsewhere(code, what)],
    metrics: trainerLog(below),
    resume,
    isExact: isExact3(code, settings),
    short: SHORT2,
    usesGpu: true,
    pastes: [...outputPastes(code, settings, output), ...training],
    checks: checksOn(code, settings)
  };
}
var isExact3 = (code, settings) => isSeeded(code) && !["fsdp", "deepspeed"].some((name) => settings?.named.has(name)) && settings?.named.get("ignore_data_skip") !== "True";
var savedElsewhere = (code, what) => callsOf(code, /\.(save_model|save_pretrained)$/).flatMap((call) => {
  const expression = call.named.get("output_dir") ?? call.named.get("save_directory") ?? call.plain[0];
  const { glob } = expression === void 0 ? { glob: "" } : writtenPath(code, call, { expression, kind: "directory" });
  return /[^*/]/.test(glob) ? savedModel(`${glob}/`, what) : [];
});
var isAlone = ({ entry }) => (entry?.line?.launcher ?? "python") === "python";
var isWhole = (settings) => !["fsdp", "deepspeed"].some((name) => settings?.named.has(name)) && settings?.named.get("save_only_model") !== "True";
var LENGTH3 = [
  { argument: "max_steps", variable: "MAX_STEPS", otherwise: "-1" },
  { argument: "save_steps", variable: "SAVE_STEPS", otherwise: "500", beside: 'save_strategy="steps",' }
];
var SHORT2 = [
  { names: ["save_strategy"], value: "steps" },
  { names: ["report_to"], value: "none" }
];
var UNNAMED = "trainer_output";
function outputOf(code, settings) {
  const expression = settings.named.get("output_dir") ?? settings.plain[0];
  return expression === void 0 ? void 0 : writtenPath(code, settings, { expression, kind: "directory" });
}
function outputPastes(code, settings, output) {
  if (!settings) return [];
  const now = settings.named.get("output_dir") ?? settings.plain[0];
  if (code.isStartedInOutput && (output === void 0 || now === void 0)) return [];
  if (output === void 0 || now === void 0)
    return [
      {
        at: placeOf(settings),
        why: "names no output_dir: what must survive lies under $GPU_LEASE_OUT",
        lines: ["import os", 'output_dir=os.environ.get("GPU_LEASE_OUT", "out"),']
      }
    ];
  return outputPaste(output, { name: "output_dir", now, at: placeOfArgument(code, settings, "output_dir") });
}
function checksOn(code, settings) {
  const every = settings?.named.get("save_strategy");
  const isFixed = flagNamed(code.flags.all, SAVES.names) === void 0;
  return [
    ...settings?.named.get("save_only_model") === "True" ? ["save_only_model=True leaves the optimizer out: a resume is not the same run. Remove it."] : [],
    ...isFixed && /epoch/i.test(every ?? "") ? [
      'it saves once per epoch: a box that is taken away costs up to an epoch. save_strategy="steps" costs less.'
    ] : [],
    ...isFixed && /['"]no['"]/.test(every ?? "") ? ['save_strategy="no" saves nothing to go on from. Write save_strategy="steps".'] : [],
    ...settings?.named.get("fp16") === "True" ? ["fp16=True needs a GPU; fp16=torch.cuda.is_available() lets the smoke run on a CPU."] : []
  ];
}

// src/job/init/trainers/transformers.ts
var transformers = {
  name: "transformers",
  title: "Hugging Face's Trainer",
  isUsed: (code) => callsOf(code, /^transformers\.([\w.]+\.)?(\w*Trainer|\w*TrainingArguments)$/).length > 0 || imports(code, "transformers.Trainer") || imports(code, "transformers.TrainingArguments") || imports(code, "transformers.Seq2SeqTrainingArguments"),
  habits: (code) => huggingFaceHabits(code, "model")
};

// src/job/init/trainers/peft.ts
var peft = {
  name: "peft",
  title: "PEFT with Hugging Face's Trainer",
  isUsed: (code) => imports(code, "peft") && callsOf(code, /(^|\.)peft\./).length > 0 && transformers.isUsed(code),
  habits: (code) => huggingFaceHabits(code, "adapter")
};

// src/job/init/habits/loop-paste.ts
function resumableLoop(code, saves) {
  const loop = countedLoop(code);
  const trained = loop && trainedIn(code, loop.at.file);
  if (!loop || !trained) return void 0;
  const { name, first, last, isEpoch } = loop;
  const states = [
    [`"model"`, trained.model],
    [`"optimizer"`, trained.optimizer],
    ...trained.scheduler === void 0 ? [] : [[`"scheduler"`, trained.scheduler]]
  ];
  const variable = isEpoch ? "EPOCHS" : "MAX_STEPS";
  const end = saysItsLength(code) ? last : `int(os.environ.get("${variable}", ${last}))`;
  const every = isEpoch ? "1" : 'int(os.environ.get("SAVE_STEPS", 100))';
  return {
    at: loop.at,
    why: "in place of this line: goes on from its checkpoint when there is one, and saves as it counts",
    lines: [
      "import os",
      `def going_on(first, last, every=${every}):`,
      `    path = ${code.isStartedInOutput ? `"${nameFor(saves)}"` : `os.path.join(os.environ.get("GPU_LEASE_OUT", "."), "${nameFor(saves)}")`}`,
      '    if "GPU_LEASE_OUT" in os.environ and os.path.exists(path):',
      '        state = torch.load(path, map_location="cpu")',
      ...states.map(([key, of]) => `        ${of}.load_state_dict(state[${key}])`),
      '        torch.set_rng_state(state["rng"])',
      '        first = state["step"] + 1',
      "    for number in range(first, last):",
      "        yield number",
      "        if (number + 1) % every == 0 or number + 1 == last:",
      `            state = {${states.map(([key, of]) => `${key}: ${of}.state_dict()`).join(", ")}, "rng": torch.get_rng_state(), "step": number}`,
      '            torch.save(state, path + ".tmp")',
      '            os.replace(path + ".tmp", path)',
      `for ${name} in going_on(${first}, ${end}):`
    ]
  };
}
var nameFor = (saves) => saves.some(({ path }) => path.glob === "last.pt") ? "resume.pt" : "last.pt";
function trainedIn(code, path) {
  const text = code.files.find((file) => file.path === path)?.bare ?? "";
  const [made, another] = [
    ...text.matchAll(
      /^[ \t]*(\w+)\s*=\s*(?:[\w.]*\.)?[A-Z]\w*\(\s*(?:params\s*=\s*)?(\w+)\.parameters\(\)/gm
    )
  ];
  const schedulers = [...text.matchAll(/^[ \t]*(\w+)\s*=\s*[\w.]*lr_scheduler\.\w+\(/gm)].map(
    ([, name]) => name
  );
  const [, optimizer, model] = made ?? [];
  if (optimizer === void 0 || model === void 0 || another !== void 0 || schedulers.length > 1)
    return void 0;
  const [scheduler] = schedulers;
  return { model, optimizer, ...scheduler !== void 0 && { scheduler } };
}

// src/job/init/trainers/torch.ts
var torch = {
  name: "torch",
  title: "a PyTorch loop",
  isUsed: (code) => imports(code, "torch") || callsOf(code, /^torch\./).length > 0,
  habits(code) {
    const saves = savesOf(code);
    const save = checkpointSave(saves);
    const resume = knowsItsStep(saves) ? handwrittenResume(code, save) : STEPLESS;
    const unsaved = save ? unsavedStates(code, save) : [];
    const metrics = writtenMetrics(code);
    return {
      checkpoint: setOf2(saves, save),
      results: besides2(saves, save),
      ...metrics && { metrics },
      resume,
      isExact: meansToBeExact(code),
      usesGpu: true,
      pastes: [...fixedFolder(save), ...pastesOf2(code, saves, { save, resume, unsaved })],
      checks: [
        ...save && isNamed2(save) ? [] : ["where the script writes its checkpoint was not found; the name here is a guess."],
        ...unsaved.length > 0 ? [`what is saved holds no ${unsaved.join(" and no ")}: a resume is not quite the same run.`] : []
      ]
    };
  }
};
function pastesOf2(code, saves, { save, resume, unsaved }) {
  const whole = resume.how === "not" ? resumableLoop(code, saves) : void 0;
  return whole ? [whole] : [...loopLengthPaste(code), ...loopPastes(save, resume, unsaved)];
}
var knowsItsStep = (saves) => saves.length === 0 || saves.some(({ content }) => content === void 0) || saves.some((each) => stepKeyOf(each) !== void 0 || each.path.glob.includes("*"));
var STEPLESS = {
  how: "not",
  because: "what is saved says no step: a loop that loads it begins at 0 again"
};
var isNamed2 = ({ path }) => /[^*/]/.test(path.glob);
function setOf2(saves, save) {
  const pair = parts(saves);
  const stepKey2 = save && stepKeyOf(save);
  const shared = stepKey2 === void 0 ? {} : { stepKey: stepKey2 };
  if (pair) return { ...shared, path: pair, why: "these files together are one checkpoint" };
  if (!save || !isNamed2(save)) return { ...shared, path: "**/*.pt", why: "as torch.save is often used" };
  return { ...shared, path: save.path.glob, why: `as ${save.call.file}:${save.call.line} writes it` };
}
function besides2(saves, save) {
  const inSet = /* @__PURE__ */ new Set([...parts(saves) ?? [], save?.path.glob]);
  return saves.filter((each) => isNamed2(each) && !inSet.has(each.path.glob) && WEIGHTS.test(each.path.glob)).map(({ path, call }) => ({
    path: path.glob,
    role: "model",
    isOptional: true,
    why: `as ${call.file}:${call.line} writes it`
  }));
}
var WEIGHTS = /\.(?:pt|pth|bin|ckpt|safetensors)$/;
var fixedFolder = (save) => {
  const now = save?.call.plain[1];
  return save && now !== void 0 && /['"]/.test(now) ? outputPaste(save.path, { now, at: placeOf(save.call) }) : [];
};

// src/job/init/trainers/sklearn.ts
var sklearn = {
  name: "sklearn",
  title: "scikit-learn",
  isUsed: (code) => imports(code, "sklearn"),
  habits(code) {
    const save = checkpointSave(savesOf(code));
    const metrics = writtenMetrics(code);
    return {
      results: [
        {
          path: save?.path.glob || "**/*.joblib",
          role: "model",
          isOptional: false,
          isDegraded: true,
          why: save ? `as ${save.call.file}:${save.call.line} writes it` : "as joblib writes them"
        }
      ],
      ...metrics && { metrics },
      resume: { how: "not", because: "a model that is fitted at once has nothing to go on from" },
      usesGpu: false,
      pastes: fixedFolder(save),
      checks: []
    };
  }
};

// src/job/init/trainers/torch-distributed.ts
var DCP_SAVE = /^torch\.distributed\.checkpoint\.([\w.]+\.)?(save|async_save|save_state_dict)$/;
var DCP_LOAD = /^torch\.distributed\.checkpoint\.([\w.]+\.)?(load|load_state_dict)$/;
var torchDistributed = {
  name: "torch-distributed",
  title: "torchrun (DDP or FSDP)",
  isUsed: (code) => callsOf(
    code,
    /^torch\.distributed\.([\w.]+\.)?(init_process_group|init_device_mesh|fully_shard|FullyShardedDataParallel)$/
  ).length > 0 || callsOf(code, /^torch\.nn\.parallel\.([\w.]+\.)?DistributedDataParallel$/).length > 0 || imports(code, "torch.distributed.checkpoint"),
  habits(code) {
    const [save] = callsOf(code, DCP_SAVE);
    const plain = torch.habits(code);
    const shared = {
      ...plain,
      launcher: "torchrun",
      pastes: [...backendPastes(code), ...plain.pastes]
    };
    if (!save) return shared;
    const metrics = writtenMetrics(code);
    const resume = resumeOf5(code);
    return {
      ...shared,
      checkpoint: shardedSet(code, save),
      results: [],
      ...metrics && { metrics },
      resume,
      pastes: [...backendPastes(code), ...resumePastes3(resume)],
      checks: []
    };
  }
};
function shardedSet(code, save) {
  const expression = save.named.get("checkpoint_id") ?? save.named.get("path") ?? save.plain[1];
  const { glob } = expression === void 0 ? { glob: "" } : writtenPath(code, save, { expression, kind: "member" });
  return {
    path: glob === "" ? "step-*" : glob,
    complete: ".metadata",
    judged: [{ name: ".metadata", role: "opaque" }],
    degraded: "its pickle names a path, which torch.load refuses as weights only",
    why: "the whole folder is one checkpoint, a file from every rank; .metadata is written last"
  };
}
function resumeOf5(code) {
  const [load] = callsOf(code, DCP_LOAD);
  if (!load) return { how: "not", because: "nothing loads what torch.distributed.checkpoint wrote" };
  const byFlag = resumeByFlag(code);
  if (byFlag) return byFlag;
  const at = showPlace(placeOf(load));
  return findInCode(code, /\b(exists|isdir|is_dir|listdir|iterdir|glob)\s*\(/) ? { how: "itself", because: `${at} loads the shards that are there` } : {
    how: "not",
    because: `${at} loads shards, and that it does so only when some are there was not found`
  };
}
function resumePastes3(resume) {
  if (resume.how !== "not") return [];
  return [
    {
      why: "before the loop, on every rank: goes on from the newest folder that is whole, when there is one",
      lines: [
        'done = sorted(Path(os.environ.get("GPU_LEASE_OUT", "out")).glob("step-*/.metadata"), key=lambda f: int(f.parent.name.split("-")[-1]))',
        "if done: dcp.load(state, checkpoint_id=str(done[-1].parent))"
      ]
    }
  ];
}
function backendPastes(code) {
  const init = callsOf(code, /(^|\.)init_process_group$/).find(
    ({ named, plain }) => literalText(named.get("backend") ?? plain[0]) === "nccl"
  );
  if (!init) return [];
  return [
    {
      at: placeOf(init),
      why: "NCCL needs GPUs; the smoke runs on a CPU",
      lines: [
        'backend = "nccl" if torch.cuda.is_available() else "gloo"',
        "dist.init_process_group(backend)"
      ]
    }
  ];
}

// src/job/init/trainers/trl.ts
var trl = {
  name: "trl",
  title: "TRL",
  isUsed: (code) => imports(code, "trl") && callsOf(code, /(^|\.)trl\.([\w.]+\.)?\w+(Trainer|Config)$/).length > 0,
  habits: (code) => huggingFaceHabits(code, imports(code, "peft") ? "adapter" : "model")
};

// src/job/init/trainers/unsloth.ts
var unsloth = {
  name: "unsloth",
  title: "unsloth",
  isUsed: (code) => imports(code, "unsloth"),
  habits(code) {
    return {
      ...huggingFaceHabits(code, "adapter", "no smoke"),
      onlyOnGpu: "unsloth is imported only where there is a GPU"
    };
  }
};

// src/job/init/trainers.ts
var TRAINERS = [
  axolotl,
  unsloth,
  trl,
  peft,
  transformers,
  lightning,
  deepspeed,
  accelerate,
  nanogpt,
  keras,
  torchDistributed,
  torch,
  jax,
  sklearn,
  other
];
var BY_DECLARATION = [
  { package_: "pytorch-lightning", trainer: lightning },
  { package_: "lightning", trainer: lightning },
  { package_: "torch", trainer: torch },
  { package_: "jax", trainer: jax },
  { package_: "keras", trainer: keras },
  { package_: "tensorflow", trainer: keras },
  { package_: "scikit-learn", trainer: sklearn }
];
function trainerOf(code) {
  const seen = TRAINERS.find((trainer) => trainer.isUsed(code)) ?? other;
  if (seen !== other || !code.entry || code.entry.path.endsWith("js"))
    return { trainer: seen, isGuess: false };
  const declared = BY_DECLARATION.find(({ package_ }) => code.declared.has(package_));
  return declared ? { trainer: declared.trainer, isGuess: true } : { trainer: other, isGuess: false };
}

// src/job/init.ts
function proposeJob(repository, name, entry, wanted) {
  const plain = { ...repository, read: (path) => withoutMark(repository.read(path)) };
  const { taken, others } = findEntries(plain, entry);
  const code = readCode(plain, taken);
  const { trainer, isGuess } = trainerOf(code);
  const habits = trainer.habits(code);
  const proposal = { code, trainer, isGuess, habits, commands: commandsOf(code, habits) };
  return {
    yaml: render(proposal, jobName(name), wanted),
    notes: notesOn(proposal, others, wanted !== void 0),
    pastes: habits.pastes.filter(({ isOptional }) => isOptional !== true).map(pasteText),
    advice: habits.pastes.filter(({ isOptional }) => isOptional === true).map(pasteText)
  };
}
var withoutMark = (text) => text?.replace(/^\ufeff/, "");

// src/cli/init-platform.ts
function placeWanted(settings) {
  const name = settings.value("platform");
  if (name === void 0 || name === "") return;
  if (settings.flag("github"))
    throw new Problem({
      code: "platform-and-github",
      kind: "usage",
      what: "The workflow files follow the candidates of the job file, so --platform and --github are not given together; nothing was written.",
      next: `First "gpu-lease init --platform ${name}", then "gpu-lease init --github".`
    });
  const profile = profileOfPlatform(name);
  const by = wayOf(profile);
  const place = { name, by };
  const needs = [needed(profile, by, settings.env)].filter((line) => line !== "");
  return by === "kaggle" ? { place, needs, next: "next: gpu-lease smoke, then gpu-lease kaggle push" } : { place, needs };
}
function wayOf({ id, automation }) {
  switch (automation) {
    case "full":
      return "renting";
    case "attach":
      return "attaching";
    case "scheduler":
      return "slurm";
    case "cluster":
      return "kubernetes";
    case "batch":
      return "kaggle";
    case "instructions":
      throw new Problem({
        code: "not-rented",
        kind: "usage",
        what: `Nothing of ${id} can be rented and reached, so no job file sends a run there; nothing was written.`,
        next: id === "colab" ? 'Write one for this machine, "gpu-lease init"; "gpu-lease colab" makes a notebook of it.' : 'Name another one: "gpu-lease platforms" lists them with what each can do.'
      });
  }
}
var KEY_OF_BOX = "your own SSH key (an agent, or a file that ~/.ssh/config names); in a workflow the secrets GPU_LEASE_SSH_KEY and GPU_LEASE_KNOWN_HOSTS";
function needed(profile, by, env) {
  const { id } = profile;
  switch (by) {
    case "attaching":
    case "slurm":
      return `${id} needs ${KEY_OF_BOX}.`;
    case "kubernetes":
      return `${id} needs a kubeconfig: KUBECONFIG, ~/.kube/config, or its text in the secret KUBE_CONFIG.`;
    case "kaggle":
      return `${id} needs KAGGLE_API_TOKEN, or KAGGLE_USERNAME with KAGGLE_KEY; in a workflow the secret KAGGLE_API_TOKEN.`;
    case "renting": {
      const names = keysOfProfile(profile).flat();
      if (names.length === 0) return "";
      const unset = names.filter((name) => !env[name]);
      return `${id} needs ${names.join(" and ")}${unset.length > 0 ? `, and ${unset.join(" and ")} ${unset.length === 1 ? "is" : "are"} not set here` : ", which is set here"}; in a workflow a secret of that name.`;
    }
  }
}

// src/cli/init.ts
var MAX_FILES = 5e3;
var MAX_BYTES = 256 * 1024;
var SKIPPED = /* @__PURE__ */ new Set([".git", "node_modules", ".venv", "venv", "__pycache__", "gpu-lease-out"]);
async function command(request, signal) {
  const settings = settingsOf(request);
  const wanted = placeWanted(settings);
  if (settings.flag("github")) {
    const { initGitHub } = await import("./cli-init-github.mjs");
    return initGitHub(settings, signal);
  }
  const target = resolve(settings.cwd, settings.value("job") ?? "gpu-lease.yml");
  if (existsSync(target) && !settings.flag("force")) {
    throw new Problem({
      code: "exists",
      kind: "usage",
      what: `${target} exists already; it was left as it is.`,
      next: "Edit it, or write a new one over it with --force."
    });
  }
  const files = await listFiles(settings.cwd);
  const repository = { files, read: (path) => readText(join(settings.cwd, path)) };
  const entry = entryAmong(files, settings.value("entry"));
  const proposed = proposeJob(repository, basename(settings.cwd), entry, wanted?.place);
  parseJob(proposed.yaml, target, knownPlatforms());
  writeFileSync(target, proposed.yaml);
  process.stdout.write(saidOf(target, proposed, wanted));
  return 0;
}
var AGAIN = "When that is in: gpu-lease init --force, which reads the code again.";
function saidOf(target, { notes, pastes, advice }, wanted) {
  return [
    `wrote ${target}`,
    ...[...notes, ...wanted?.needs ?? []].map((note) => `- ${note}`),
    ...pastes.length > 0 ? ["", "To change in your own code:", ...pastes, "", AGAIN, ""] : [],
    ...advice.length > 0 ? ["", "It works without, and a resume is then not quite the same run:", ...advice, ""] : [],
    wanted?.next ?? "next: gpu-lease plan; for GitHub Actions gpu-lease init --github",
    ""
  ].join("\n");
}
function entryAmong(files, wanted) {
  const entry = wanted?.replaceAll("\\", "/").replace(/^\.\//, "");
  if (entry === void 0 || files.includes(entry)) return entry;
  const nearest = nearestOf(entry, files);
  throw new Problem({
    code: "no-such-entry",
    kind: "usage",
    what: `There is no file ${quoted(entry)} here; nothing was written.`,
    next: nearest === void 0 ? "Name a file relative to this directory." : `Did you mean ${quoted(nearest)}?`
  });
}
async function listFiles(dir) {
  const found = [];
  const queue = [""];
  for (let folder = queue.shift(); folder !== void 0 && found.length < MAX_FILES; folder = queue.shift()) {
    for (const entry of await readdir(join(dir, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) queue.push(path);
      if (entry.isFile()) found.push(path);
    }
  }
  return found.sort();
}
function readText(path) {
  try {
    if (statSync(path).size > MAX_BYTES) return;
    const text = readFileSync(path, "utf8");
    return text.includes("\0") ? void 0 : text;
  } catch {
    return;
  }
}
export {
  command
};
