/** Why a bundle, a statement or a file is not taken for what it should be. */
export interface Refusal {
  code:
    | 'no-bundle'
    | 'signature-invalid'
    | 'signer-unknown'
    | 'not-witnessed'
    | 'other-identity'
    | 'other-repository'
    | 'other-issuer'
    | 'no-statement'
    | 'other-predicate'
    | 'predicate-invalid'
    | 'file-changed'
    | 'file-missing'
    | 'file-not-attested'
    | 'not-a-file'
    | 'other-commit'
    | 'record-differs'
    | 'other-key';
  what: string;
}

export const refusal = (code: Refusal['code'], what: string): Refusal => ({ code, what });

export const isRefusal = (value: object): value is Refusal => 'code' in value && 'what' in value;
