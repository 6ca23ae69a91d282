#!/usr/bin/env node
// Pulling from a box against scp and rsync, side by side in one run, over a loopback sshd. Ours is a bundled process of
// its own and counts everything: start, login, hashes on the box, transfer, hashes here, durable files.
// usage: node bench/pull.mjs [--quick] [--mb 2048] [--rtt-mb 512] [--files 10000] [--rounds 3] [--only big,rtt,small] [--dir /dev/shm]
import { execFileSync, spawn } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    mb: { type: 'string' },
    'rtt-mb': { type: 'string' },
    files: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string', default: 'big,rtt,small' },
    dir: { type: 'string', default: existsSync('/dev/shm') ? '/dev/shm' : '/tmp' },
  },
});
const size = (flag, full, quick) => Number(values[flag] ?? (values.quick ? quick : full));
const plan = {
  bigBytes: size('mb', 2048, 256) * 1e6,
  rttBytes: size('rtt-mb', 512, 128) * 1e6,
  files: size('files', 10_000, 2000),
  rounds: size('rounds', 3, 1),
};
const root = join(import.meta.dirname, '..');
const shared = process.env.GPU_LEASE_SHARED ?? join(root, '..', 'shared');
const bed = join(shared, 'testbed', 'sshd-up.sh');
if (!existsSync(bed)) {
  console.log(JSON.stringify({ bench: 'pull', skipped: 'needs the test bed (GPU_LEASE_SHARED)' }));
  process.exit(0);
}

