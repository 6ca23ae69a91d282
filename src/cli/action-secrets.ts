import { maskSecret } from '../github/runner.ts';
import { OWN_KEYS } from '../job/keys-of-others.ts';
import { Problem } from '../problem.ts';
import type { Face } from '../world.ts';
import type { CommandDefinition } from './command.ts';
import type { Settings } from './settings.ts';

const OURS = [...OWN_KEYS, 'GH_TOKEN', 'GITHUB_TOKEN'];

/**
 * Masks what every action is given, and from then on each variable once, on the line that first reads it. Says so where a value is too
 * short to be masked.
 */
export function maskedBy(face: Face, env: NodeJS.ProcessEnv): (name: string) => void {
  const done = new Set<string>();
  const mask = (name: string): void => {
    const value = env[name];
    if (value === undefined || done.has(name)) return;
    done.add(name);
    if (maskSecret(value)) return;
    face.warn(
      `The secret ${name} is too short to be masked in the log. Next: use one of at least 8 characters.`,
    );
  };
  for (const name of OURS) mask(name);
  return mask;
}

/**
 * Without the repository's secret the keys would be made up on this runner and be gone with it: nobody could reach the
 * box again.
 */
export function refuseWithoutSecret({ name, action }: CommandDefinition, { secret }: Settings): void {
  if (secret !== undefined || (action?.of === 'all' && action.secret !== 'needed')) return;
  throw new Problem({
    code: 'no-secret',
    kind: 'usage',
    what: `GPU_LEASE_SECRET is not set, and "${name}" needs it: without it no later job could reach the box, and no record is known from a forged one. Nothing was done here; what is rented already goes on and is billed.`,
    next: 'Make one ("gpu-lease init --github" prints it), store it in an environment that only the default branch may use, let the job name that, and pass the secret as the input "secret". Workflows of forks receive no secrets.',
  });
}
