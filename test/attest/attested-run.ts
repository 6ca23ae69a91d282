import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunPredicate } from '../../src/attest/predicate-schema.ts';
import type { Statement, Subject } from '../../src/attest/statement.ts';
import { systemClock } from '../../src/clock.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { onlyStory } from '../scenarios/ledger-story.ts';
import type { Place } from '../scenarios/run-bundle.ts';
import { placeTinyJob } from '../scenarios/tiny-job.ts';
import type { SigstoreTwin } from './sigstore-twin.ts';

export const SIGNER = 'https://github.com/gpu-lease/gpu-lease/.github/workflows/attest.yml@refs/tags/v1';
export const REPOSITORY = 'ada/model';

/** A run that lost a box on its way and was sealed all the same, as it lies here, and what was signed of it. */
export interface AttestedRun {
  place: Place;
  run: string;
  /** Cells and evidence. */
  dir: string;
  statement: Statement<RunPredicate>;
}

/** Real: a box with a real keeper, which is taken away once a checkpoint is on our side. Its record is signed. */
export async function attestedRun(place: Place): Promise<AttestedRun> {
  place.env['GPU_LEASE_SECRET'] = randomBytes(32).toString('base64url');
  placeTinyJob(place, (job) => {
    job['smoke'] = 'none';
    job['vars'].TINY_STEP_MS = 40;
  });
  const running = place.start(['run']);
  await running.says(/checkpoint of step \d+ pulled, hash-equal and loaded/);
  await destroyLocalBox(place.boxesDir, place.boxes().at(-1) ?? '', systemClock);
  const ended = await running.ended;
  if (ended.exitCode !== 0) throw new Error(ended.output);
  const { run } = onlyStory(place);
  const dir = run.seal?.place ?? '';
  const statement = JSON.parse(readFileSync(join(dir, '+evidence', 'statement.json'), 'utf8'));
  return { place, run: run.id, dir, statement };
}

/** Signed as the workflow does it, which hands the subjects and the predicate to `actions/attest` apart. */
export const signedBy = (
  twin: SigstoreTwin,
  statement: Statement,
  over: { identity?: string; repository?: string } = {},
) => twin.sign(statement, { identity: SIGNER, repository: REPOSITORY, commit: 'c'.repeat(40), ...over });

/** The outputs of `actions/attest` for a statement, or why there are none. */
export async function laidOut(
  { place, run }: AttestedRun,
  path: string,
  over: Record<string, undefined> = {},
): Promise<{ exitCode: number | null; output: string; outputs: Record<string, string> }> {
  const file = join(place.dir, 'outputs');
  writeFileSync(file, '');
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_OUTPUT: file,
    RUNNER_TEMP: place.temporary,
    INPUT_RUN: run,
    INPUT_PATH: path,
    ...over,
  };
  const { exitCode, output } = await place.run(['__action', 'attest'], { env });
  const outputs = [...readFileSync(file, 'utf8').matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm)];
  return {
    exitCode,
    output,
    outputs: Object.fromEntries(outputs.map(([, name = '', , value = '']) => [name, value])),
  };
}

/** The statement that `actions/attest` makes of its inputs: subjects from a list of checksums or a name and a digest. */
export function statementOfInputs(subjects: readonly Subject[], type: string, predicate: string): Statement {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...subjects],
    predicateType: type,
    predicate: JSON.parse(readFileSync(predicate, 'utf8')),
  };
}

export const subjectsIn = (checksums: string): Subject[] =>
  readFileSync(checksums, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => ({ name: line.slice(66), digest: { sha256: line.slice(0, 64) } }));

/** A copy of what was sealed, as somebody downloads it. */
export function downloaded({ place, dir }: AttestedRun, name: string): string {
  const copy = join(place.dir, name);
  cpSync(dir, copy, { recursive: true });
  return copy;
}

/** Changes one bit in the middle and nothing else. */
export function flipBit(path: string): void {
  const bytes = readFileSync(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

export const written = (place: Place, name: string, document: unknown): string => {
  const path = join(place.dir, name);
  writeFileSync(path, `${JSON.stringify(document)}\n`);
  return path;
};

/** A program of somebody else: its exit code and what it said. Waited for without holding up the loopback servers. */
export function runOther(
  program: string,
  args: readonly string[],
): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    execFile(program, args, { encoding: 'utf8', timeout: 120_000 }, (error, stdout, stderr) => {
      const exitCode = error ? (typeof error.code === 'number' ? error.code : -1) : 0;
      resolve({ exitCode, output: `${stdout}${stderr}` });
    });
  });
}
