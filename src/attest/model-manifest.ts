import { createHash } from 'node:crypto';
import { type Refusal, refusal } from './refusal.ts';
import { type Statement, type Subject, statementOf } from './statement.ts';

/**
 * The type of an OpenSSF model signature, version 1: one subject for the set, whose digest is the SHA-256 over the digests of all its
 * files in their order, and the files in the predicate (sigstore/model-transparency, `_signing/signing.py`).
 */
export const MODEL_SIGNATURE = 'https://model_signing/signature/v1.0';

export interface ModelPredicate {
  serialization: { method: 'files'; hash_type: 'sha256'; allow_symlinks: false; ignore_paths: string[] };
  resources: { name: string; algorithm: 'sha256'; digest: string }[];
}

/** @param ignored paths below the set's folder that are no part of it */
export function modelStatement(
  name: string,
  files: readonly Subject[],
  ignored: readonly string[],
): Statement<ModelPredicate> {
  const resources = [...files]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((file) => ({ name: file.name, algorithm: 'sha256' as const, digest: file.digest.sha256 }));
  const serialization = {
    method: 'files' as const,
    hash_type: 'sha256' as const,
    allow_symlinks: false as const,
    ignore_paths: [...ignored],
  };
  return statementOf([{ name, digest: { sha256: rootOf(resources) } }], MODEL_SIGNATURE, {
    serialization,
    resources,
  });
}

/** The files that a model signature is over, if they come to the digest of its subject. */
export function signedModel({ predicateType, subject, predicate }: Statement): ModelPredicate | Refusal {
  if (predicateType !== MODEL_SIGNATURE)
    return refusal('other-predicate', `it is a statement of ${predicateType}, not of ${MODEL_SIGNATURE}`);
  const { serialization, resources } = (predicate ?? {}) as Partial<ModelPredicate>;
  if (serialization?.method !== 'files' || serialization.hash_type !== 'sha256' || !Array.isArray(resources))
    return refusal('predicate-invalid', 'it is over no list of files by SHA-256');
  if (!resources.every((each) => each.algorithm === 'sha256' && /^[0-9a-f]{64}$/.test(each.digest)))
    return refusal('predicate-invalid', 'a file in it has no SHA-256');
  if (subject.length !== 1 || subject[0]?.digest.sha256 !== rootOf(resources))
    return refusal('predicate-invalid', 'its files do not come to the digest of its subject');
  const { ignore_paths: ignored } = serialization;
  if (!Array.isArray(ignored) || !ignored.every((path) => typeof path === 'string'))
    return refusal('predicate-invalid', 'it says not what was left out');
  return { serialization, resources };
}

function rootOf(resources: ModelPredicate['resources']): string {
  const hash = createHash('sha256');
  for (const { digest } of resources) hash.update(Buffer.from(digest, 'hex'));
  return hash.digest('hex');
}
