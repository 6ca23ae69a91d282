import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { loadedSetIn, tensorsIn } from '../collect/set-verdict.ts';
import type { BoundJob } from '../course/bound-job.ts';
import { inWorkflow } from '../github/in-workflow.ts';
import { compileGlob } from '../job/glob.ts';
import type { Job } from '../job/job.ts';
import { layOut } from '../launch/code-checkout.ts';
import type { SmokePassed } from '../lease/events.ts';
import { Problem, Problems } from '../problem.ts';
import { smokeEvidence } from '../smoke/evidence.ts';
import { systemProcessGroups } from '../smoke/process-group.ts';
import { smokeLines } from '../smoke/report-lines.ts';
import { runSmoke, type SmokeReport } from '../smoke/smoke.ts';
import { readyApart, verifyFileApart } from '../verify/apart/apart.ts';
import { openFileSource } from '../verify/read/file-source.ts';
import type { Face, World } from '../world.ts';
import { refuseBesideSecrets } from './beside-secrets.ts';
import { type Finding, findingsIn, noteFindings } from './last-smoke.ts';
import type { Settings } from './settings.ts';
import { tellingFix } from './telling-fix.ts';

/** The smoke of the bound commit as an event of the run that it is for. */
export async function bindSmoke(
  world: World,
  settings: Settings,
  run: string,
  bound: BoundJob,
): Promise<SmokePassed> {
  const report = await smokeOf(world, settings, bound, run);
  return smokeEvidence(report, { commit: bound.code.commit, configHash: bound.configHash });
}

/**
 * The smoke of the bound commit in a clean directory of its own.
 *
 * @param owner whose smoke it is: one that was killed is tidied up after by the next of the same owner
 * @throws Problem `smoke-beside-secrets`, before anything is run; what `runSmoke` throws
 */
export async function smokeOf(
  world: Pick<World, 'clock' | 'face' | 'signal'>,
  settings: Settings,
  bound: BoundJob,
  owner: string,
): Promise<SmokeReport> {
  const { job, code, dir: jobDir } = bound;
  refuseBesideSecrets(settings.env, job);
  const dir = mkdtempSync(join(tmpdir(), 'gpu-lease-smoke-'));
  try {
    const workDir = join(dir, 'code');
    const outDir = join(dir, 'out');
    mkdirSync(outDir);
    await layOut(code, workDir);
    await readyApart();
    const report = await runSmoke(job, {
      workDir,
      outDir,
      owner,
      env: settings.env,
      clock: world.clock,
      groups: systemProcessGroups,
      onLine: (line) => world.face.line(`| ${line}`),
      signal: world.signal,
      verify: (path, name, stepKey) => loadCheckpoint(path, roleOf(job, name), stepKey, world.signal),
      verifySet: (folder, set, checkpoint) => loadedSetIn(folder, { ...job, checkpoint }, set, world.signal),
      tensorsOf: (folder, set) => tensorsIn(folder, job, set, world.signal),
    });
    for (const line of smokeLines(report)) world.face.line(line);
    return report;
  } catch (error) {
    const committed = new Set(code.files.map((file) => file.path));
    const root = rootedAt(settings.env['GITHUB_WORKSPACE'] || settings.cwd, jobDir);
    const told = inRepository(error, committed, root);
    tellOfFix(world.face, settings, bound, findingsIn(told, settings));
    throw inWorkflow(settings) ? told : tellingFix(told);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** At a terminal the job file is at hand, and so is whoever would write it. */
function tellOfFix(face: Face, settings: Settings, bound: BoundJob, findings: readonly Finding[]): void {
  if (findings.length === 0 || inWorkflow(settings)) return;
  noteFindings(settings, bound, findings);
  const answered = findings.filter(({ edits }) => edits.length > 0).length;
  if (answered === 0) return;
  face.line(
    `${answered} of ${findings.length} finding${findings.length === 1 ? '' : 's'} can be answered in the job file: "gpu-lease fix" shows how, and "gpu-lease fix --write" does it`,
  );
}

/**
 * The failure at the line of the repository's own file: the smoke ran a copy of the job's directory, and an annotation
 * counts from the root of the checkout. A file that no commit holds (the setup made it) is no place in a review.
 */
function inRepository(error: unknown, committed: ReadonlySet<string>, root: string): unknown {
  const rooted = (problem: Problem): Problem => {
    const { code, kind, what, next, at, edits } = problem;
    if (!at) return problem;
    const place = committed.has(at.file) ? { at: { ...at, file: `${root}${at.file}` } } : {};
    return new Problem({ code, kind, what, next, edits, ...place }, { cause: problem });
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

/** A state without weights, such as trainer_state.json, is held to what its own rule in the job file wants, as at the release. */
const roleOf = ({ artifacts }: Job, name: string): 'checkpoint' | 'config' =>
  artifacts.find(({ path }) => compileGlob(path)(name))?.role === 'config' ? 'config' : 'checkpoint';

async function loadCheckpoint(
  path: string,
  role: 'checkpoint' | 'config',
  stepKey: string,
  signal: AbortSignal,
) {
  const source = await openFileSource(path);
  try {
    return await verifyFileApart(source, {
      role,
      contains: [],
      allowDegraded: true,
      signal,
      expectation: { stepKey },
    });
  } finally {
    await source.close();
  }
}
