import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  require_dist
} from "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/platforms/first-boot.ts
var import_yaml = __toESM(require_dist(), 1);
var HOST_KEY = "/etc/ssh/ssh_host_ed25519_key";
function cloudInit({ authorizedKey, hostKey, user }) {
  const config = {
    ...user === "root" ? { disable_root: false } : {},
    ssh_pwauth: false,
    ssh_authorized_keys: [oneLine(authorizedKey)],
    ...hostKey === void 0 ? {} : {
      ssh_deletekeys: true,
      ssh_genkeytypes: [],
      ssh_keys: { ed25519_private: hostKey, ed25519_public: publicLine(hostKey) },
      write_files: [
        { path: "/etc/ssh/sshd_config.d/00-gpu-lease.conf", content: `HostKey ${HOST_KEY}
` }
      ]
    }
  };
  return `#cloud-config
${(0, import_yaml.stringify)(config, { lineWidth: 0 })}`;
}
function startScript({ authorizedKey, hostKey, extra }) {
  return [
    HEAD,
    // The host key first: whoever can log in then already sees the key that we pinned.
    ...hostKey === void 0 ? [] : [installHostKey(hostKey)],
    RESTART_SSHD,
    `key=${quoted(oneLine(authorizedKey))}`,
    ADD_KEY,
    "umask 022",
    ...extra === void 0 ? [] : ["(", extra.trim(), ")"],
    'if [ -x "$HOME/.gpu-lease/boot.sh" ]; then "$HOME/.gpu-lease/boot.sh"; fi',
    "exit 0\n"
  ].join("\n");
}
var HEAD = `#!/bin/sh
set -u
umask 077
HOME="\${HOME:-/root}"
export HOME
root="\${GPU_LEASE_ROOT:-}"
mkdir -p "$HOME/.ssh"
chmod 700 "$HOME/.ssh"`;
var ADD_KEY = `keys="$HOME/.ssh/authorized_keys"
touch "$keys"
chmod 600 "$keys"
if [ -s "$keys" ] && [ -n "$(tail -c 1 "$keys")" ]; then echo >>"$keys"; fi
grep -qxF "$key" "$keys" || printf '%s\\n' "$key" >>"$keys"`;
var installHostKey = (hostKey) => `ssh_dir="$root/etc/ssh"
mkdir -p "$ssh_dir"
cat >"$ssh_dir/.gpu-lease-key" <<'GPU_LEASE_HOST_KEY'
${hostKey.trim()}
GPU_LEASE_HOST_KEY
mv "$ssh_dir/.gpu-lease-key" "$ssh_dir/ssh_host_ed25519_key"
printf '%s\\n' ${quoted(publicLine(hostKey))} >"$ssh_dir/ssh_host_ed25519_key.pub"
for kind in rsa dsa ecdsa; do rm -f "$ssh_dir/ssh_host_\${kind}_key" "$ssh_dir/ssh_host_\${kind}_key.pub"; done
config="$ssh_dir/sshd_config"
line='HostKey ${HOST_KEY}'
if grep -qs '^[[:space:]]*Include[[:space:]].*sshd_config\\.d' "$config"; then
  mkdir -p "$ssh_dir/sshd_config.d"
  printf '%s\\n' "$line" >"$ssh_dir/sshd_config.d/00-gpu-lease.conf"
elif [ -f "$config" ] && ! grep -qxF "$line" "$config"; then
  { printf '%s\\n' "$line"; cat "$config"; } >"$config.gpu-lease" && mv "$config.gpu-lease" "$config"
fi`;
var RESTART_SSHD = `mkdir -p "$root/run/sshd"
pid="$(cat "$root/run/sshd.pid" 2>/dev/null || true)"
if [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null; then
  kill -HUP "$pid"
elif ! { [ -d "$root/run/systemd/system" ] && { systemctl restart ssh || systemctl restart sshd; }; } 2>/dev/null; then
  sshd="$(command -v sshd || echo "$root/usr/sbin/sshd")"
  if [ -x "$sshd" ]; then "$sshd" || echo 'gpu-lease: sshd did not start' >&2; fi
fi`;
var quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
function oneLine(authorizedKey) {
  const line = authorizedKey.trim();
  if (line === "" || /[\x00-\x1f\x7f]/.test(line)) throw new TypeError("the authorized key is not one line");
  return line;
}
function publicLine(hostKey) {
  const [, base64 = ""] = /^-+BEGIN OPENSSH PRIVATE KEY-+\s([^-]*)\s-+END/.exec(hostKey.trim()) ?? [];
  const file = Buffer.from(base64, "base64");
  let at = "openssh-key-v1\0".length;
  const next = () => {
    if (at + 4 > file.length) return Buffer.alloc(0);
    const from = at + 4;
    at = from + file.readUInt32BE(at);
    return file.subarray(from, at);
  };
  for (const _ of ["cipher", "kdf", "kdf options"]) next();
  at += 4;
  const blob = next();
  if (blob.length !== 51 || blob.toString("latin1", 4, 15) !== "ssh-ed25519")
    throw new TypeError("the host key to install is no Ed25519 key in OpenSSH form");
  return `ssh-ed25519 ${blob.toString("base64")} gpu-lease`;
}

export {
  cloudInit,
  startScript
};
