import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJob } from '../../src/cli/bind-job.ts';
import { settingsOf } from '../../src/cli/settings.ts';
import type { BoundJob } from '../../src/course/bound-job.ts';
import { bundleCode } from '../../src/launch/code-bundle.ts';
import { parseProfile } from '../../src/profile/load.ts';
import type { Profile } from '../../src/profile/schema.ts';
import { silentFace } from '../../src/world.ts';
import { repositoryRoot } from '../scenarios/run-bundle.ts';
import { passwordDoor } from './password-door.ts';

/** What all lives of one drill stand on: a directory, the job's repository and its one commit. */
export interface Ground {
  dir: string;
  repository: string;
  bound: BoundJob;
  door: { host: string; port: number };
  end(): void;
}

const JOB = `name: drill
run: sh train.sh
resources: { gpu: none }
candidates: [local]
smoke: none
artifacts:
  - { path: checkpoints/last.safetensors, role: checkpoint, keep: last }
  - { path: metrics.jsonl, role: metrics }
  - { path: summary.json, role: config }
metrics: { path: metrics.jsonl, total-steps: 100 }
checkpoint: { path: checkpoints/last.safetensors, resume: continues, every: 15min }
budget: { usd: 50, hours: 48, usdPerHour: 10 }
retry: { max: 3 }
watch: { stall: 2h }
`;

export async function layGround(): Promise<Ground> {
  // In memory where that can be had: thousands of boxes come and go.
  const root = process.platform === 'linux' ? '/dev/shm' : tmpdir();
  const dir = mkdtempSync(join(root, 'gl-drill-'));
  const repository = join(dir, 'repository');
  mkdirSync(repository);
  writeFileSync(join(repository, 'gpu-lease.yml'), JOB);
  writeFileSync(join(repository, 'train.sh'), 'exec true\n');
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...words], {
      cwd: repository,
      stdio: 'ignore',
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'The job');
  const settings = settingsOf({ given: {} }, {}, repository);
  const { job } = readJob(settings, silentFace);
  const code = await bundleCode(repository, { storeDir: settings.storeDir });
  const door = await passwordDoor();
  return {
    dir,
    door,
    repository,
    bound: { job, code, requirements: undefined, configHash: 'c'.repeat(64), dir: repository },
    end() {
      door.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const profiles = new Map<string, Profile>();

/** Read once: a life opens a world for each of its processes. */
export function profileOf(platform: string): Profile {
  const known = profiles.get(platform);
  if (known) return known;
  const name = `profiles/${platform}.yml`;
  const profile = parseProfile(readFileSync(join(repositoryRoot, name), 'utf8'), name);
  profiles.set(platform, profile);
  return profile;
}