const dir = mkdtempSync(join(values.dir, 'bench-pull-'));
const bedDir = join(dir, 'bed');
const opened = [];
try {
  const sshd = JSON.parse(execFileSync(bed, ['up', '-d', bedDir, '-n', '1'], { encoding: 'utf8' }));
  const box = sshd.boxes[0];
  const puller = await buildPuller();
  const results = [];
  if (values.only.includes('big')) results.push(await oneFile('big', plan.bigBytes, 0));
  if (values.only.includes('rtt')) results.push(await oneFile('rtt', plan.rttBytes, 100));
  if (values.only.includes('small')) results.push(await manyFiles());
  console.log(JSON.stringify({ bench: 'pull', results }));

  async function oneFile(name, bytes, rttMs) {
    const remote = join(box.home, name);
    mkdirSync(remote);
    await noise(join(remote, 'model.bin'), bytes);
    const port = rttMs === 0 ? box.port : await behindProxy(rttMs);
    const rounds = [];
    for (let i = 0; i < plan.rounds; i++) {
      const into = fresh();
      const scpSeconds = await timed('scp', [
        '-q',
        ...sshOptions(port),
        `${sshd.user}@127.0.0.1:${remote}/model.bin`,
        into,
      ]);
      rmSync(into, { recursive: true });
      rounds.push({ scpSeconds, ...(await ours(port, remote, ['model.bin'], bytes)) });
    }
    rmSync(remote, { recursive: true });
    return summary(name, { bytes, rttMs, peer: 'scp', needed: rttMs === 0 ? 1 : 5 }, rounds, 'scpSeconds');
  }

  async function manyFiles() {
    const remote = join(box.home, 'small');
    mkdirSync(remote);
    const names = Array.from({ length: plan.files }, (_, i) => `part-${i % 100}/file-${i}.bin`);
    for (let i = 0; i < 100; i++) mkdirSync(join(remote, `part-${i}`));
    for (const name of names) writeFileSync(join(remote, name), randomFillSync(Buffer.alloc(4096)));
    const rounds = [];
    for (let i = 0; i < plan.rounds; i++) {
      const into = fresh();
      const from = `${sshd.user}@127.0.0.1:${remote}/`;
      const rsyncSeconds = await timed('rsync', [
        '-a',
        '-e',
        ['ssh', ...sshOptions(box.port, '-p')].join(' '),
        from,
        into,
      ]);
      rmSync(into, { recursive: true });
      rounds.push({ rsyncSeconds, ...(await ours(box.port, remote, names, plan.files * 4096)) });
    }
    rmSync(remote, { recursive: true });
    return summary('small', { files: plan.files, peer: 'rsync -a', needed: 2 }, rounds, 'rsyncSeconds');
  }

  async function ours(port, remoteDir, names, bytes) {
    const into = fresh();
    const order = {
      port,
      user: sshd.user,
      key: sshd.clientKey,
      pin: box.hostKeySha256,
      remoteDir,
      names,
      bytes,
      into,
    };
    writeFileSync(join(dir, 'order.json'), JSON.stringify(order));
    const out = join(dir, 'answer.json');
    const seconds = await timed(process.execPath, [puller, join(dir, 'order.json'), out], { HOME: dir });
    rmSync(into, { recursive: true });
    return { seconds, ...JSON.parse(readFileSync(out, 'utf8')) };
  }

  async function behindProxy(rttMs) {
    const proxy = spawn(
      process.execPath,
      [
        join(shared, 'testbed', 'faultproxy.mjs'),
        String(box.port),
        '0',
        JSON.stringify({ latencyMs: rttMs / 2 }),
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    opened.push(proxy);
    for await (const chunk of proxy.stdout) return JSON.parse(chunk.toString()).port;
  }

  function sshOptions(port, flag = '-P') {
    const options = {
      IdentityFile: sshd.clientKey,
      IdentitiesOnly: 'yes',
      StrictHostKeyChecking: 'no',
      UserKnownHostsFile: '/dev/null',
      LogLevel: 'ERROR',
    };
    return [
      '-F',
      '/dev/null',
      flag,
      String(port),
      ...Object.entries(options).flatMap(([key, value]) => ['-o', `${key}=${value}`]),
    ];
  }
} finally {
  for (const child of opened) child.kill();
  execFileSync(bed, ['down', '-d', bedDir], { stdio: 'ignore' });
  rmSync(dir, { recursive: true, force: true });
}

function summary(name, about, rounds, peer) {
  const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
  const peerSeconds = median(rounds.map((round) => round[peer]));
  const seconds = median(rounds.map((round) => round.seconds));
  const ratio = Number((peerSeconds / seconds).toFixed(2));
  // A stage logs in once and pulls many times; the peers log in each time.
  const ratioOnOpenConnection = Number(
    (peerSeconds / median(rounds.map((round) => round.openSeconds))).toFixed(2),
  );
  const peakRssMb = Math.max(...rounds.map((round) => round.peakRssMb));
  return {
    name,
    ...about,
    ratio,
    ratioOnOpenConnection,
    passes: ratio >= about.needed && peakRssMb < 200,
    peerSeconds,
    seconds,
    peakRssMb,
    rounds,
  };
}

function fresh() {
  const into = join(dir, 'into');
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into);
  return into;
}

async function timed(program, args, env = {}) {
  const started = performance.now();
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${program} exited with ${code}`);
  return Number(((performance.now() - started) / 1000).toFixed(3));
}

async function noise(path, bytes) {
  const file = createWriteStream(path);
  const block = Buffer.alloc(1 << 20);
  for (let left = bytes; left > 0; left -= block.length) {
    randomFillSync(block);
    if (!file.write(Buffer.from(block.subarray(0, Math.min(left, block.length)))))
      await new Promise((r) => file.once('drain', r));
  }
  file.end();
  await finished(file);
}

/** Bundled as the product is, so that neither the TypeScript loader's time nor its memory counts. */
async function buildPuller() {
  const { build } = await import('esbuild');
  const outfile = join(dir, 'puller.cjs');
  const contents = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { connectSsh } from './src/box/ssh-connect.ts';
    import { hashOnBox } from './src/collect/box-questions.ts';
    import { pull } from './src/collect/pull.ts';
    const order = JSON.parse(readFileSync(process.argv[2], 'utf8'));
    const at = (from) => Number(((performance.now() - from) / 1000).toFixed(3));
    const entriesOf = ({ files }) => [...files].map(([path, { bytes, sha256 }]) => ({ path, bytes, sha256 }));
    async function main() {
      const started = performance.now();
      const { channel } = await connectSsh({
        endpoint: async () => ({ host: '127.0.0.1', port: order.port, user: order.user }),
        login: { keys: [{ text: readFileSync(order.key, 'utf8'), label: 'bench' }] },
        pin: { sha256: order.pin.replace(/^SHA256:/, ''), by: 'user' },
      });
      const connectSeconds = at(started);
      const hashing = new Promise((resolve, reject) => {
        const hashed = hashOnBox(channel, order.remoteDir, order.names, {
          bytes: order.bytes,
          onListed: (listed) => resolve({ listed, hashed: hashed.then(entriesOf) }),
        });
        hashed.catch(reject);
      });
      const entries = await hashing;
      const report = await pull(channel, { remoteDir: order.remoteDir, entries, intoDir: order.into });
      if (!report.complete || report.files.length !== order.names.length) throw new Error('not everything came');
      const openSeconds = at(started) - connectSeconds;
      await channel.close();
      const usage = process.resourceUsage();
      const cpuSeconds = (usage.userCPUTime + usage.systemCPUTime) / 1e6;
      writeFileSync(process.argv[3], JSON.stringify({
        peakRssMb: Math.round(usage.maxRSS / 1024), connectSeconds, openSeconds, cpuSeconds,
      }));
    }
    main().catch((error) => { console.error(error); process.exitCode = 1; });
  `;
  await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['*.node'],
    outfile,
    logLevel: 'error',
  });
  return outfile;
}
