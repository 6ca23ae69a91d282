import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codesOf, type Options, verify, verifyWithDigest } from '../memory-source.ts';

/**
 * A file that somebody made to be believed. To add a class of them, write a table of these in a file of its own and hand
 * it to `noneCounts`; nothing else needs to know.
 */
export interface Attack {
  what: string;
  bytes(): Uint8Array;
  /** A reason that must be given. */
  code: string;
  /** Default `fail`; `inconclusive` for what only weighs too much, `either` where it depends on what breaks first. */
  verdict?: 'fail' | 'inconclusive' | 'either';
  /** What it would import, as the report must list it. */
  imports?: readonly string[];
  options?: Options;
}

/** None may count: neither alone, nor with a manifest that was made where the file was, nor as something else. */
export function noneCounts(title: string, attacks: readonly Attack[]): void {
  describe(title, () => {
    for (const attack of attacks) it(`does not count: ${attack.what} [P5-06]`, () => judge(attack));
  });
}

async function judge({ bytes, code, verdict = 'fail', imports = [], options }: Attack): Promise<void> {
  const content = bytes();
  for (const look of [verify, verifyWithDigest]) {
    const found = await look(content, { role: 'model', ...options });
    const why = JSON.stringify([found.format, found.verdict, found.reasons, found.imports]);
    if (verdict === 'either') assert.ok(['fail', 'inconclusive'].includes(found.verdict), why);
    else assert.equal(found.verdict, verdict, why);
    assert.equal(found.counts, false, why);
    assert.ok(codesOf(found).includes(code), why);
    // A crash inside the verifier is told as this reason; it must never be how an attack is found out.
    assert.ok(!codesOf(found).includes('read-failed'), why);
    for (const name of imports) assert.ok(found.imports.includes(name), why);
  }
}
