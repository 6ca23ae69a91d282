import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LedgerEvent } from '../../src/lease/events.ts';
import type { RecordTrust, RunRecord } from '../../src/ledger/ledger.ts';
import { recordMark, whyNotFromMark } from '../../src/ledger/record-mark.ts';

const EVENT = { type: 'reachable', at: '2026-11-21T12:00:00Z', by: 'ada@engine', seq: 0, lease: 'tiny-7-1' };

const recordOf = (trust: RecordTrust, more: object = {}): RunRecord => ({
  run: 'tiny-7',
  events: [{ ...EVENT, ...more } as unknown as LedgerEvent, EVENT as unknown as LedgerEvent],
  nonces: ['first', 'second'],
  tip: 'tip',
  trust,
});

describe('the label of a box that was begun by a signed record', () => {
  const label = recordMark(recordOf('proven'), 1);

  it('does not fit the same record with its signatures taken away, where the secret is not set [security 3]', () => {
    assert.match(whyNotFromMark(recordOf('plain'), label) ?? '', /its event 0 is another one/);
    for (const key of [{ signed: true }, { trust: 'proven' }, { mac: 'AAAA' }])
      assert.notEqual(whyNotFromMark(recordOf('plain', key), label), undefined, JSON.stringify(key));
  });

  it('fits that record with the secret, and where it is only looked at', () => {
    for (const trust of ['proven', 'not-verified'] as const)
      assert.equal(whyNotFromMark(recordOf(trust), label), undefined);
  });

  it('may be one of before labels told signed records from others', () => {
    assert.equal(whyNotFromMark(recordOf('proven'), recordMark(recordOf('plain'), 1)), undefined);
  });
});

describe('the label of a box that was begun by a record without signatures', () => {
  it('fits it', () => {
    assert.equal(whyNotFromMark(recordOf('plain'), recordMark(recordOf('plain'))), undefined);
  });
});
