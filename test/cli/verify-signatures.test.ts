import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { wholeCheckpoint } from '../verify/safetensors-writer.ts';
import { runVerify } from './verify-run.ts';

function folderOf(t: TestContext, files: Record<string, Uint8Array | string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'verify-signatures-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, name), content);
  return dir;
}

describe('what is asked of signatures', () => {
  const files = { 'a.safetensors': wholeCheckpoint(), 'odd.json': JSON.stringify(oddBundle()) };

  it('is refused without --attested: nothing would be looked at', async (t) => {
    const asked = ['a.safetensors', '--bundle', 'odd.json', '--repo', 'ada/model', '--commit', 'abc'];
    const { exitCode, stdout, problems } = await runVerify(folderOf(t, files), asked);
    assert.deepEqual([exitCode, stdout], [2, '']);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['needs-attested'],
    );
    assert.match(problems[0]?.what ?? '', /--bundle, --repo, --commit would mean nothing/);
  });

  it('is refused with a reason where the bundle has a certificate that is none', async (t) => {
    const asked = ['--attested', 'a.safetensors', '--bundle', 'odd.json', '--repo', 'ada/model'];
    const { exitCode, problems } = await runVerify(folderOf(t, files), asked);
    assert.equal(exitCode, 1, String(problems[0]));
    assert.match(String(problems[0]?.what), /^Not attested: what it holds cannot be read: /);
  });

  it('is never read from a device', async (t) => {
    const asked = ['--attested', 'a.safetensors', '--bundle', '/dev/zero', '--repo', 'ada/model'];
    const { exitCode, problems } = await runVerify(folderOf(t, files), asked);
    assert.equal(exitCode, 2);
    assert.match(problems[0]?.what ?? '', /--bundle \/dev\/zero: it is no file/);
  });
});

/** A bundle by its shape; whoever gets one from elsewhere knows no more of it. */
function oddBundle() {
  const payload = Buffer.from('{}').toString('base64');
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { certificate: { rawBytes: 'AAAA' } },
    dsseEnvelope: { payload, payloadType: 'application/vnd.in-toto+json', signatures: [{ sig: 'AAAA' }] },
  };
}
