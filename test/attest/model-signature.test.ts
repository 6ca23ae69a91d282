import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { programCommand } from '../installation.ts';
import { attestationTool, missing } from '../requirement.ts';
import { flipBit, runOther } from './attested-run.ts';

interface Folder {
  dir: string;
  model: string;
  signature: string;
  key: string;
  publicKey: string;
}

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe', timeout: 30_000 });

/** A model of two files, and a pair of keys as openssl makes them. */
function folderOf(t: TestContext, curve = 'P-256'): Folder {
  const dir = mkdtempSync(join(tmpdir(), 'model-signature-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const model = join(dir, 'model');
  mkdirSync(join(model, 'shards'), { recursive: true });
  writeFileSync(join(model, 'config.json'), '{}');
  writeFileSync(join(model, 'shards', 'weights.bin'), Buffer.alloc(4096, 7));
  const [key, publicKey] = [join(dir, 'key.pem'), join(dir, 'public.pem')];
  openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', `ec_paramgen_curve:${curve}`, '-out', key);
  openssl('pkey', '-in', key, '-pubout', '-out', publicKey);
  return { dir, model, signature: `${model}.sig`, key, publicKey };
}

const gpuLease = (...args: string[]) => {
  const [program = '', ...first] = programCommand();
  return runOther(program, [...first, ...args]);
};

const verify = ({ model, signature, publicKey }: Folder) =>
  gpuLease('verify', '--attested', model, '--bundle', signature, '--key', publicKey);

const modelSigning = ({ model, signature, publicKey }: Folder) =>
  runOther(attestationTool('python'), [
    '-m',
    'model_signing',
    'verify',
    'key',
    model,
    '--signature',
    signature,
    '--public_key',
    publicKey,
  ]);

describe('a folder that is signed with a key', { timeout: 240_000, skip: missing('openssl') }, () => {
  it('is verified with the public key, and not with another key or once a byte is another', async (t) => {
    const folder = folderOf(t, 'P-384');
    const signed = await gpuLease('sign', '--key', folder.key, folder.model);
    assert.equal(signed.exitCode, 0, signed.output);
    const good = await verify(folder);
    assert.equal(good.exitCode, 0, good.output);
    assert.match(good.output, /attested: 2 files/);
    const other = await verify({ ...folder, publicKey: folderOf(t, 'P-384').publicKey });
    assert.equal(other.exitCode, 1);
    assert.match(other.output, /another key than this one has signed it/);
    flipBit(join(folder.model, 'shards', 'weights.bin'));
    const spoilt = await verify(folder);
    assert.equal(spoilt.exitCode, 1);
    assert.match(spoilt.output, /shards\/weights\.bin has the digest .* is attested/);
  });

  it('is refused when its list of files was changed, signature and all but the key', async (t) => {
    const folder = folderOf(t);
    await gpuLease('sign', '--key', folder.key, folder.model);
    const bundle = JSON.parse(readFileSync(folder.signature, 'utf8'));
    const statement = JSON.parse(Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString());
    statement.predicate.resources.pop();
    bundle.dsseEnvelope.payload = Buffer.from(JSON.stringify(statement)).toString('base64');
    writeFileSync(folder.signature, JSON.stringify(bundle));
    const outcome = await verify(folder);
    assert.equal(outcome.exitCode, 1);
    assert.match(outcome.output, /the signature is not of what is signed/);
  });

  it('is signed whole, also what has a "+" in its name, and refused once one more such file is there', async (t) => {
    const folder = folderOf(t);
    writeFileSync(join(folder.model, 'base+adapter.bin'), 'weights');
    const signed = await gpuLease('sign', '--key', folder.key, folder.model);
    assert.match(signed.output, /signed 3 files/);
    assert.equal((await verify(folder)).exitCode, 0);
    writeFileSync(join(folder.model, 'more+weights.bin'), 'x');
    const more = await verify(folder);
    assert.equal(more.exitCode, 1, more.output);
    assert.match(more.output, /more\+weights\.bin is there and nobody attests it/);
    mkdirSync(join(folder.model, '+evidence'));
    writeFileSync(join(folder.model, '+evidence', 'seal.json'), '{}');
    rmSync(join(folder.model, 'more+weights.bin'));
    assert.equal((await verify(folder)).exitCode, 0, 'what was left out by the word of the signer');
  });

  it('is verified by model-signing, and not once a byte is another', {
    skip: missing('model-signing'),
  }, async (t) => {
    for (const curve of ['P-256', 'P-521']) {
      const folder = folderOf(t, curve);
      await gpuLease('sign', '--key', folder.key, folder.model);
      const good = await modelSigning(folder);
      assert.equal(good.exitCode, 0, good.output);
      flipBit(join(folder.model, 'shards', 'weights.bin'));
      const spoilt = await modelSigning(folder);
      assert.equal(spoilt.exitCode, 1, spoilt.output);
    }
  });

  it('verifies what model-signing has signed', { skip: missing('model-signing') }, async (t) => {
    const folder = folderOf(t);
    const args = ['-m', 'model_signing', 'sign', 'key', folder.model, '--signature', folder.signature];
    const signed = await runOther(attestationTool('python'), [...args, '--private_key', folder.key]);
    assert.equal(signed.exitCode, 0, signed.output);
    const outcome = await verify(folder);
    assert.equal(outcome.exitCode, 0, outcome.output);
  });

  it('says what is wrong with a key or a folder before anything is signed', async (t) => {
    const folder = folderOf(t);
    const rsa = join(folder.dir, 'rsa.pem');
    openssl('genpkey', '-algorithm', 'RSA', '-out', rsa);
    const outcome = await gpuLease('sign', '--key', rsa, join(folder.dir, 'none'));
    assert.equal(outcome.exitCode, 2, outcome.output);
    assert.match(outcome.output, /no key of P-256, P-384 or P-521/);
    assert.match(outcome.output, /One folder is signed/);
  });
});
