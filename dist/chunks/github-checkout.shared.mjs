import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  git
} from "./github-commits.shared.mjs";

// src/github/checkout.ts
async function checkoutOf(dir, commit) {
  const head = await git(dir, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
  if (head === void 0) return { head, hasCommit: false, isShallow: false };
  const object = /^[0-9a-f]{40,64}$/.test(commit) ? `${commit}^{commit}` : "";
  const found = object === "" ? void 0 : await git(dir, "rev-parse", "--verify", "--quiet", "--end-of-options", object);
  return {
    head,
    hasCommit: found === commit,
    isShallow: await git(dir, "rev-parse", "--is-shallow-repository") === "true"
  };
}
function checkoutWarning(run, commit, checkout, mayFetch) {
  const { head, hasCommit, isShallow } = checkout;
  if (head === commit || head !== void 0 && (hasCommit || mayFetch)) return;
  const bound = `run ${run} is bound to commit ${commit.slice(0, 12)}`;
  const why = head === void 0 ? `There is no checkout here, and ${bound}.` : `The checkout is at ${head.slice(0, 12)}, and ${bound}, which this ${isShallow ? "shallow " : ""}clone does not hold.`;
  return `${why} The run goes on, but a lost box could not be replaced from this job. Next: ${head === void 0 ? "add a step with actions/checkout before this one" : "give the step GH_TOKEN, the token of its job, by which the commit is fetched when it is needed"}.`;
}

export {
  checkoutOf,
  checkoutWarning
};
