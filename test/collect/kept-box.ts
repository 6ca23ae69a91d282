import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import type { ProbeCell } from '../../src/box/box-plan.ts';
import type { Channel } from '../../src/box/channel.ts';
import { install } from '../../src/box/keeper.ts';
import type { ArtifactRule, Job } from '../../src/job/job.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { Lease, Run } from '../../src/lease/run.ts';
import { type ShellBox, shellBox } from '../box/shell-channel.ts';
import { codeOf, planOf } from '../box/small-plan.ts';
import {
  audited,
  cellEnded,
  HELD,
  jobWith,
  opened,
  RUN,
  reachable,
  started,
  told,
} from '../lease/told-run.ts';
import { type Scripted, scriptedWorld } from '../scripted-world.ts';
import { safetensorsFile, weights } from '../verify/safetensors-writer.ts';
import { cellOf, probeOf } from '../watch/probed.ts';

export const LAST = 'last.safetensors';
export const METRICS = 'metrics.jsonl';

/** The checkpoint that is pulled while the job works, or what a test asks for instead. */
export const rule = (over: Partial<ArtifactRule>): ArtifactRule => ({
  path: LAST,
  role: 'checkpoint',
  keep: 'last',
  min: 1,
  contains: [],
  allowDegraded: false,
  ...over,
});

/** A box with the real keeper and the bound code on it, into whose outputs a test writes as a trainer would. */
export interface KeptBox extends Scripted {
  box: ShellBox;
  job: Job;
  storeDir: string;
  /** Output directory of a cell, on the box and here. */
  out(cell?: string): string;
  here(cell?: string): string;
  /** Writes through a temporary sibling and a rename, as a trainer should. */
  write(path: string, content: Uint8Array | string, cell?: string): Promise<void>;
  /** The run as it stands after these further events. */
  run(...more: EventBody[]): Run;
  lease(...more: EventBody[]): Lease;
  /** What a look would have seen: the watched files with these sizes and times. */
  probe(watched: ProbeCell['watched'], over?: Partial<ProbeCell>): ReturnType<typeof probeOf>;
  /** Lets a test stand between us and the box. */
  meddle(wrap: (channel: Channel) => Channel): void;
}

export async function keptBox(over: Partial<Job> = {}): Promise<KeptBox> {
  const box = await shellBox('dash');
  const storeDir = mkdtempSync(join(tmpdir(), 'gpu-lease-store-'));
  after(async () => {
    await box.destroy();
    rmSync(storeDir, { recursive: true, force: true });
  });
  const job = jobWith(over);
  const code = codeOf({ 'train.py': 'print("hi")\n', 'lib/net.py': 'x = 1\n' });
  const { dir, codeHash } = await install(box.channel, planOf({ run: RUN, code }));
  let channel = box.channel;
  const scripted = scriptedWorld({ channel: async () => channel, storeDir });
  const story = [
    opened({ codeHash }, job),
    ...HELD.slice(1),
    reachable(),
    audited(),
    started({ dir, codeHash }),
  ];
  const run = (...more: EventBody[]) => told([...story, ...more]);
  const out = (cell = 'main') => join(dir.base, 'cells', cell, 'out');
  return {
    ...scripted,
    box,
    job,
    storeDir,
    out,
    here: (cell = 'main') => join(storeDir, RUN, cell),
    async write(path, content, cell = 'main') {
      const place = join(out(cell), path);
      await mkdir(dirname(place), { recursive: true });
      await writeFile(`${place}.tmp`, content);
      await rename(`${place}.tmp`, place);
    },
    run,
    lease: (...more) => run(...more).leases[0] as Lease,
    probe: (watched, cell = {}) => probeOf({}, cellOf({ watched, ...cell })),
    meddle(wrap) {
      channel = wrap(box.channel);
    },
  };
}

export const finished = cellEnded('finished');

/** A small whole checkpoint of that step; `size` numbers of weights. */
export const checkpoint = (step: number, size = 512, stepKey = 'step'): Uint8Array =>
  safetensorsFile(
    {
      'model.0.weight': { data: weights(size, step + 1) },
      'model.0.bias': { data: weights(8, step + 2) },
      'optimizer.0.exp_avg_sq': { data: weights(size, step + 3).map(Math.abs) },
    },
    { metadata: { [stepKey]: String(step), format: 'pt' } },
  );

export const metricsUntil = (steps: number): string =>
  Array.from({ length: steps }, (_none, i) => `${JSON.stringify({ step: i + 1, loss: 1 / (i + 2) })}\n`).join(
    '',
  );
