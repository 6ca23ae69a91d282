import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { KubeCluster } from './cluster.ts';

interface Role {
  kind: string;
  rules?: { resources: string[] }[];
}

const EXAMPLE = join(import.meta.dirname, '..', '..', 'examples', 'kubernetes', 'rbac.yml');

/**
 * The account that examples/kubernetes/rbac.yml makes, in the namespace "default", which from now on takes restricted pods only.
 *
 * @param without the resource whose rule is left out
 * @returns its token
 */
export async function leastAccount({ apply, kubectl }: KubeCluster, without?: string): Promise<string> {
  const objects: Role[] = parseAllDocuments(readFileSync(EXAMPLE, 'utf8')).map((each) => each.toJS());
  for (const each of objects)
    if (each.rules) each.rules = each.rules.filter(({ resources }) => !resources.includes(without ?? ''));
  await apply(...objects);
  await kubectl(
    'label',
    'namespace',
    'default',
    '--overwrite',
    'pod-security.kubernetes.io/enforce=restricted',
  );
  return (await kubectl('create', 'token', 'gpu-lease', '--duration=2h')).trim();
}
