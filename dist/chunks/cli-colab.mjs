import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  settingsOf
} from "./cli-settings.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./evidence-level.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/colab.ts
async function command(request, signal) {
  const [verb, place, ...more] = request.words;
  if (more.length > 0 || !(verb === "export" || verb === "collect" && place !== void 0))
    throw wrongWords();
  if (verb === "collect") {
    const { collectFolder } = await import("./cli-colab-collect.mjs");
    return collectFolder(settingsOf(request), place ?? "", signal);
  }
  const { exportNotebook } = await import("./cli-colab-export.mjs");
  const given = place === void 0 ? request.given : { ...request.given, job: place };
  return exportNotebook(settingsOf({ ...request, given }));
}
var wrongWords = () => new Problem({
  code: "colab-words",
  kind: "usage",
  what: 'That is neither "colab export [JOB]" nor "colab collect FOLDER".',
  next: 'Write one of them. See "gpu-lease colab --help".'
});
export {
  command
};
