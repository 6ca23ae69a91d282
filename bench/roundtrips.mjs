#!/usr/bin/env node
/**
 * What a slow line costs: round trips from "the box answers" to the first heartbeat, and of one poll, by the stages' own code
 * against a real sshd. Everything runs at 0 and at 100 ms; the difference over 100 ms is the count, so that what the machine
 * itself needs cancels out. The proxy does not delay the TCP handshake: on a real line each new connection takes one more.
 * usage: node bench/roundtrips.mjs [--rounds 5] [--rtt-ms 100]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, 'rtt-ms': { type: 'string', default: '100' } },
});
const ROUNDS = Number(values.rounds);
const RTT_MS = Number(values['rtt-ms']);
/** The event that says so must not come much later than the heartbeat. */
const BARS = { firstHeartbeat: 14, startedEvent: 14, pollOpen: 2, pollNew: 8 };
/** The proxy's timers are late by about a millisecond each way. */
const TOLERANCE = 0.5;

const home = mkdtempSync(join(tmpdir(), 'bench-trips-'));
// Before anything is loaded that asks for it: the person's own ssh settings must not matter here.
process.env.HOME = home;
register();
const { sharedDir } = await import('../test/requirement.ts');
if (!existsSync(join(sharedDir, 'testbed', 'sshd-up.sh'))) {
  console.log(JSON.stringify({ bench: 'roundtrips', skipped: 'needs the test bed (GPU_LEASE_SHARED)' }));
  process.exit(0);
}
const { sshdTestbed, faultProxy } = await import('../test/testbed.ts');
const { MemoryLedger } = await import('../src/ledger/memory-ledger.ts');
const { advance } = await import('../src/course/advance.ts');
const { newStage, perform } = await import('../src/course/effects.ts');
const { bindJob, openRun } = await import('../src/course/open-run.ts');
const { plansOf } = await import('../src/release/lease-plans.ts');
const { settingsOf } = await import('../src/cli/settings.ts');
const { openWorld } = await import('../src/cli/world.ts');
const { launcherFor } = await import('../src/launch/registry.ts');
const { look } = await import('../src/watch/look.ts');
const { silentFace } = await import('../src/world.ts');

const bed = await sshdTestbed();
const [box] = bed.boxes;
const proxy = await faultProxy(box.port);
let run = 0;
try {
  ownSsh();
  const repository = jobRepository();
  const near = [];
  const far = [];
  // Once unmeasured: modules are loaded, the box's caches are warm.
  await round(repository, 0);
  for (let n = 0; n < ROUNDS; n += 1) {
    near.push(await round(repository, 0));
    far.push(await round(repository, RTT_MS));
  }
  const least = (rounds, name) => Math.min(...rounds.map((each) => each[name]));
  const results = Object.keys(near[0]).map((name) => {
    const [nearMs, farMs] = [least(near, name), least(far, name)];
    const roundTrips = Number(((farMs - nearMs) / RTT_MS).toFixed(2));
    const bar = BARS[name];
    return {
      name,
      roundTrips,
      ...(bar ? { needed: bar, passes: roundTrips <= bar + TOLERANCE } : {}),
      nearMs: Math.round(nearMs),
      farMs: Math.round(farMs),
    };
  });
  console.log(JSON.stringify({ bench: 'roundtrips', rttMs: RTT_MS, rounds: ROUNDS, results }));
} finally {
  await proxy.close();
  await bed.down();
  rmSync(home, { recursive: true, force: true });
}

/** A run of its own from opening to the first polls; milliseconds of each part. */
async function round(cwd, rttMs) {
  run += 1;
  const given = { run: `trips-${run}`, store: join(home, 'store') };
  const settings = settingsOf({ given }, { ...process.env, XDG_STATE_HOME: join(home, 'state') }, cwd);
  const ledger = new MemoryLedger();
  const world = openWorld(settings, ledger, silentFace, new AbortController().signal);
  const ms = {};
  try {
    const bound = await bindJob(settings, silentFace);
    const { id } = await openRun(settings, ledger, bound);
    const stage = newStage(world, { bound: async () => bound, smoke: async () => [], boundSeconds: 60 });
    let answeredAt = 0;
    const { run: state } = await advance(
      {
        ledger,
        clock: world.clock,
        who: world.who,
        signal: world.signal,
        plans: (of) => plansOf(world, of),
        may: (step) => ['intend', 'rent', 'reach', 'audit', 'start'].includes(step.do),
        async perform(of, step) {
          proxy.set({ latencyMs: rttMs / 2 });
          const from = performance.now();
          if (step.do === 'reach') {
            answeredAt = from;
            noticeHeartbeat(world, of.leases[0], () => {
              ms.firstHeartbeat = performance.now() - answeredAt;
            });
          }
          const events = await perform(stage, of, step);
          const to = performance.now();
          if (['reach', 'audit', 'start'].includes(step.do)) ms[step.do] = to - from;
          if (step.do === 'start') ms.startedEvent = to - answeredAt;
          return events;
        },
      },
      id,
    );
    const [lease] = state.leases;
    if (lease.state !== 'running') throw new Error(`the box is ${lease.state}`);
    const poll = async () => {
      const from = performance.now();
      const seen = await look(world, state, lease, state.opened.document, stage.watching);
      if (seen.verdict !== 'running') throw new Error(`the look said ${JSON.stringify(seen.verdict)}`);
      return performance.now() - from;
    };
    await poll();
    ms.pollOpen = Math.min(await poll(), await poll());
    await world.hangUp(lease.name);
    ms.pollNew = await poll();
    proxy.set({ latencyMs: 0 });
    const channel = await world.channel(lease);
    await launcherFor(lease.started.launcher).signal(channel, lease.started.dir, 0);
    return ms;
  } finally {
    proxy.set({ latencyMs: 0 });
    await world.close();
  }
}

/** The start's own answer says when the heart has begun to beat. */
function noticeHeartbeat(world, lease, beats) {
  const channelOf = world.channel;
  world.channel = async (of) => {
    const channel = await channelOf(of);
    if (of.name !== lease.name || channel.noticed) return channel;
    const exec = channel.exec.bind(channel);
    channel.noticed = true;
    channel.exec = async (argv, options) => {
      const result = await exec(argv, options);
      if (/^GPU-LEASE started true/m.test(result.stdout)) beats();
      return result;
    };
    return channel;
  };
}

function ownSsh() {
  const dir = join(home, '.ssh');
  mkdirSync(dir, { mode: 0o700 });
  writeFileSync(join(dir, 'id_ed25519'), bed.clientKey, { mode: 0o600 });
  const [, type, key] = readFileSync(bed.knownHosts, 'utf8').split('\n')[0].split(' ');
  writeFileSync(join(dir, 'known_hosts'), `[127.0.0.1]:${proxy.port} ${type} ${key}\n`);
}

function jobRepository() {
  const dir = join(home, 'repository');
  mkdirSync(dir);
  writeFileSync(
    join(dir, 'gpu-lease.yml'),
    [
      'name: trips',
      'run: sh train.sh',
      'smoke: none',
      'resources: { gpu: none }',
      `candidates: [{ platform: generic-ssh, attach: "ssh://${bed.user}@127.0.0.1:${proxy.port}" }]`,
      'artifacts: [{ path: done.json, role: config }]',
      'budget: { usd: 1, hours: 1, usdPerHour: 1 }',
      '',
    ].join('\n'),
  );
  writeFileSync(join(dir, 'train.sh'), 'exec sleep 300\n');
  const git = (...args) =>
    execFileSync('git', ['-C', dir, '-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args]);
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'bench');
  return dir;
}
