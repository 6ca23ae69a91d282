import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  parseSshTarget
} from "./box-ssh-target.shared.mjs";
import {
  quoteWord
} from "./box-shell-quote.shared.mjs";
import {
  parseKubeTarget
} from "./job-kube-target.shared.mjs";
import {
  costing
} from "./lease-run.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/course/beside-ssh.ts
function besideSsh(run, lease, wanted) {
  const what = wanted === "shell" ? "no login of ours" : "no connection through us";
  return new Problem({
    code: "no-ssh-there",
    kind: "usage",
    what: `What ${lease.name} runs on is given by ${lease.platform} and takes ${what}.`,
    next: `While it runs: ${lineOf(lease, wanted)}. A command without a terminal, where the submission was handed over: gpu-lease exec ${run.id} -- ls`,
    costing: costing(run)
  });
}
function lineOf({ intent: { queue = "" }, boxId = "" }, wanted) {
  const kube = parseKubeTarget(queue);
  if (!kube) return onLoginNode(queue, boxId, wanted);
  const [, name = "", , , mark] = boxId.split("/");
  const kubectl = `kubectl ${kube.context === void 0 ? "" : `--context ${quoteWord(kube.context)} `}-n ${kube.namespace}`;
  const [pod, first] = mark === "jobset" ? ["POD", `${kubectl} get pods -l jobset.sigs.k8s.io/jobset-name=${name}, then `] : [`job/${name}`, ""];
  return wanted === "shell" ? `${first}${kubectl} exec -it ${pod} -- sh` : `${first}${kubectl} port-forward ${pod} ${wanted.port}:${wanted.port}`;
}
function onLoginNode(queue, boxId, wanted) {
  const { host, user, port } = parseSshTarget(queue);
  const to = `${port === void 0 ? "" : `-p ${port} `}${user === void 0 ? "" : `${user}@`}${host}`;
  const [job = "", cluster] = boxId.split(";");
  const where = cluster === void 0 ? "" : `-M ${cluster} `;
  return wanted === "shell" ? `ssh -t ${to} srun ${where}--jobid=${job} --overlap --pty sh` : `ssh ${to} squeue ${where}-h -j ${job} -o %N names its node; then ssh -N -L 127.0.0.1:${wanted.port}:NODE:${wanted.port} ${to}`;
}

export {
  besideSsh
};
