import { posix } from 'node:path';
import type { PythonCall } from '../python/calls.ts';
import type { Repository } from '../repository.ts';

const literal = (text: string | undefined): string | undefined => /^['"]([^'"]*)['"]$/.exec(text ?? '')?.[1];

/** The keys of the configuration that `@hydra.main` names, dotted; what other files of it add is not followed. */
export function hydraKeys(script: string, main: PythonCall | undefined, repository: Repository): string[] {
  return keysOfYaml(hydraConfig(script, main, repository) ?? '');
}

function hydraConfig(
  script: string,
  main: PythonCall | undefined,
  repository: Repository,
): string | undefined {
  const name = literal(main?.named.get('config_name'));
  const folder = literal(main?.named.get('config_path'));
  if (name === undefined || folder === undefined) return undefined;
  const path = posix.normalize(posix.join(posix.dirname(script), folder, name.replace(/\.ya?ml$/, '')));
  return repository.read(`${path}.yaml`) ?? repository.read(`${path}.yml`);
}

/** By their indentation; good enough to know which names may be set. */
export function keysOfYaml(text: string): string[] {
  const open: { indent: number; name: string }[] = [];
  const keys: string[] = [];
  for (const line of text.split('\n').slice(0, 2000)) {
    const [, space, name, value] = /^( *)([A-Za-z_][\w-]*):(?:[ \t]+(.*))?$/.exec(line.trimEnd()) ?? [];
    if (space === undefined || name === undefined) continue;
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= space.length) open.pop();
    const whole = [...open.map((each) => each.name), name].join('.');
    if (value === undefined || value.startsWith('#')) open.push({ indent: space.length, name });
    else keys.push(whole);
  }
  return keys;
}
