import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import type { KubeCluster } from './cluster.ts';

const run = promisify(execFile);

/** Custom resources as their project publishes them in its Go module, and in which folder of it. */
const PUBLISHED = {
  kueue: { module: 'sigs.k8s.io/kueue@v0.17.0', folder: 'config/components/crd/bases' },
} as const;

/** Installs the definitions of these kinds, without the controller that acts by them. */
export async function installDefinitions(
  { kubectl }: KubeCluster,
  of: keyof typeof PUBLISHED,
  kinds: readonly string[],
): Promise<void> {
  const { module, folder } = PUBLISHED[of];
  const { stdout } = await run('go', ['mod', 'download', '-json', module], { timeout: 300_000 });
  const from = join(JSON.parse(stdout).Dir, folder);
  const files = readdirSync(from).map((name) => join(from, name));
  const meant = files.flatMap((file) => {
    const { metadata, spec } = parse(readFileSync(file, 'utf8'));
    return kinds.includes(spec.names.kind) ? [{ file, name: metadata.name }] : [];
  });
  if (meant.length !== kinds.length) throw new Error(`${module} does not define all of ${kinds.join(', ')}`);
  // By the server: what a client would note of one of them on itself is more than an annotation holds.
  for (const { file } of meant) await kubectl('apply', '--server-side', '-f', file);
  for (const { name } of meant) await untilServed(() => kubectl('get', name));
}

async function untilServed(ask: () => Promise<unknown>): Promise<void> {
  for (let tried = 0; ; tried++) {
    try {
      await ask();
      return;
    } catch (error) {
      if (tried === 100) throw error;
      await sleep(200);
    }
  }
}
