import { TransportFailed } from '../box/channel.ts';
import { type OpenPort, openPort } from '../box/port-forward.ts';
import { secondsBetween } from '../clock.ts';
import { besideSsh } from '../course/beside-ssh.ts';
import { readRun } from '../course/find-run.ts';
import { type HeldBox, heldBox } from '../course/held-box.ts';
import { lookable } from '../lease/lookable.ts';
import { costing, type Run } from '../lease/run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';
import type { Face, World } from '../world.ts';
import type { Request } from './command.ts';
import { meantRun } from './own-run.ts';
import { faceOf, ledgerOf, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

/** Of the record: whether the box is still held. */
const RECORD_SECONDS = 30;

interface Pair {
  local: number;
  remote: number;
}

/** Ports of the box on this machine's loopback, until the person ends it, the bound is over or the box is given back. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const pairs = pairsOf(request.words);
  const ledger = await ledgerOf(settings);
  const run = await readRun(ledger, await meantRun(settings, ledger));
  const face = await faceOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  const open: OpenPort[] = [];
  try {
    const box = await heldBox(world, run);
    for (const pair of pairs) open.push(await openOne(run, box, pair, face));
    const costs = costing(run);
    if (costs.length > 0) face.line(`it goes on costing: ${costs.join('; ')}`);
    const ends = new Date(world.clock.now().getTime() + settings.boundSeconds * 1000);
    await untilOver(world, ledger, run.id, ends);
    return 0;
  } finally {
    for (const each of open) each.close();
    await world.close();
  }
}

function pairsOf(words: readonly string[]): Pair[] {
  const pairs = words.map((word) => {
    const [, first = '', second = first] = /^(\d{1,5})(?::(\d{1,5}))?$/.exec(word) ?? [];
    const [local, remote] = [Number(first), Number(second)];
    const isPort = first !== '' && local <= 65_535 && remote >= 1 && remote <= 65_535;
    return isPort && (local > 0 || second !== first) ? { local, remote } : undefined;
  });
  if (pairs.length > 0 && pairs.every((pair) => pair !== undefined)) return pairs;
  const odd = words[pairs.indexOf(undefined)];
  throw new Problem({
    code: 'no-port',
    kind: 'usage',
    what: odd === undefined ? 'There is no port to reach.' : `"${odd}" is no port.`,
    next: 'Write the port of the box behind the name of the run, 1 to 65535: gpu-lease tunnel RUN 8888; as LOCAL:PORT where it is to be another one here, and 0:PORT for any that is free.',
  });
}

async function openOne(
  run: Run,
  { lease, channel, isPlace }: HeldBox,
  { local, remote }: Pair,
  face: Face,
): Promise<OpenPort> {
  const { line } = channel;
  if (isPlace || !line) throw besideSsh(run, lease, { port: remote });
  let told = '';
  const onFailure = (error: unknown): void => {
    const why =
      error instanceof TransportFailed && error.reason === 'refused'
        ? `nothing answers at port ${remote} of ${lease.name}, or it forwards none; start it there: gpu-lease exec ${run.id} -- COMMAND`
        : `port ${remote} of ${lease.name} was not reached: ${error instanceof Error ? error.message : String(error)}`;
    // A browser tries again and again.
    if (why !== told) face.warn(why);
    told = why;
  };
  try {
    const port = await openPort({ port: local, open: () => line.forward(remote), onFailure });
    face.line(
      `http://127.0.0.1:${port.port} is port ${remote} of ${lease.name}, for this machine alone; Ctrl-C ends it`,
    );
    return port;
  } catch (error) {
    throw portTaken(local, remote, error) ?? error;
  }
}

function portTaken(local: number, remote: number, cause: unknown): Problem | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return;
  return new Problem(
    {
      code: 'port-taken',
      kind: 'usage',
      what:
        code === 'EACCES'
          ? `This user may not listen at port ${local}.`
          : `Another program listens at port ${local} of this machine.`,
      next: `Name another one for this machine: gpu-lease tunnel RUN 0:${remote} takes any that is free.`,
    },
    { cause },
  );
}

/** A ledger that cannot be read says nothing about the box. */
async function untilOver(world: World, ledger: Ledger, id: string, ends: Date): Promise<void> {
  while (!world.signal.aborted) {
    const left = secondsBetween(world.clock.now(), ends);
    if (left <= 0) return world.face.line('its time is over; --bound gives it more');
    await world.clock.sleep(Math.min(left, RECORD_SECONDS), world.signal);
    if (world.signal.aborted) return;
    const run = await readRun(ledger, id).catch(() => undefined);
    if (!run || lookable(run)) continue;
    world.face.warn(`the box of ${id} is not held any more`);
    return;
  }
}
