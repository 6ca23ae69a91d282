import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import { parseDocument } from 'yaml';
import { installation } from '../installation.ts';
import { frameworksBin } from '../requirement.ts';
import { type Outcome, type Place, placeFor, repositoryRoot } from '../scenarios/run-bundle.ts';

/** Programs of the environment that a box and a runner find, as if their image had them. */
const PROGRAMS = ['python3', 'python', 'torchrun', 'accelerate'];

/** One thread: on two machines with another number of cores sums come out in another order. */
const QUIET = { OMP_NUM_THREADS: '1', CUDA_VISIBLE_DEVICES: '', HF_HUB_OFFLINE: '1' };

/** Scripts and not links: Python finds the libraries of an environment by the path that it is started from. */
export function giveFrameworks(bin: string): void {
  mkdirSync(bin, { recursive: true });
  const settings = Object.entries(QUIET).map(([name, value]) => `${name}=${value}`);
  for (const name of PROGRAMS)
    writeFileSync(
      join(bin, name),
      `#!/bin/sh\nexec env ${settings.join(' ')} ${join(frameworksBin, name)} "$@"\n`,
      { mode: 0o755 },
    );
}

/** The repository of somebody who wrote such a training (a folder here, or an example), with nothing of ours in it. */
export function placeTrainer(t: TestContext, name: string): Place {
  const place = placeFor(t);
  const own = join(import.meta.dirname, name);
  cpSync(existsSync(own) ? own : join(repositoryRoot, 'examples', name), place.repository, {
    recursive: true,
    filter: (path) => basename(path) !== 'gpu-lease.yml',
  });
  const bin = join(place.dir, 'frameworks');
  giveFrameworks(bin);
  place.env['PATH'] = `${bin}:${place.env['PATH']}`;
  return place;
}

/** `gpu-lease init`, and then only what is given is filled in: the box, as a rule. */
export async function initFor(
  place: Place,
  given: readonly (readonly [key: readonly string[], value: unknown])[] = [],
): Promise<Outcome> {
  const outcome = await place.run(['init'], { from: installation() });
  if (outcome.exitCode !== 0) return outcome;
  const path = join(place.repository, 'gpu-lease.yml');
  const job = parseDocument(readFileSync(path, 'utf8'));
  for (const [key, value] of given) job.setIn(key, value);
  writeFileSync(path, String(job));
  place.commit();
  return outcome;
}

/** Python with the frameworks, at once and to its end. */
export function python(place: Place, args: string[]): string {
  return execFileSync('python3', args, {
    cwd: place.repository,
    env: place.env,
    encoding: 'utf8',
    timeout: 300_000,
  });
}

interface Compared {
  tensors: number;
  /** Those that are the same to the bit. */
  equal: number;
  /** Largest difference of two values. */
  largest: number;
  /** Name of the first tensor that is not the same to the bit. */
  first: string | null;
}

export const compareWeights = (place: Place, one: string, other: string): Compared =>
  JSON.parse(python(place, [join(import.meta.dirname, 'compare.py'), one, other]));
