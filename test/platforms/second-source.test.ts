import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { SECOND_SOURCE } from './second-source.ts';

it('tells of every behaviour of the second source who reported it and when, and of no other', () => {
  const page = new URL('../../docs/platform-checks/README.md', import.meta.url);
  const rows = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  assert.deepEqual(
    rows.map(([, name]) => name?.replaceAll('`', '')).sort(),
    Object.keys(SECOND_SOURCE).sort(),
  );
  for (const [, name, what, source, month, owed] of rows) {
    assert.ok(what && source && owed, `${name} says what, who and what is owed`);
    assert.match(month ?? '', /^20\d\d-\d\d(?: to 20\d\d-\d\d)?$/, name);
  }
});
