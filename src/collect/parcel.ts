import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Parcel, ParcelFile } from '../stores/store.ts';
import { liesIn, sealedFiles } from './seal.ts';
import { EVIDENCE, RunStore } from './store.ts';

/**
 * What the ledger knows as sealed, as it lies on this machine, to be stored: every sealed file and the evidence. Kept
 * copies, what was put aside and files at work stay here.
 *
 * @returns `undefined` when this machine does not hold exactly that seal
 */
export async function parcelOf(
  storeDir: string,
  run: { id: string; seal: { seal: string } | undefined },
): Promise<Parcel | undefined> {
  const store = new RunStore(storeDir, run.id);
  const sealed = store.readSeal();
  const files = sealedFiles(sealed?.document);
  if (!run.seal || sealed?.seal !== run.seal.seal || !files) return undefined;
  const cells = [...new Set(files.map(({ cell }) => cell))];
  const evidence = join(store.root, EVIDENCE);
  const lies = liesIn(sealed.document);
  return {
    run: run.id,
    means: 'sealed',
    seal: sealed.seal,
    directories: [...cells.map((cell) => store.cellDir(cell)), evidence],
    ...(lies !== undefined && { lies }),
    files: [
      ...files.map(({ cell, path, bytes, sha256 }) => ({
        path: `${cell}/${path}`,
        ...(lies === undefined && { from: join(store.cellDir(cell), path) }),
        bytes,
        sha256,
      })),
      ...(await Promise.all((await readdir(evidence)).sort().map((name) => evidenceFile(evidence, name)))),
    ],
  };
}

async function evidenceFile(dir: string, name: string): Promise<ParcelFile> {
  const from = join(dir, name);
  const bytes = await readFile(from);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path: `${EVIDENCE}/${name}`, from, bytes: bytes.length, sha256 };
}
