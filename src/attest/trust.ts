import { TrustedRoot } from '@sigstore/protobuf-specs';
import { type TrustMaterial, toTrustMaterial } from '@sigstore/verify';

/** Whom to believe, and of how many kinds of witnesses a signature needs one. */
export interface Trust {
  /** As it calls itself, for people. */
  name: string;
  material: TrustMaterial;
  /** An instance without a public log, such as GitHub's own for private repositories, vouches by its timestamps alone. */
  hasLog: boolean;
  hasCertificateLog: boolean;
}

/**
 * The roots of a file: one as JSON, or several of a line each as `gh attestation trusted-root` prints them.
 *
 * @throws Error where one is not what it should be
 */
export function trustOf(text: string): Trust[] {
  const whole = parsed(text);
  const documents =
    whole === undefined
      ? text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as unknown]))
      : [whole];
  return documents.map(trustIn);
}

function trustIn(document: unknown): Trust {
  const root = TrustedRoot.fromJSON(document);
  if (root.certificateAuthorities.length === 0) throw new Error('it names no certificate authority');
  const [authority] = root.certificateAuthorities;
  return {
    name: authority?.uri || authority?.subject?.organization || 'an instance without a name',
    material: toTrustMaterial(root),
    hasLog: root.tlogs.length > 0,
    hasCertificateLog: root.ctlogs.length > 0,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
