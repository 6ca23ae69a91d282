import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  require_dist
} from "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/job/requirements-file.ts
var import_yaml = __toESM(require_dist(), 1);
import { posix } from "node:path";
var BY_NAME = {
  "uv.lock": "uv",
  "poetry.lock": "poetry",
  "pyproject.toml": "project",
  "environment.yml": "conda",
  "environment.yaml": "conda"
};
function installerOf(file) {
  const name = posix.basename(file);
  return Object.hasOwn(BY_NAME, name) ? BY_NAME[name] ?? "pip" : "pip";
}
function requirementsFault(file, text) {
  switch (installerOf(file)) {
    case "project":
      return projectFault(text);
    case "conda": {
      const document = (0, import_yaml.parseDocument)(text);
      if (document.errors.length > 0) return "is no YAML";
      return document.has("dependencies") ? void 0 : "lists no `dependencies`";
    }
    default:
      return void 0;
  }
}
function projectFault(text) {
  const project = tableOf(text.replaceAll("\r\n", "\n"), "project");
  if (project === void 0)
    return text.includes("[tool.poetry.dependencies]") ? "has its dependencies in [tool.poetry.dependencies]: commit poetry.lock and name that" : "has no [project] table";
  if (/^dynamic\s*=\s*\[[^\]]*["']dependencies["']/m.test(project))
    return "computes its dependencies (`dynamic`): name the file that they are read from";
  return /^dependencies\s*=/m.test(project) ? void 0 : "lists no `dependencies` in [project]";
}
function tableOf(text, name) {
  const [, body] = new RegExp(`^\\[${name.replaceAll(".", "\\.")}\\][^\\n]*\\n([^]*)`, "m").exec(text) ?? [];
  return body?.split(/^\[[A-Za-z0-9_.\-"']+\]\s*(?:#.*)?$|^\[\[/m)[0];
}

export {
  installerOf,
  requirementsFault,
  tableOf
};
