import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { SlurmTestbed } from '../slurm-testbed.ts';
import { sshReadsThisHome } from './own-ssh-box.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

export const QUEUE = 'cluster';

/** A place that knows the cluster. */
export function placeAt(t: TestContext, bed: SlurmTestbed): Place {
  const place = placeFor(t);
  letKnow(place, bed);
  return place;
}

/** A real Slurm behind a real sshd, known as a person's laptop knows it: the Host `cluster` of `~/.ssh/config`, with their own key. */
export function letKnow(place: Place, bed: SlurmTestbed): void {
  const dir = join(place.home, '.ssh');
  mkdirSync(dir, { mode: 0o700 });
  writeFileSync(join(dir, 'id_cluster'), bed.clientKey, { mode: 0o600 });
  const lines = [
    `Host ${QUEUE}`,
    '  HostName 127.0.0.1',
    `  Port ${bed.box.port}`,
    `  User ${bed.user}`,
    `  IdentityFile ${join(dir, 'id_cluster')}`,
    '  IdentitiesOnly yes',
    `  UserKnownHostsFile ${join(dir, 'known_hosts')}`,
  ];
  writeFileSync(join(dir, 'config'), `${lines.join('\n')}\n`);
  sshReadsThisHome(place);
}

/** The tiny job as work for that cluster. */
export function placeJobOfCluster(
  place: Place,
  { slurm = {}, change = () => {} }: { slurm?: JobFile; change?: (job: JobFile) => void } = {},
): void {
  placeTinyJob(place, (job) => {
    job['smoke'] = 'none';
    job['candidates'] = [{ platform: 'slurm', queue: QUEUE, slurm: { time: '10min', cpus: 1, ...slurm } }];
    change(job);
  });
}

/** Ids of every job that the cluster was ever given under a name that begins so; by accounting or by its own memory. */
export async function jobsOf(bed: SlurmTestbed, run: string): Promise<string[]> {
  const listed = await bed.slurm('squeue', '-h', '-t', 'all', '-o', '%A %j');
  const ids = listed.split('\n').flatMap((line) => {
    const [id = '', name = ''] = line.trim().split(' ');
    return name.startsWith(run) ? [id] : [];
  });
  return [...new Set(ids)];
}
