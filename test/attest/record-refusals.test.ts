import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordRefusals } from '../../src/attest/held-predicate.ts';
import { runStatement } from '../../src/attest/run-statement.ts';
import { statementDigest } from '../../src/attest/statement.ts';
import type { EventBody, Sealed } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { asEvents, ENDED, RUN, SEAL, sealed } from '../lease/told-run.ts';

const seal = sealed as Sealed;
const before = asEvents(ENDED);
const statement = runStatement({
  run: fold(RUN, before),
  events: before,
  seal,
  files: [{ cell: 'main', path: 'last.safetensors', bytes: 4, sha256: 'b'.repeat(64) }],
  version: '1.0.0',
});
const refused = (...more: EventBody[]) =>
  recordRefusals(
    statement,
    RUN,
    asEvents([...ENDED, { ...seal, statement: statementDigest(statement) }, ...more]),
  ).map(({ what }) => what);
const voided: EventBody = { type: 'unsealed', seal: SEAL, why: 'last.safetensors is another one now' };

describe('a statement against the record of its run', () => {
  it('is the one that was sealed', () => assert.deepEqual(refused(), []));

  it('is refused once the record has voided its seal, and taken again once it is sealed anew', () => {
    assert.deepEqual(refused(voided), [
      'the record has voided its seal: last.safetensors is another one now',
    ]);
    assert.deepEqual(refused(voided, { ...seal, statement: statementDigest(statement) }), []);
  });
});
