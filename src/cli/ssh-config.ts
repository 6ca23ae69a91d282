import type { ClientTarget } from '../box/openssh-client.ts';
import { ownSshWorld, resolveSshTarget } from '../box/ssh-user-config.ts';
import { readRun } from '../course/find-run.ts';
import { type HeldBox, heldBox } from '../course/held-box.ts';
import { type WayIn, wayIn } from '../course/way-in.ts';
import { fold } from '../lease/fold.ts';
import { isQueued } from '../lease/fold-queue.ts';
import { lookable } from '../lease/lookable.ts';
import type { Run } from '../lease/run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import type { Request } from './command.ts';
import { layFiles } from './openssh-files.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import {
  addInclude,
  hostDir,
  includeLine,
  removeHost,
  removeInclude,
  removeReleased,
  writeHost,
  writtenHosts,
} from './ssh-hosts.ts';
import { openWorld } from './world.ts';

/** Host blocks for the boxes of held runs, by which editors find them. The record is not told. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const named = settings.value('run');
  const face = await faceOf(settings);
  if (settings.flag('remove')) {
    const runs = named === undefined ? writtenHosts(settings) : [named];
    for (const run of runs) await removeHost(settings, run);
    const was = named === undefined && (await removeInclude(settings));
    face.line(`taken out: ${runs.join(', ') || 'no run'}${was ? ', and the line in ~/.ssh/config' : ''}`);
    return 0;
  }
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  try {
    for (const run of await removeReleased(settings, ledger))
      face.line(`${run} holds that box no more: taken out`);
    const runs = named === undefined ? await heldRuns(world, ledger) : [await readRun(ledger, named)];
    for (const run of runs) await writeOne(world, settings, run);
    if (runs.length === 0) face.line('no run holds a box that SSH gets into');
    await sayHowFound(world, settings);
    return 0;
  } finally {
    await world.close();
  }
}

/** Those of which something was begun on a box; a queue is none. */
async function heldRuns({ face }: World, ledger: Ledger): Promise<Run[]> {
  return [...(await ledger.readOpen())].flatMap(([id, record]) => {
    if (record instanceof Problem) {
      face.warn(record.message);
      return [];
    }
    const run = fold(id, record.events);
    const held = lookable(run);
    return held && !isQueued(held.lease) ? [run] : [];
  });
}

async function writeOne(world: World, settings: Settings, run: Run): Promise<void> {
  const box = await heldBox(world, run);
  const way = await wayIn(world, run, box);
  const own = way.isOwn ? await ownWay(settings, box, way) : undefined;
  const laid = await layFiles(hostDir(settings, run.id), way, settings, world);
  const target = own === undefined ? laid : { ...laid, ...own, keys: [...laid.keys, ...own.keys] };
  await writeHost(settings, run.id, target);
  world.face.line(`${run.id}: ssh ${run.id}; code --remote ssh-remote+${run.id} ${box.code}`);
}

/** Under its new name nothing of the person's own configuration for the box counts: what it says is written down. */
async function ownWay(
  { env }: Settings,
  { lease }: HeldBox,
  { user }: WayIn,
): Promise<Pick<ClientTarget, 'host' | 'port' | 'user' | 'keys' | 'jump'>> {
  const attach = lease.intent.attach ?? '';
  const own = await resolveSshTarget(attach, ownSshWorld(env));
  const { host, port, login, jump } = own;
  const keys = (login.keys ?? []).map(({ label }) => label).filter((label) => label.startsWith('/'));
  return { host, port, user: user ?? own.user, keys, ...(jump && { jump: jump.named }) };
}

async function sayHowFound({ face }: World, settings: Settings): Promise<void> {
  if (writtenHosts(settings).length === 0 && !settings.flag('include')) return;
  if (!settings.flag('include')) {
    face.line(
      `programs find it once ~/.ssh/config begins with this line, which --include writes: ${includeLine(settings)}`,
    );
    return;
  }
  const isNew = await addInclude(settings);
  face.line(isNew ? '~/.ssh/config includes it now' : '~/.ssh/config includes it already');
}
