import { gpuInstead } from '../job/short-forms.ts';

/** What is an option of another tool, and here stands in the job file. */
const OF_THE_JOB_FILE: Readonly<Record<string, (value: string | undefined) => string>> = {
  gpu: cards,
  gpus: cards,
  'gpu-type': cards,
  accelerator: cards,
  accelerators: cards,
  gres: cards,
  time: (value) => `\`hours: ${value ?? 24}\` below \`budget\``,
  'max-price': (value) => `\`usdPerHour: ${value ?? 2}\` below \`budget\``,
  image: () => '`image: NAME@sha256:DIGEST`',
  env: () => '`vars` for plain values, and the names of secrets under `env`',
  spot: () => '`market: spot` of a candidate',
  'use-spot': () => '`market: spot` of a candidate',
};

function cards(value: string | undefined): string {
  const line =
    value === undefined ? undefined : gpuInstead(['resources', 'gpus'], value.replace(/^gpu:/, ''), {})?.line;
  return `\`${line ?? 'gpu: { name: A100, count: 1 }'}\` below \`resources\``;
}

/** Where the job file says what an option of another tool does; `undefined` for what is none. */
export function saidInJobFile(option: string, value: string | undefined): string | undefined {
  const name = option.replace(/^-+/, '').replaceAll('_', '-');
  const words = Object.hasOwn(OF_THE_JOB_FILE, name) ? OF_THE_JOB_FILE[name]?.(value) : undefined;
  return words && `The job file says that: ${words}.`;
}
