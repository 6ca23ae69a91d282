import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Probe } from '../../src/box/box-plan.ts';
import { install, probe } from '../../src/box/keeper.ts';
import type { RunDir } from '../../src/launch/launcher.ts';
import { setsid } from '../../src/launch/setsid.ts';
import { eventually, type Shell, type ShellBox, shellBox } from './shell-channel.ts';
import { planOf } from './small-plan.ts';

type Over = Parameters<typeof planOf>[0];

/** A box for one test, and nothing of it afterwards. */
export async function onBox(shell: Shell, use: (box: ShellBox) => Promise<void>): Promise<void> {
  const box = await shellBox(shell);
  try {
    await use(box);
  } finally {
    await box.destroy();
  }
}

/** Installs and starts; `meddle` may change what was laid down in between. */
export async function started(
  box: ShellBox,
  over: Over,
  meddle?: (base: string) => Promise<void>,
): Promise<RunDir> {
  const plan = planOf(over);
  const { dir } = await install(box.channel, plan);
  await meddle?.(dir.base);
  assert.equal((await setsid.start(box.channel, dir, plan.attempt)).outcome, 'started');
  return dir;
}

export const end = (box: ShellBox, dir: RunDir): Promise<Probe> =>
  eventually('the queue ends', async () => {
    const seen = await probe(box.channel, dir);
    return seen.queue === 'ended' ? seen : undefined;
  });

export async function ended(
  box: ShellBox,
  over: Over,
  meddle?: (base: string) => Promise<void>,
): Promise<Probe> {
  return end(box, await started(box, over, meddle));
}

/** Of a file below the run's directory. */
export const text = (box: ShellBox, path: string): Promise<string> =>
  readFile(join(box.home, '.gpu-lease/tiny-7', path), 'utf8');

export async function alive(pid: string | number): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return line !== '' && !/\) [ZX] /.test(line);
}
