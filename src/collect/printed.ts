import { createHash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileOfLog, type LogName, logOfFile } from '../box/log-name.ts';
import type { SealedLog } from './seal.ts';
import type { RunStore } from './store.ts';

export interface KeptLog extends LogName {
  bytes: number;
}

/** What was brought of the logs of a run, by name. @param dir its evidence */
export async function keptLogs(dir: string): Promise<KeptLog[]> {
  const found: KeptLog[] = [];
  for (const file of (await readdir(dir).catch(() => [])).sort()) {
    const log = logOfFile(file);
    if (!log) continue;
    const stats = await lstat(join(dir, file));
    if (stats.isFile()) found.push({ ...log, bytes: stats.size });
  }
  return found;
}

/** As they are written into a seal. */
export async function sealedLogs({ evidenceDir }: Pick<RunStore, 'evidenceDir'>): Promise<SealedLog[]> {
  const logs: SealedLog[] = [];
  for (const log of await keptLogs(evidenceDir)) {
    const bytes = await readKeptLog(evidenceDir, log);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    logs.push({ file: fileOfLog(log), bytes: bytes.length, sha256 });
  }
  return logs;
}

export const readKeptLog = (dir: string, log: LogName): Promise<Buffer> =>
  readFile(join(dir, fileOfLog(log)));
