import { type Bundle, bundleFromJSON } from '@sigstore/bundle';
import {
  PolicyError,
  type SignedEntity,
  type Signer,
  toSignedEntity,
  VerificationError,
  Verifier,
} from '@sigstore/verify';
import { matchesWildcard } from '../wildcard.ts';
import { type Refusal, refusal } from './refusal.ts';
import { IN_TOTO, readStatement, type Statement } from './statement.ts';
import type { Trust } from './trust.ts';

/** Who must have signed. */
export interface ExpectedSigner {
  /** The workflow file that signed, as `https://github.com/OWNER/NAME/.github/workflows/X.yml@REF`; `*` stands for anything. */
  identity?: string;
  /** OWNER/NAME for which that workflow ran. */
  repository?: string;
  issuer: string;
}

export interface SignedStatement {
  statement: Statement;
  identity: string;
  /** As an address; absent in certificates of other issuers than GitHub. */
  repository: string | undefined;
}

/** Fulcio's extension for the repository that a workflow ran for (sigstore/fulcio, docs/oid-info.md). */
const SOURCE_REPOSITORY = '1.3.6.1.4.1.57264.1.12';

/** The statement in a bundle, if it was signed by the one who should have, by the word of one of these roots. */
export function signedStatement(
  bundle: unknown,
  trusts: readonly Trust[],
  expected: ExpectedSigner,
): SignedStatement | Refusal {
  let read: Bundle;
  try {
    read = bundleFromJSON(bundle);
  } catch (error) {
    return refusal('no-bundle', `it is no Sigstore bundle: ${(error as Error).message}`);
  }
  const entity = entityIn(read);
  if ('code' in entity) return entity;
  const signer = signerOf(entity, trusts);
  if ('code' in signer) return signer;
  const identity = signer.identity?.subjectAlternativeName ?? '';
  const repository = repositoryOf(signer);
  const stranger = strangerIn(
    { identity, repository, issuer: signer.identity?.extensions?.issuer },
    expected,
  );
  if (stranger) return stranger;
  const statement = statementIn(read);
  return 'code' in statement ? statement : { statement, identity, repository };
}

/** Its certificate is parsed here, and whoever made the bundle wrote that, too. */
function entityIn(bundle: Bundle): SignedEntity | Refusal {
  try {
    return toSignedEntity(bundle);
  } catch (error) {
    return refusal('no-bundle', `what it holds cannot be read: ${(error as Error).message}`);
  }
}

/** By the first root that vouches for it; of several refusals the one of the last root. */
function signerOf(entity: SignedEntity, trusts: readonly Trust[]): Signer | Refusal {
  let refused = refusal('signer-unknown', 'there is no trusted root');
  for (const trust of trusts) {
    const verifier = new Verifier(trust.material, {
      tlogThreshold: trust.hasLog ? 1 : 0,
      ctlogThreshold: trust.hasCertificateLog ? 1 : 0,
      timestampThreshold: 1,
    });
    try {
      return verifier.verify(entity);
    } catch (error) {
      // Anything else is said by what parses its parts, of which the maker of a bundle may have made anything.
      refused =
        error instanceof VerificationError || error instanceof PolicyError
          ? refusalOf(error, trust)
          : refusal('no-bundle', `what it holds cannot be read: ${(error as Error).message}`);
    }
  }
  return refused;
}

function refusalOf({ code, message, cause }: VerificationError | PolicyError, { name }: Trust): Refusal {
  const deeper = cause instanceof Error ? `${message}: ${cause.message}` : message;
  if (code === 'SIGNATURE_ERROR')
    return refusal('signature-invalid', `the signature is not of what is signed (${deeper})`);
  if (code === 'CERTIFICATE_ERROR' || code === 'PUBLIC_KEY_ERROR')
    return refusal(
      'signer-unknown',
      `its certificate is none that ${name} vouches for at that time (${deeper})`,
    );
  return refusal('not-witnessed', `no witness of ${name} saw it signed (${deeper})`);
}

function repositoryOf({ identity }: Signer): string | undefined {
  const found = identity?.oids?.find(({ oid }) => oid?.id.join('.') === SOURCE_REPOSITORY);
  // A DER string: its tag and, as addresses are short, one byte of length.
  return found && Buffer.from(found.value).subarray(2).toString('utf8');
}

function strangerIn(
  found: { identity: string; repository: string | undefined; issuer: string | undefined },
  { identity, repository, issuer }: ExpectedSigner,
): Refusal | undefined {
  if (found.issuer !== issuer)
    return refusal('other-issuer', `${found.issuer ?? 'nobody'} vouched for the signer, not ${issuer}`);
  if (identity !== undefined && !matchesWildcard(identity, found.identity))
    return refusal('other-identity', `${found.identity || 'nobody'} signed it, not ${identity}`);
  const wanted = repository === undefined ? undefined : `https://github.com/${repository}`;
  if (wanted !== undefined && found.repository?.toLowerCase() !== wanted.toLowerCase())
    return refusal(
      'other-repository',
      `it was signed for ${found.repository ?? 'no repository'}, not for ${wanted}`,
    );
  return undefined;
}

function statementIn({ content }: Bundle): Statement | Refusal {
  if (content.$case !== 'dsseEnvelope' || content.dsseEnvelope.payloadType !== IN_TOTO)
    return refusal('no-statement', 'what is signed is no in-toto statement');
  return (
    readStatement(content.dsseEnvelope.payload.toString('utf8')) ??
    refusal('no-statement', 'what is signed is no in-toto statement of version 1 with SHA-256 digests')
  );
}
