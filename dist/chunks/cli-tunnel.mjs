import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  besideSsh
} from "./course-beside-ssh.shared.mjs";
import {
  heldBox
} from "./course-held-box.shared.mjs";
import {
  meantRun
} from "./cli-own-run.shared.mjs";
import {
  readRun
} from "./course-find-run.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import {
  lookable
} from "./lease-lookable.shared.mjs";
import "./github-record-artifacts.shared.mjs";
import "./cli-bringing.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./platforms-api.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-approval-rules.shared.mjs";
import "./job-kubernetes-schema.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./job-glob.shared.mjs";
import "./job-slurm-schema.shared.mjs";
import "./job-quantity.shared.mjs";
import "./job-console-line.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import "./github-this-repository.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./secret-keys.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./job-short-forms.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./lease-capacity.shared.mjs";
import "./lease-asking.shared.mjs";
import "./lease-cost.shared.mjs";
import "./lease-bound-anew.shared.mjs";
import "./lease-task-ranges.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import {
  costing
} from "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/box/port-forward.ts
import net from "node:net";
import { pipeline } from "node:stream";
var MOST_CONNECTIONS = 64;
async function openPort({ port, open, onFailure }) {
  const sockets = /* @__PURE__ */ new Set();
  const server = net.createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {
    });
    socket.once("close", () => sockets.delete(socket));
    open().then(
      (far) => join(socket, far),
      (error) => {
        socket.destroy();
        onFailure(error);
      }
    );
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1" }, resolve);
  });
  return {
    port: server.address().port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    }
  };
}
function join(near, far) {
  const broken = (error) => {
    if (!error) return;
    near.destroy();
    far.destroy();
  };
  far.on("error", () => {
  });
  pipeline(near, far, broken);
  pipeline(far, near, broken);
}

// src/cli/tunnel.ts
var RECORD_SECONDS = 30;
async function command(request, signal) {
  const settings = settingsOf(request);
  const pairs = pairsOf(request.words);
  const ledger = await ledgerOf(settings);
  const run = await readRun(ledger, await meantRun(settings, ledger));
  const face = await faceOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  const open = [];
  try {
    const box = await heldBox(world, run);
    for (const pair of pairs) open.push(await openOne(run, box, pair, face));
    const costs = costing(run);
    if (costs.length > 0) face.line(`it goes on costing: ${costs.join("; ")}`);
    const ends = new Date(world.clock.now().getTime() + settings.boundSeconds * 1e3);
    await untilOver(world, ledger, run.id, ends);
    return 0;
  } finally {
    for (const each of open) each.close();
    await world.close();
  }
}
function pairsOf(words) {
  const pairs = words.map((word) => {
    const [, first = "", second = first] = /^(\d{1,5})(?::(\d{1,5}))?$/.exec(word) ?? [];
    const [local, remote] = [Number(first), Number(second)];
    const isPort = first !== "" && local <= 65535 && remote >= 1 && remote <= 65535;
    return isPort && (local > 0 || second !== first) ? { local, remote } : void 0;
  });
  if (pairs.length > 0 && pairs.every((pair) => pair !== void 0)) return pairs;
  const odd = words[pairs.indexOf(void 0)];
  throw new Problem({
    code: "no-port",
    kind: "usage",
    what: odd === void 0 ? "There is no port to reach." : `"${odd}" is no port.`,
    next: "Write the port of the box behind the name of the run, 1 to 65535: gpu-lease tunnel RUN 8888; as LOCAL:PORT where it is to be another one here, and 0:PORT for any that is free."
  });
}
async function openOne(run, { lease, channel, isPlace }, { local, remote }, face) {
  const { line } = channel;
  if (isPlace || !line) throw besideSsh(run, lease, { port: remote });
  let told = "";
  const onFailure = (error) => {
    const why = error instanceof TransportFailed && error.reason === "refused" ? `nothing answers at port ${remote} of ${lease.name}, or it forwards none; start it there: gpu-lease exec ${run.id} -- COMMAND` : `port ${remote} of ${lease.name} was not reached: ${error instanceof Error ? error.message : String(error)}`;
    if (why !== told) face.warn(why);
    told = why;
  };
  try {
    const port = await openPort({ port: local, open: () => line.forward(remote), onFailure });
    face.line(
      `http://127.0.0.1:${port.port} is port ${remote} of ${lease.name}, for this machine alone; Ctrl-C ends it`
    );
    return port;
  } catch (error) {
    throw portTaken(local, remote, error) ?? error;
  }
}
function portTaken(local, remote, cause) {
  const code = cause instanceof Error && "code" in cause ? cause.code : void 0;
  if (code !== "EADDRINUSE" && code !== "EACCES") return;
  return new Problem(
    {
      code: "port-taken",
      kind: "usage",
      what: code === "EACCES" ? `This user may not listen at port ${local}.` : `Another program listens at port ${local} of this machine.`,
      next: `Name another one for this machine: gpu-lease tunnel RUN 0:${remote} takes any that is free.`
    },
    { cause }
  );
}
async function untilOver(world, ledger, id, ends) {
  while (!world.signal.aborted) {
    const left = secondsBetween(world.clock.now(), ends);
    if (left <= 0) return world.face.line("its time is over; --bound gives it more");
    await world.clock.sleep(Math.min(left, RECORD_SECONDS), world.signal);
    if (world.signal.aborted) return;
    const run = await readRun(ledger, id).catch(() => void 0);
    if (!run || lookable(run)) continue;
    world.face.warn(`the box of ${id} is not held any more`);
    return;
  }
}
export {
  command
};
