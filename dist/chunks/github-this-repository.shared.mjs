import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  isLoopback
} from "./host-proxied-fetch.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/github/this-repository.ts
var GITHUB_COM = "https://api.github.com";
var METHODS = {
  environment: true,
  environments: true,
  secretNames: true,
  approvals: true,
  pendingDeployments: true,
  workflowRun: true,
  runsOf: true,
  jobsOf: true,
  dispatch: true,
  switchWorkflow: true,
  artifact: true,
  artifactsOf: true,
  artifacts: true,
  artifactsNamed: true,
  downloadArtifact: true,
  issueMarked: true,
  openIssues: true,
  createIssue: true,
  updateIssue: true,
  commentIssue: true,
  commentMarked: true,
  createComment: true,
  updateComment: true,
  checksOf: true,
  createCheck: true,
  updateCheck: true,
  pullRequest: true,
  takeLabelOff: true,
  statusOf: true,
  postStatus: true,
  draftRelease: true,
  uploadAsset: true,
  releaseAsset: true,
  downloadAsset: true,
  deleteAsset: true,
  deleteDraft: true,
  deleteArtifact: true,
  describe: true,
  permissionOf: true,
  file: true,
  workflows: true,
  pushRules: true,
  rulesOfBranch: true,
  protectionOfBranch: true,
  hasMergeQueue: true,
  ownRunners: true
};
function openGitHub(env, clock, signal) {
  const repository = env["GITHUB_REPOSITORY"] ?? "";
  const token = env["GH_TOKEN"] || env["GITHUB_TOKEN"] || "";
  if (token === "" || !/^[^/\s]+\/[^/\s]+$/.test(repository)) return;
  const baseUrl = (env["GITHUB_API_URL"] || GITHUB_COM).replace(/\/+$/, "");
  let opening;
  let opened;
  async function open() {
    requireSafe(baseUrl);
    const { githubRest } = await import("./github-rest-github-rest.mjs");
    opened = githubRest({ repository, token, baseUrl, clock, signal });
    return opened;
  }
  const methods = Object.keys(METHODS).map((name) => [
    name,
    async (...given) => {
      opening ??= open();
      const method = (await opening)[name];
      return method(...given);
    }
  ]);
  return {
    repository,
    requests: () => opened?.requests() ?? 0,
    remaining: () => opened?.remaining(),
    ...Object.fromEntries(methods)
  };
}
function requireSafe(baseUrl) {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : void 0;
  if (url?.protocol === "https:" || url?.protocol === "http:" && isLoopback(url.hostname)) return;
  throw new Problem({
    code: "github-base",
    kind: "usage",
    what: `GITHUB_API_URL is ${JSON.stringify(baseUrl.slice(0, 100))}.`,
    next: "It must begin with https://; http:// is allowed for this machine only."
  });
}

export {
  openGitHub
};
