import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { parse } from 'yaml';
import { settingsOf } from '../../src/cli/settings.ts';
import { runStage } from '../../src/cli/stages.ts';
import { currentLease } from '../../src/lease/run.ts';
import { onlyStory, type Story } from '../scenarios/ledger-story.ts';
import type { Place } from '../scenarios/run-bundle.ts';
import { ScriptedFace } from '../scripted-world.ts';
import { boxPool } from '../twins/boxes.ts';
import { LAMBDA_KEY, startLambdaTwin } from '../twins/lambda-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { giveFrameworks, initFor } from './trainer.ts';

const SECRET = 'q7Jr2mX0b4Vn8sKc6tYw1eLz9uHa5pDg3fRj-_iOxBT';

export interface Life {
  exitCode: number;
  story: Story;
  /** All that a person would have read. */
  said: string;
}

/** What a person does before `run`, with the login name of the boxes and all that the environment must say. */
export type SetUp = (boxes: { user: string; env: Record<string, string> }) => Promise<void>;

/** `init`, and the box is filled in. */
const byInit =
  (place: Place): SetUp =>
  async ({ user }) => {
    const init = await initFor(place, [
      [['resources'], { gpu: { name: 'A10' } }],
      [['candidates'], [{ platform: 'lambda', user }]],
    ]);
    if (init.exitCode !== 0) throw new Error(init.output);
  };

/**
 * What is set up, then `run` from the smoke to the close, on a real sshd box behind a twin of a platform. The box is wiped as soon as a
 * checkpoint beyond step 0 is kept; the next one is another.
 */
export async function lifeWithALoss(t: TestContext, place: Place, setUp = byInit(place)): Promise<Life> {
  const clock = new SkippingClock();
  const boxes = await boxPool(2, (home) => {
    giveFrameworks(join(home, 'bin'));
    plugIn(join(home, 'bin'));
  });
  t.after(() => boxes.down());
  const lambda = await startLambdaTwin({ clock, boxes });
  t.after(() => lambda.close());
  const env = {
    ...place.env,
    LAMBDA_API_KEY: LAMBDA_KEY,
    GPU_LEASE_API_LAMBDA: lambda.server.url,
    GPU_LEASE_SECRET: SECRET,
  };
  await setUp({ user: boxes.user, env });
  const face = new ScriptedFace();
  let taken = false;
  const settings = { ...settingsOf({ given: {} }, env, place.repository), clock };
  const exitCode = await runStage(
    'run',
    { settings, face, signal: new AbortController().signal },
    {
      approval: async ({ phrase }) => ({ typed: phrase, person: 'Ada', via: 'phrase' }),
      onEvents: async (run, _step, events) => {
        const isKept = events.some((event) => event.type === 'kept' && (event.step ?? 0) > 0);
        if (taken || !isKept) return;
        taken = true;
        await lambda.takeAway(currentLease(run)?.boxId ?? '');
      },
    },
  );
  return { exitCode, story: onlyStory(place), said: [...face.lines, ...face.warnings].join('\n') };
}

/** The vendor's tool of a box with one such card, idle and well: there is none on the machine that tests. */
function plugIn(bin: string): void {
  const tool = `#!/bin/sh
case "$*" in
  *index,name,utilization*) echo "0, NVIDIA A10, 0, 0, 23028, 40, 345, 60" ;;
  *memory.total*) echo "0, NVIDIA A10, 23028, 5, 00000000:3B:00.0, 570.1" ;;
  *utilization.gpu*) echo "0, 0, 40, 345, 1980, 60" ;;
  *PERFORMANCE*)
    echo "GPU 00000000:3B:00.0"
    for r in "HW Slowdown" "HW Thermal Slowdown" "HW Power Brake Slowdown" "SW Thermal Slowdown"; do echo "        $r : Not Active"; done ;;
esac
`;
  writeFileSync(join(bin, 'nvidia-smi'), tool, { mode: 0o755 });
}

/** The command of the job once more, alone and from its start to its end. Returns its output directory. */
export function uninterrupted(place: Place): string {
  const job = parse(readFileSync(join(place.repository, 'gpu-lease.yml'), 'utf8'));
  const out = join(place.dir, 'uninterrupted');
  mkdirSync(out);
  execFileSync('sh', ['-c', job.run], {
    cwd: place.repository,
    env: { ...place.env, ...job.vars, GPU_LEASE_OUT: out },
    stdio: 'ignore',
    timeout: 300_000,
  });
  return out;
}
