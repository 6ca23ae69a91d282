import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Source,
  identifier,
  parseYaml,
  stamp
} from "./profile-schema-stamp.shared.mjs";
import {
  mapping
} from "./strict-yaml-mapping.shared.mjs";
import {
  installedDir
} from "./host-installed.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";

// src/cli/bundled-root.ts
import { readFileSync } from "node:fs";

// src/profile/bundled-root.ts
var BUNDLED_ROOT = {
  name: "facts about the bundled root",
  start: "Take the ones that come with gpu-lease.",
  manyValues: "Write the values out."
};
var BundledRootSchema = mapping({
  schema: external_exports.literal(1),
  id: identifier,
  sources: external_exports.record(identifier, Source),
  roots: external_exports.tuple([mapping({ id: identifier, sha256: external_exports.string().regex(/^[0-9a-f]{64}$/), ...stamp })])
});
var parseBundledRoot = (text, fileName) => parseYaml(text, fileName, BundledRootSchema, BUNDLED_ROOT).value.roots[0];

// src/cli/bundled-root.ts
var ROOT_FACTS_FILE = "trust/public-good.yml";
var read = (file) => readFileSync(new URL(file, installedDir()), "utf8");
var rootFactsText = () => read(ROOT_FACTS_FILE);
var rootFacts = () => parseBundledRoot(rootFactsText(), ROOT_FACTS_FILE);
var bundledRoot = () => read("trust/public-good.json");

export {
  BUNDLED_ROOT,
  parseBundledRoot,
  ROOT_FACTS_FILE,
  rootFactsText,
  rootFacts,
  bundledRoot
};
