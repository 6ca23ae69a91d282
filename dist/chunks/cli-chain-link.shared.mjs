import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ownWorkflow
} from "./github-caller-workflow.shared.mjs";

// src/cli/chain-link.ts
function chainLinkOf(settings) {
  const { env } = settings;
  const chaining = settings.choice("chain");
  const hop = settings.number("hop") ?? 0;
  const maxHops = settings.number("hops");
  if (env["GITHUB_ACTIONS"] !== "true")
    return { chaining: "never", link: { workflowRun: 0, hop: 0 }, maxHops, workflow: void 0 };
  const workflowRun = Number(env["GITHUB_RUN_ID"] ?? 0);
  return { chaining, link: { workflowRun, hop }, maxHops, workflow: ownWorkflow(env) };
}

export {
  chainLinkOf
};
