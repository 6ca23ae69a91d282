import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layOut } from '../launch/code-checkout.ts';
import type { EventBody } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import { systemProcessGroups } from '../smoke/process-group.ts';
import { smokeLines } from '../smoke/report-lines.ts';
import { runSmoke, smokeEvidence } from '../smoke/smoke.ts';
import { openFileSource } from '../verify/file-source.ts';
import { verifyFile } from '../verify/verify.ts';
import type { World } from '../world.ts';
import type { BoundJob } from './open-run.ts';
import type { Settings } from './settings.ts';

/** The smoke of the bound commit in a clean directory of its own; its evidence as an event. */
export async function bindSmoke(
  world: World,
  settings: Settings,
  run: Run,
  bound: () => Promise<BoundJob>,
): Promise<EventBody[]> {
  const { job, code, configHash } = await bound();
  const dir = mkdtempSync(join(tmpdir(), 'gpu-lease-smoke-'));
  try {
    const workDir = join(dir, 'code');
    const outDir = join(dir, 'out');
    mkdirSync(outDir);
    await layOut(code, workDir);
    const report = await runSmoke(job, {
      workDir,
      outDir,
      owner: run.id,
      env: settings.env,
      clock: world.clock,
      groups: systemProcessGroups,
      onLine: (line) => world.face.line(`| ${line}`),
      signal: world.signal,
      verify: (path) => loadCheckpoint(path, job.checkpoint?.stepKey),
    });
    for (const line of smokeLines(report)) world.face.line(line);
    return [smokeEvidence(report, { commit: run.opened?.commit ?? code.commit, configHash })];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function loadCheckpoint(path: string, stepKey: string | undefined) {
  const source = await openFileSource(path);
  try {
    const expectation = stepKey === undefined ? {} : { expectation: { stepKey } };
    return await verifyFile(source, {
      role: 'checkpoint',
      contains: [],
      allowDegraded: true,
      ...expectation,
    });
  } finally {
    await source.close();
  }
}
