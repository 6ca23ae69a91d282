import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { loadedSetIn, tensorsIn } from '../../src/collect/set-verdict.ts';
import type { Job, Smoke } from '../../src/job/job.ts';
import { systemProcessGroups } from '../../src/smoke/process-group.ts';
import type { SmokeWorld } from '../../src/smoke/world.ts';
import { verifyFile } from '../../src/verify/engine/verify-file.ts';
import { openFileSource } from '../../src/verify/read/file-source.ts';

const fixtures = join(import.meta.dirname, 'fixtures');

/** The command of a fixture trainer with one defect. */
export const trainer = (defect: string, steps = 8, stepMs = 0): string =>
  `node trainer.mjs ${defect} ${steps} ${stepMs}`;

export function jobWith(smoke: Partial<Smoke> & { run: string }, over: Partial<Job> = {}): Job {
  return {
    name: 'fixture',
    run: smoke.run,
    secrets: ['HF_TOKEN'],
    vars: {},
    resources: {},
    candidates: [{ platform: 'local' }],
    smoke: { timeoutSeconds: 20, memoryMb: 512, threads: 1, drill: 'none', ...smoke },
    artifacts: [],
    metrics: { path: 'metrics.jsonl', stepKey: 'step', lossKey: 'loss' },
    checkpoint: { path: '*.safetensors', stepKey: 'step', resume: 'continues' },
    budget: { usd: 1, hours: 1, usdPerHour: 1 },
    onFinish: 'hold',
    retry: { max: 1 },
    watch: { stallSeconds: 60 },
    cells: [{ name: 'main', vars: {} }],
    ...over,
  };
}

/** A job whose drill runs a fixture slowly enough to be killed, and whose smoke is a short good run. */
export const jobWithDrill = (defect: string, timeoutSeconds = 10, over: Partial<Job> = {}): Job =>
  jobWith({ run: trainer('good'), drill: { run: trainer(defect, 400, 25), timeoutSeconds } }, over);

export interface Fixture extends SmokeWorld {
  lines: string[];
}

/** The real operating system and the real verifier, in a folder that is removed after the test. */
export function smokeWorld(t: TestContext, over: Partial<SmokeWorld> = {}): Fixture {
  const outDir = mkdtempSync(join(tmpdir(), 'smoke-'));
  t.after(() => rmSync(outDir, { recursive: true, force: true }));
  const lines: string[] = [];
  return {
    lines,
    workDir: fixtures,
    outDir,
    env: process.env,
    clock: systemClock,
    groups: systemProcessGroups,
    onLine: (line) => lines.push(line),
    async verify(path, _name, stepKey) {
      const source = await openFileSource(path);
      try {
        const expectation = { stepKey };
        return await verifyFile(source, {
          role: 'checkpoint',
          contains: [],
          allowDegraded: true,
          expectation,
        });
      } finally {
        await source.close();
      }
    },
    verifySet: (folder, set, checkpoint) =>
      loadedSetIn(folder, jobWith({ run: '' }, { checkpoint }), set, new AbortController().signal),
    tensorsOf: (folder, set) => tensorsIn(folder, jobWith({ run: '' }), set, new AbortController().signal),
    ...over,
  };
}
