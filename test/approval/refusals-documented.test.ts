import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCES = [
  'src/github/environment-rules.ts',
  'src/github/environment-approval.ts',
  'src/approval/gate.ts',
  'src/approval/approve-release.ts',
  'src/approval/approve-in-advance.ts',
  'src/approval/standing-terms.ts',
];

it('every reason to refuse an approval is explained in docs/approval.md', () => {
  const docs = readFileSync(join(ROOT, 'docs', 'approval.md'), 'utf8');
  const codes = SOURCES.flatMap((path) =>
    [
      ...readFileSync(join(ROOT, path), 'utf8').matchAll(/(?:code: |refused\(\s*run,\s*)'([a-z-]+)'/g),
    ].flatMap(([, code]) => code ?? []),
  );
  assert.ok(codes.length > 20, `found only ${codes.join(', ')}`);
  assert.deepEqual(
    codes.filter((code) => !docs.includes(`\`${code}\``)),
    [],
  );
});
