import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  knownPlatforms,
  platformNames,
  profileOfPlatform
} from "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./host-installed.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";
export {
  knownPlatforms,
  platformNames,
  profileOfPlatform
};
