import { stringify } from 'yaml';

/** What a box needs to be ours from its first second: who may log in, and by which host key it is known. */
export interface FirstBoot {
  /** One line, `ssh-ed25519 AAAA... comment`. */
  authorizedKey: string;
  /** Private Ed25519 host key in OpenSSH form; absent: the box keeps the one that it makes for itself. */
  hostKey?: string;
}

const HOST_KEY = '/etc/ssh/ssh_host_ed25519_key';

/**
 * `#cloud-config` user data. With a host key every other one is deleted and sshd is told of ours alone, so that no client
 * can be offered a key that nobody pinned. Where the two are written before sshd starts, the first contact is already safe.
 *
 * @param user `root`, or the image's own default user (`ubuntu`): the ones cloud-init gives top-level keys to
 */
export function cloudInit({ authorizedKey, hostKey, user }: FirstBoot & { user: string }): string {
  const config = {
    ...(user === 'root' ? { disable_root: false } : {}),
    ssh_pwauth: false,
    ssh_authorized_keys: [oneLine(authorizedKey)],
    ...(hostKey === undefined
      ? {}
      : {
          ssh_deletekeys: true,
          ssh_genkeytypes: [],
          ssh_keys: { ed25519_private: hostKey, ed25519_public: publicLine(hostKey) },
          write_files: [
            { path: '/etc/ssh/sshd_config.d/00-gpu-lease.conf', content: `HostKey ${HOST_KEY}\n` },
          ],
        }),
  };
  return `#cloud-config\n${stringify(config, { lineWidth: 0 })}`;
}

/**
 * Text for `/bin/sh`, for platforms that run a script as root at every start of the box. May run any number of times: keys
 * are put in once, and a host key that was replaced since is put back. Ends by running `~/.gpu-lease/boot.sh` where
 * there is one.
 *
 * @param extra shell lines of the driver, run in a shell of their own: their failure stops nothing
 */
export function startScript({ authorizedKey, hostKey, extra }: FirstBoot & { extra?: string }): string {
  return [
    HEAD,
    // The host key first: whoever can log in then already sees the key that we pinned.
    ...(hostKey === undefined ? [] : [installHostKey(hostKey)]),
    RESTART_SSHD,
    `key=${quoted(oneLine(authorizedKey))}`,
    ADD_KEY,
    'umask 022',
    ...(extra === undefined ? [] : ['(', extra.trim(), ')']),
    'if [ -x "$HOME/.gpu-lease/boot.sh" ]; then "$HOME/.gpu-lease/boot.sh"; fi',
    'exit 0\n',
  ].join('\n');
}

/** Start scripts may run without a login's environment; `GPU_LEASE_ROOT` is for tests, everything but the home is below it. */
const HEAD = `\
#!/bin/sh
set -u
umask 077
HOME="\${HOME:-/root}"
export HOME
root="\${GPU_LEASE_ROOT:-}"
mkdir -p "$HOME/.ssh"
chmod 700 "$HOME/.ssh"`;

/** A last line without its newline would swallow ours. */
const ADD_KEY = `\
keys="$HOME/.ssh/authorized_keys"
touch "$keys"
chmod 600 "$keys"
if [ -s "$keys" ] && [ -n "$(tail -c 1 "$keys")" ]; then echo >>"$keys"; fi
grep -qxF "$key" "$keys" || printf '%s\\n' "$key" >>"$keys"`;

/** `HostKey` in front, because one in the middle could fall into a `Match` block; a drop-in where there is a place for it. */
const installHostKey = (hostKey: string): string => `\
ssh_dir="$root/etc/ssh"
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

/** A running sshd takes the new key on HUP and keeps its connections; containers have no systemd to ask. */
const RESTART_SSHD = `\
mkdir -p "$root/run/sshd"
pid="$(cat "$root/run/sshd.pid" 2>/dev/null || true)"
if [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null; then
  kill -HUP "$pid"
elif ! { [ -d "$root/run/systemd/system" ] && { systemctl restart ssh || systemctl restart sshd; }; } 2>/dev/null; then
  sshd="$(command -v sshd || echo "$root/usr/sbin/sshd")"
  if [ -x "$sshd" ]; then "$sshd" || echo 'gpu-lease: sshd did not start' >&2; fi
fi`;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A second line would be a second key, or a line of the script. */
function oneLine(authorizedKey: string): string {
  const line = authorizedKey.trim();
  if (line === '' || /[\x00-\x1f\x7f]/.test(line)) throw new TypeError('the authorized key is not one line');
  return line;
}

/** The public half stands unencrypted in every `openssh-key-v1` file (PROTOCOL.key): after three strings and a count. */
function publicLine(hostKey: string): string {
  const [, base64 = ''] = /^-+BEGIN OPENSSH PRIVATE KEY-+\s([^-]*)\s-+END/.exec(hostKey.trim()) ?? [];
  const file = Buffer.from(base64, 'base64');
  let at = 'openssh-key-v1\0'.length;
  const next = (): Buffer => {
    if (at + 4 > file.length) return Buffer.alloc(0);
    const from = at + 4;
    at = from + file.readUInt32BE(at);
    return file.subarray(from, at);
  };
  for (const _ of ['cipher', 'kdf', 'kdf options']) next();
  at += 4;
  const blob = next();
  if (blob.length !== 51 || blob.toString('latin1', 4, 15) !== 'ssh-ed25519')
    throw new TypeError('the host key to install is no Ed25519 key in OpenSSH form');
  return `ssh-ed25519 ${blob.toString('base64')} gpu-lease`;
}
