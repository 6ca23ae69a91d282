import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { layOut } from '../launch/code-checkout.ts';
import type { EventBody } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import { Problem, Problems } from '../problem.ts';
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
  const { job, code, configHash, dir: jobDir } = await bound();
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
  } catch (error) {
    const committed = new Set(code.files.map((file) => file.path));
    throw inRepository(error, committed, rootedAt(settings.env['GITHUB_WORKSPACE'] || settings.cwd, jobDir));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * The failure at the line of the repository's own file: the smoke ran a copy of the job's directory, and an annotation
 * counts from the root of the checkout. A file that no commit holds (the setup made it) is no place in a review.
 */
function inRepository(error: unknown, committed: ReadonlySet<string>, root: string): unknown {
  const rooted = (problem: Problem): Problem => {
    const { code, kind, what, next, at } = problem;
    if (!at) return problem;
    const place = committed.has(at.file) ? { at: { ...at, file: `${root}${at.file}` } } : {};
    return new Problem({ code, kind, what, next, ...place }, { cause: problem });
  };
  if (error instanceof Problem) return rooted(error);
  if (!(error instanceof Problems)) return error;
  const [first, ...more] = error.all;
  return new Problems([rooted(first), ...more.map(rooted)]);
}

/** `sub/` where the job's directory lies below the checkout, else nothing. */
function rootedAt(checkout: string, jobDir: string): string {
  const path = relative(realpathSync(checkout), realpathSync(jobDir));
  return path === '' || path.startsWith('..') ? '' : `${path}/`;
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
