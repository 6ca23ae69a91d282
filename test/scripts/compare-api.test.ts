import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { usesOf } from '../platforms/api-uses.ts';

const ROOT = join(import.meta.dirname, '..', '..');

describe('the comparison with a newer description of an API', () => {
  let dir: string;
  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'compare-api-'));
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  const compare = (file: string): Promise<{ code: unknown; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      const args = ['--import', 'tsx', join(ROOT, 'scripts', 'compare-api.ts'), join(dir, file)];
      execFile(process.execPath, args, { cwd: ROOT }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });

  it('knows whose it is, lists what differs and fails', async () => {
    // It has what Lambda's driver calls, but for one path, and nothing about what is answered.
    const { calls } = usesOf('lambda');
    const paths: Record<string, Record<string, object>> = {};
    for (const { method, path } of calls)
      if (!path.endsWith('/instance-types'))
        paths[path] = { ...paths[path], [method.toLowerCase()]: { responses: { 200: {} } } };
    const info = { title: 'Cloud', version: '9' };
    writeFileSync(join(dir, 'new.json'), JSON.stringify({ openapi: '3.1.0', info, paths }));
    const { code, stdout } = await compare('new.json');
    assert.equal(code, 1);
    assert.match(stdout, /^lambda: Lambda Cloud API 1\.8\.3, now Cloud 9$/m);
    assert.match(stdout, /^breaks +GET \/api\/v1\/instance-types +the path is gone$/m);
  });

  it("refuses a file that is not there, and one that is no known platform's", async () => {
    const gone = await compare('gone.json');
    assert.deepEqual([gone.code, gone.stdout], [2, '']);
    assert.match(gone.stderr, /gone\.json cannot be read \(ENOENT\)/);
    writeFileSync(
      join(dir, 'other.yaml'),
      'openapi: 3.0.0\ninfo: {title: Weather}\npaths: {/rain: {get: {}}}\n',
    );
    const other = await compare('other.yaml');
    assert.equal(other.code, 2);
    assert.match(
      other.stderr,
      /other\.yaml \(Weather\) has too little[\s\S]*--platform; there are records of: .*lambda/,
    );
  });
});
