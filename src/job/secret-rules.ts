import { isSecretName, quoted } from '../secret/shape.ts';
import type { Path } from '../strict-yaml/read.ts';
import { type Context, type Finding, stop, warn } from './finding.ts';
import { ownerOf } from './keys-of-others.ts';
import type { JobFile } from './schema.ts';

/** Secrets that stand beside `env` are for one thing, and none of them is an account of ours. */
export function* namedSecretRules({ parts: { requirements, registry } }: Context): Generator<Finding> {
  for (const part of ['user', 'password'] as const) {
    const owner = registry && ownerOf(registry[part]);
    if (!owner) continue;
    const what = `\`registry.${part}\` names ${registry[part]}, ${owner.is}. The platform hands it to the machine that pulls the image, and whoever runs that machine could ${owner.could}.`;
    yield stop('key-of-another', ['registry', part], what, 'Name a secret that may only read that registry.');
  }
  const index = typeof requirements === 'object' ? requirements.index : undefined;
  const named: [string | undefined, Path][] = [[index?.token, ['requirements', 'index', 'token']]];
  for (const [name, path] of named) {
    const owner = name === undefined ? undefined : ownerOf(name);
    if (!owner) continue;
    const what = `\`${path.join('.')}\` names ${name}, ${owner.is}. It would go to the rented machine, and whoever runs that machine could ${owner.could}.`;
    yield stop('key-of-another', path, what, 'Name a secret that is for this alone.');
  }
}

export function* secretRules({ parts: { env = [] }, raw }: Context): Generator<Finding> {
  const secrets = new Set<string>();
  for (const [at, secret] of env.entries()) {
    const name = nameOfSecret(secret);
    if (secrets.has(name))
      yield stop('duplicate-secret', ['env', at], `\`env\` names ${name} twice.`, 'Remove one.');
    secrets.add(name);
    yield* ofOthers(secret, ['env', at]);
  }
  for (const path of [...keysBelow(raw['vars'], ['vars']), ...keysBelow(raw['cells'], ['cells'])]) {
    const name = String(path.at(-1));
    if (secrets.has(name)) {
      const what = `${name} is a secret of \`env\` and has a value in this file.`;
      yield stop(
        'secret-with-value',
        path,
        what,
        'Remove it here, and replace the secret if this was its value.',
      );
    } else if (isSecretName(name)) {
      const next = `List it under \`env: [${name}]\`; its value comes from the environment. Replace the secret if this was its value.`;
      yield stop(
        'secret-in-vars',
        path,
        `${name} is named like a secret, and its value stands in this file.`,
        next,
      );
    }
  }
}

export const nameOfSecret = (secret: Secret): string => (typeof secret === 'string' ? secret : secret.name);

type Secret = NonNullable<JobFile['env']>[number];

/** What opens the user's own accounts goes to a stranger's machine only on purpose, and never without a word. */
function* ofOthers(secret: Secret, path: Path): Generator<Finding> {
  const name = nameOfSecret(secret);
  const owner = ownerOf(name);
  if (!owner) return;
  if (typeof secret === 'string') {
    yield stop(
      'key-of-another',
      path,
      `\`env\` names ${name}, ${owner.is}. It would go to the rented machine, and whoever runs that machine, or anything the job installs there, could ${owner.could}.`,
      `Leave it out: gpu-lease uses it here and needs it nowhere else. If the job itself must have it, say why: \`env: [{ name: ${name}, because: "..." }]\`.`,
    );
    return;
  }
  yield warn(
    'key-of-another',
    path,
    `${name}, ${owner.is}, goes to the rented machine, because ${quoted(secret.because)}. Whoever runs that machine could ${owner.could}.`,
    'Use one that may do no more than that, and replace it when the run is over.',
  );
}

/** Every key at any depth, whether or not it belongs there. */
function* keysBelow(value: unknown, path: Path): Generator<Path> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (!Array.isArray(value)) yield at;
    yield* keysBelow(member, at);
  }
}
