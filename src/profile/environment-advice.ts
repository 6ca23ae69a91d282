import type { Job } from '../job/job.ts';
import { overrideOf } from './overrides.ts';
import type { Profile } from './schema.ts';

export interface EnvironmentAdvice {
  platform: string;
  /** What the job's setup does against what is known to work there, and the remedy. */
  says: string;
}

const MAKES_ONE =
  /\b(?:(?:conda|mamba|micromamba)\s+(?:env\s+)?create|python[\d.]*\s+-m\s+venv|virtualenv|uv\s+venv)\b/;
const INSTALLS = /\b(?:pip[\d.]*|conda|mamba)\s+install\b/;

/**
 * The rule of the known-good environment (P1-16): on a rental the image's own is used and none is made, because its PyTorch fits its
 * driver; into the base of a person's own machine nothing is installed.
 */
export function environmentAdvice(job: Job, profile: Profile): EnvironmentAdvice[] {
  const { kind, 'may-create': mayCreate } = profile.environment;
  const setup = job.setup ?? '';
  const [made] = MAKES_ONE.exec(setup) ?? [];
  if (made !== undefined && !mayCreate)
    return [
      {
        platform: profile.id,
        says: `${profile.name}: the environment that is there is the one that works, and \`setup\` makes another (${made}). Install into the one that is there, and keep its ${keptWords(profile)}.`,
      },
    ];
  const isNamed = overrideOf(profile, 'python', job.storage?.python).is === 'value';
  const installs = job.requirements ? '`requirements`' : INSTALLS.test(setup) ? '`setup`' : undefined;
  if (kind !== 'host' || !mayCreate || made !== undefined || isNamed || installs === undefined) return [];
  return [
    {
      platform: profile.id,
      says: `${profile.name}: ${installs} installs into the base environment of a machine that is used for other things, too. Make one in \`setup\` (python3 -m venv), or name its interpreter in \`storage.python\`.`,
    },
  ];
}

const keptWords = ({ environment: { keep } }: Profile): string =>
  keep.length > 0 ? keep.join(', ') : 'packages';
