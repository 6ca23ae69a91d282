import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/report/links.ts
function linksOf(env, run) {
  const home = homeOf(env);
  if (home === void 0) return {};
  const commit = commitLink(env, run.opened?.commit ?? "");
  const form = formOf(env, "release");
  const artifact = artifactPath(run, env["GITHUB_REPOSITORY"] ?? "");
  const workflowRun = workflowRunLink(env);
  return {
    ...workflowRun && { workflowRun },
    ...commit && { commit },
    ...form && { form },
    ...artifact && { artifact: `${home}/actions/runs/${artifact}` }
  };
}
function homeOf({
  GITHUB_SERVER_URL: server,
  GITHUB_REPOSITORY: repository
}) {
  return /^[\w.-]+\/[\w.-]+$/.test(repository ?? "") ? safeUrl(`${server ?? ""}/${repository}`) : void 0;
}
function workflowRunLink(env) {
  const [home, id] = [homeOf(env), env["GITHUB_RUN_ID"] ?? ""];
  return home !== void 0 && /^\d+$/.test(id) ? `${home}/actions/runs/${id}` : void 0;
}
function commitLink(env, commit) {
  const home = homeOf(env);
  return home !== void 0 && /^[0-9a-f]{40}$/.test(commit) ? `${home}/commit/${commit}` : void 0;
}
function formOf(env, purpose) {
  const home = homeOf(env);
  const [, file] = /^[^/]+\/[^/]+\/\.github\/workflows\/([\w.-]+)@/.exec(env["GITHUB_WORKFLOW_REF"] ?? "") ?? [];
  if (home === void 0 || file === void 0) return void 0;
  const own = file.replace(
    /^gpu-lease-(?:smoke|train|release|tick|daily|label)(?=\.ya?ml$)/,
    `gpu-lease-${purpose}`
  );
  return `${home}/actions/workflows/${own}`;
}
function artifactPath({ stored }, repository) {
  for (const { store, id, place } of [...stored].reverse()) {
    const [, workflowRun, of] = / of workflow run (\d{1,15}) of (\S+)$/.exec(place) ?? [];
    if (store !== "workflow-artifact" || of !== repository || !/^\d{1,15}$/.test(id)) continue;
    return `${workflowRun}/artifacts/${id}`;
  }
  return void 0;
}
var safeUrl = (url) => /^https?:\/\/[\w.:/~-]{1,300}$/.test(url) ? url : void 0;

export {
  linksOf,
  workflowRunLink,
  commitLink,
  formOf
};
