import { type Context, type Finding, stop } from './finding.ts';
import { isSecretName } from './secret-shape.ts';
import type { Path } from './yaml-source.ts';

export function* secretRules({ parts: { env = [] }, raw }: Context): Generator<Finding> {
  const secrets = new Set<string>();
  for (const [at, name] of env.entries()) {
    if (secrets.has(name))
      yield stop('duplicate-secret', ['env', at], `\`env\` names ${name} twice.`, 'Remove one.');
    secrets.add(name);
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

/** Every key at any depth, whether or not it belongs there. */
function* keysBelow(value: unknown, path: Path): Generator<Path> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (!Array.isArray(value)) yield at;
    yield* keysBelow(member, at);
  }
}
