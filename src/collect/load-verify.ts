import type { ManifestEntry } from '../box/box-plan.ts';
import type { ArtifactRule } from '../job/job.ts';
import { openFileSource } from '../verify/file-source.ts';
import { type Expectation, type FileVerdict, verifyFile } from '../verify/verify.ts';

/**
 * Loads one pulled file as its rule demands; the digest was made on the box and compared while it was pulled.
 *
 * @param options `secondNames`: we may have given the file another name ourselves (`KeptCopies`); never for what is sealed
 */
export async function loadVerify(
  path: string,
  entry: ManifestEntry,
  rule: ArtifactRule,
  signal: AbortSignal,
  expectation?: Expectation,
  { secondNames = false } = {},
): Promise<FileVerdict> {
  const source = await openFileSource(path, { allowHardLinks: secondNames });
  try {
    return await verifyFile(source, {
      role: rule.role,
      contains: rule.contains,
      allowDegraded: rule.allowDegraded,
      sha256: entry.sha256,
      // The pull hashed these bytes as they arrived and compared; a third hashing proves nothing more (XC-10).
      alreadyHashed: entry.sha256,
      ...(expectation ? { expectation } : {}),
      signal,
    });
  } finally {
    await source.close();
  }
}
