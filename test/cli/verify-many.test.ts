import { strict as assert } from 'node:assert';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { describe, it } from 'node:test';
import { printParts } from '../../src/cli/print-parts.ts';
import { verifyDocument } from '../../src/report/verify-document.ts';
import { jsonLine, jsonLineParts } from '../../src/report/visible-text.ts';
import { verdictGivenUp } from '../../src/verify/contract/oddity.ts';
import { type FileVerdict, VERIFIER_VERSION } from '../../src/verify/contract/verdict.ts';

const COUNT = 2000;
const verdictOf = (_none: unknown, n: number): FileVerdict =>
  verdictGivenUp({ path: `d/${n} \u202e##[x]## 🎲.json`, bytes: n }, 'took too long', 'config');

describe('the verdicts on many files', () => {
  it('are printed in parts as the one line that they are', () => {
    const files = Array.from({ length: COUNT }, verdictOf);
    const parts = [...jsonLineParts(verifyDocument({ files, sets: [verdictOf(undefined, 0)] }))];
    assert.ok(parts.length > 5, `${parts.length} parts`);
    assert.ok(parts.every((part) => part.length < 100_000));
    const documented = ({ requests: _requests, ...rest }: FileVerdict) => rest;
    const whole = {
      verifierVersion: VERIFIER_VERSION,
      verdict: 'inconclusive',
      counts: { pass: 0, 'pass-degraded': 0, inconclusive: COUNT, fail: 0 },
      files: files.map(documented),
      sets: [documented(verdictOf(undefined, 0))],
    };
    assert.equal(parts.join(''), jsonLine(whole));
  });

  it('wait for a reader that is behind', async () => {
    const written: string[] = [];
    let goOn = () => {};
    const slow = new Writable({
      decodeStrings: false,
      highWaterMark: 2,
      write(part, _encoding, done) {
        written.push(part);
        goOn = done;
      },
    });
    const printed = printParts(['aa', 'b', 'c'], slow);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(slow.writableLength, 2, 'nothing waits in memory behind the first part');
    const waiting = setInterval(() => goOn(), 1);
    await printed;
    await finished(slow.end());
    clearInterval(waiting);
    assert.deepEqual(written, ['aa', 'b', 'c']);
  });
});
