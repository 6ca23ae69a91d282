import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  formatSshTarget,
  parseSshTarget
} from "./box-ssh-target.shared.mjs";

// src/box/openssh-client.ts
function settingsOf({ name, knownHosts, keys, isOwn }) {
  return [
    ["HostKeyAlias", name],
    ["UserKnownHostsFile", quoted(knownHosts)],
    ["GlobalKnownHostsFile", "/dev/null"],
    ["StrictHostKeyChecking", "yes"],
    ["CheckHostIP", "no"],
    ["UpdateHostKeys", "no"],
    ["ForwardAgent", "no"],
    ["ForwardX11", "no"],
    ["ControlPath", "none"],
    ["ServerAliveInterval", "15"],
    ["ServerAliveCountMax", "4"],
    ...keys.map((key) => ["IdentityFile", quoted(key)]),
    ...isOwn ? [] : [
      ["IdentitiesOnly", "yes"],
      ["IdentityAgent", "none"]
    ]
  ];
}
function clientArguments(target, { terminal, command }) {
  const { host, user, port } = checked(target);
  return [
    ...target.isOwn ? [] : ["-F", "/dev/null"],
    terminal ? "-t" : "-T",
    ...settingsOf(target).flatMap(([name, value]) => ["-o", `${name}=${value}`]),
    ...user === void 0 ? [] : ["-l", user],
    ...port === void 0 ? [] : ["-p", String(port)],
    "--",
    host,
    command
  ];
}
function hostBlock(alias, target) {
  const { host, user, port } = checked(target);
  const settings = [
    ["HostName", host.replaceAll("%", "%%")],
    ...user === void 0 ? [] : [["User", user]],
    ...port === void 0 ? [] : [["Port", String(port)]],
    ...target.isOwn ? wayThere(target.jump) : [],
    ...settingsOf(target)
  ];
  return [`Host ${alias}`, ...settings.map(([name, value]) => `  ${name} ${value}`), ""].join("\n");
}
var wayThere = (jump) => jump === void 0 ? [
  ["ProxyJump", "none"],
  ["ProxyCommand", "none"]
] : [["ProxyJump", jump]];
var leaseOfBlock = (text) => /^ {2}HostKeyAlias (\S+)$/m.exec(text)?.[1];
var knownHostsLine = (name, hostKey) => `${name} ${hostKey}
`;
var checked = ({ host, user, port }) => parseSshTarget(
  formatSshTarget({
    host,
    ...user === void 0 ? {} : { user },
    ...port === void 0 ? {} : { port }
  })
);
var quoted = (path) => `"${path.replaceAll("%", "%%")}"`;

export {
  clientArguments,
  hostBlock,
  leaseOfBlock,
  knownHostsLine
};
