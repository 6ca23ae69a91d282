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
  knownHostsLine
} from "./box-openssh-client.shared.mjs";
import {
  drivenBy
} from "./lease-driven.shared.mjs";
import {
  GIVEN
} from "./box-known-hosts.shared.mjs";
import {
  parseSshTarget
} from "./box-ssh-target.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";

// src/course/way-in.ts
async function wayIn(world, run, { lease, channel, isPlace }) {
  if (isPlace || !channel.line) throw besideSsh(run, lease, "shell");
  const { hostKey } = channel.line;
  const { attach, user } = lease.intent;
  const named = user === void 0 ? {} : { user };
  if (attach !== void 0) return { lease, hostKey, ...parseSshTarget(attach), ...named, isOwn: true };
  const driver = await world.driver(drivenBy(lease));
  const { endpoint, state } = await driver.describe(lease.boxId ?? "");
  if (!endpoint)
    throw new TransportFailed(
      `${lease.platform} gives no address for ${lease.name}: it is ${state}`,
      "closed"
    );
  const { host, port } = endpoint;
  return { lease, hostKey, host, port, user: endpoint.user, ...named, isOwn: false };
}

// src/cli/openssh-files.ts
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
async function layFiles(dir, { lease, hostKey, ...to }, { env }, { loginKey }) {
  await mkdir(dir, { recursive: true, mode: 448 });
  const lay = async (name, text) => {
    const path = join(dir, name);
    await rm(path, { force: true });
    await writeFile(path, text, { mode: 384, flag: "wx" });
    return path;
  };
  const knownHosts = await lay("known_hosts", knownHostsLine(lease.name, hostKey));
  const key = to.isOwn ? givenKey(env) : (await loginKey(lease.name.replace(/-\d+$/, ""))).privateOpenSsh;
  const keys = key === void 0 ? [] : [await lay("key", key)];
  return { ...to, name: lease.name, knownHosts, keys };
}
function givenKey(env) {
  const text = env[GIVEN.key]?.replaceAll("\r\n", "\n").trim();
  return text ? `${text}
` : void 0;
}

export {
  wayIn,
  layFiles
};
