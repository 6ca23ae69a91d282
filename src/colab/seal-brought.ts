import { join } from 'node:path';
import { claimsOf, verdictRowsOf } from '../collect/claims.ts';
import { loadVerify } from '../collect/load-verify.ts';
import type { ManifestRow } from '../collect/manifest.ts';
import { type SealInput, type Sealing, seal, sealedFiles, type VerdictRow } from '../collect/seal.ts';
import type { RunStore } from '../collect/store.ts';
import type { Job } from '../job/job.ts';
import { expandRoster, type RosterEntry } from '../job/roster.ts';
import { keysInFile, sourcesOf } from '../metrics/rule.ts';

interface Brought {
  job: Job;
  store: RunStore;
  files: readonly ManifestRow[];
  /** Sessions that it took. */
  attempts: number;
  signal: AbortSignal;
}

/** Loads every file that the job's roster claims, and seals what it promises, or says what keeps it from that; writes the evidence. */
export async function sealBrought(of: Brought): Promise<Sealing> {
  const { job, store, files, signal } = of;
  const verdicts: VerdictRow[] = [];
  for (const { name } of job.cells) {
    const claims = [...claimsOf(job, name, files, (row) => expectationOf(of, row)).values()];
    const loaded = await loadVerify(join(store.root, name), claims, { signal });
    verdicts.push(...claims.flatMap((file) => verdictRowsOf(name, file, loaded)));
  }
  const input: SealInput = {
    run: store.run,
    roster: expandRoster(job),
    manifest: files,
    verdicts,
    place: store.root,
  };
  const sealing = seal(input);
  if (sealing.sealed) await store.writeSeal(input, sealing);
  else {
    await store.writeManifest(files);
    await store.writeVerdicts(verdicts);
  }
  return sealing;
}

function expectationOf({ job, attempts }: Brought, { role, path }: RosterEntry) {
  const metrics = sourcesOf(job).find((rule) => rule.path === path);
  if (role === 'metrics' && metrics) return { ...keysInFile(metrics), restarts: attempts - 1 };
  return role === 'checkpoint' && job.checkpoint ? { stepKey: job.checkpoint.stepKey } : {};
}

/** The same files, and nothing happened to them since. */
export async function isSealedSo(store: RunStore, files: readonly ManifestRow[]): Promise<boolean> {
  const sealed = sealedFiles(store.readSeal()?.document);
  if (!sealed) return false;
  const keyOf = ({ cell, path, bytes, sha256 }: ManifestRow): string =>
    JSON.stringify([cell, path, bytes, sha256]);
  const now = new Set(files.map(keyOf));
  if (sealed.length !== files.length || !sealed.every((file) => now.has(keyOf(file)))) return false;
  const { problems } = await store.checkSeal();
  if (problems.length === 0) return true;
  await store.breakSeal(problems.map(({ path, problem }) => `${path} is ${problem}`).join('; '));
  return false;
}
