import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BUDGETS } from '../../src/verify/contract/budgets.ts';
import { PickleMachine } from '../../src/verify/pickle/machine.ts';
import { PyGlobal } from '../../src/verify/pickle/value.ts';
import { growth, LINEAR } from '../growth.ts';

const WORLD = {
  find: (module: string, name: string) => new PyGlobal(`${module}.${name}`, { tier: 'D' as const }),
  note() {},
};

/** Fed in the pieces in which an inflater hands them on. */
function walk(program: Uint8Array, pieceBytes: number): void {
  const machine = new PickleMachine(WORLD, DEFAULT_BUDGETS, program.length);
  for (let at = 0; at < program.length; at += pieceBytes) machine.feed(program.subarray(at, at + pieceBytes));
  machine.end();
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('the time that a pickle takes grows with its length', () => {
  for (const { what, size, program } of [
    { what: 'one line', size: 1 << 19, program: (n: number) => `V${'x'.repeat(n)}\n.` },
    { what: 'imports', size: 20_000, program: (n: number) => `(${'cmodule\nname\n'.repeat(n)}t.` },
    { what: 'marks and pops', size: 100_000, program: (n: number) => `${'(0'.repeat(n)}N.` },
    { what: 'appends', size: 50_000, program: (n: number) => `]${'K\x01a'.repeat(n)}.` },
    {
      what: 'memo slots far apart',
      size: 20_000,
      program: (n: number) => `)${Array.from({ length: n }, (_, i) => `p${i * 7919}\n`).join('')}.`,
    },
  ])
    it(`[security 4] ${what}`, async () => {
      const programs = new Map([size, 4 * size].map((n) => [n, bytesOf(program(n))]));
      const ratio = await growth(size, (n) => walk(programs.get(n) as Uint8Array, 1024));
      assert.ok(ratio < LINEAR, `four times as much took ${ratio.toFixed(1)} times as long`);
    });
});
