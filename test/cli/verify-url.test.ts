import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it, type TestContext } from 'node:test';
import type { VerifyDocument } from '../../src/report/verify-document.ts';
import { sha256Of } from '../verify/memory-source.ts';
import { safetensorsFile, weights, wholeCheckpoint } from '../verify/safetensors-writer.ts';
import { torchFile } from '../verify/torch-writer.ts';
import { runVerify } from './verify-run.ts';

const TOKEN = 'hf_verysecret';
const big = safetensorsFile({ 'model.w': { data: weights(5 * 2 ** 20, 1) } });
const FILES: Record<string, Uint8Array> = {
  '/run/last.safetensors': wholeCheckpoint(),
  '/run/next.safetensors': safetensorsFile({ 'model.w': { data: weights(64, 9) } }),
  '/run/last.pt': torchFile(),
  '/run/cut.pt': torchFile().subarray(0, 400),
  '/run/model-00001-of-00002.safetensors': safetensorsFile({ 'model.w': { data: weights(64, 2) } }),
  '/run/big.safetensors': big,
};

function emptyFolder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'verify-url-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

describe('gpu-lease verify URL', () => {
  let server: Server;
  let base = '';
  let requests: IncomingMessage[] = [];
  let hangs = (_request: IncomingMessage) => false;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    requests.push(request);
    if (hangs(request)) return;
    const file = FILES[new URL(request.url ?? '', base).pathname];
    const [, from, to] = /^bytes=([0-9]+)-([0-9]+)$/.exec(request.headers.range ?? '') ?? [];
    if (request.url?.startsWith('/closed/') && request.headers.authorization !== `Bearer ${TOKEN}`) {
      response.writeHead(401).end();
    } else if (file === undefined) {
      response.writeHead(404).end();
    } else {
      const part = file.subarray(Number(from), Number(to) + 1);
      const end = Number(from) + part.length - 1;
      response.writeHead(206, { 'content-range': `bytes ${from}-${end}/${file.length}`, etag: '"one"' });
      response.end(part);
    }
  }

  before(async () => {
    FILES['/closed/last.pt'] = torchFile();
    server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    requests = [];
    hangs = () => false;
    delete process.env['GPU_LEASE_VERIFY_TOKEN'];
  });

  async function documentOf(dir: string, ...args: string[]): Promise<VerifyDocument & { exitCode: number }> {
    const { stdout, problems, exitCode } = await runVerify(dir, [...args, '--json']);
    assert.deepEqual(problems, []);
    return { ...JSON.parse(stdout), exitCode };
  }

  it('verifies files where they lie, beside local ones, in the order of the words', async (t) => {
    const dir = emptyFolder(t);
    writeFileSync(join(dir, 'here.pt'), torchFile());
    const { files, exitCode } = await documentOf(
      dir,
      `${base}/run/last.pt?signature=secret`,
      'here.pt',
      `${base}/run/cut.pt#part`,
      `${base}/run/last.pt?signature=secret`,
    );
    assert.deepEqual(
      files.map(({ label, verdict }) => [label, verdict]),
      [
        [`${base}/run/last.pt`, 'pass'],
        ['here.pt', 'pass'],
        [`${base}/run/cut.pt`, 'fail'],
      ],
    );
    assert.equal(exitCode, 1);
    assert.equal(files[0]?.role, 'checkpoint');
    assert.equal(files[0]?.tensorsDigest, files[1]?.tensorsDigest);
    assert.deepEqual(readdirSync(dir), ['here.pt'], 'nothing goes to disk');
  });

  it('takes few round trips', async (t) => {
    const { files } = await documentOf(emptyFolder(t), `${base}/run/big.safetensors`);
    assert.equal(files[0]?.verdict, 'pass-degraded');
    assert.ok(big.length > 2 * 8 * 2 ** 20, 'more than two chunks');
    assert.ok(requests.length < 12, `${requests.length} requests for ${big.length} bytes`);
  });

  it('says nothing of the query, wherever it tells of a file', async (t) => {
    const dir = emptyFolder(t);
    const { stdout, stderr } = await runVerify(dir, [
      `${base}/run/last.pt?signature=secret`,
      `${base}/gone.pt?signature=secret`,
      '--report',
      'r.html',
    ]);
    assert.match(stdout, /could not be verified: http:\S+\/gone\.pt answers HTTP 404/);
    assert.doesNotMatch(stdout + stderr, /secret/);
  });

  it('counts what it cannot reach for nothing, and goes on', async (t) => {
    const found = await documentOf(emptyFolder(t), `${base}/gone.pt`, `${base}/run/last.pt`);
    assert.equal(found.exitCode, 3);
    assert.deepEqual(
      found.files.map(({ verdict, reasons }) => [verdict, reasons[0]?.code]),
      [
        ['inconclusive', 'not-readable'],
        ['pass', undefined],
      ],
    );
  });

  it('sends a token from the environment and shows it nowhere', async (t) => {
    const dir = emptyFolder(t);
    const without = await documentOf(dir, `${base}/closed/last.pt`);
    assert.equal(without.exitCode, 3);
    assert.equal(requests[0]?.headers.authorization, undefined);
    process.env['GPU_LEASE_VERIFY_TOKEN'] = TOKEN;
    const { exitCode, stdout, stderr } = await runVerify(dir, [`${base}/closed/last.pt`, '--json']);
    assert.equal(exitCode, 0);
    assert.ok(!(stdout + stderr).includes(TOKEN));
    process.env['GPU_LEASE_VERIFY_TOKEN'] = `${TOKEN}\nX-Evil: 1`;
    const bad = await runVerify(dir, [`${base}/closed/last.pt`, 'http://example.org/a.pt']);
    assert.deepEqual(
      bad.problems.map(({ code }) => code),
      ['bad-token', 'bad-url'],
      'never over an unencrypted connection to somewhere else',
    );
    assert.ok(!bad.problems.some(({ message }) => message.includes(TOKEN)));
  });

  it('is held against a manifest by the end of its path', async (t) => {
    const dir = emptyFolder(t);
    const sums = (digest: string) =>
      `${'0'.repeat(64)}  elsewhere/last.safetensors\n${digest}  run/last.safetensors\n`;
    writeFileSync(join(dir, 'sums'), sums(sha256Of(wholeCheckpoint())));
    const url = `${base}/run/last.safetensors`;
    assert.equal((await documentOf(dir, url, '--manifest', 'sums')).exitCode, 0);
    writeFileSync(join(dir, 'sums'), sums('1'.repeat(64)));
    const other = await documentOf(dir, url, '--manifest', 'sums');
    assert.deepEqual(
      other.files[0]?.reasons.map(({ code }) => code),
      ['digest-mismatch'],
    );
  });

  it('is explained and compared like a file', async (t) => {
    const dir = emptyFolder(t);
    const url = `${base}/run/last.safetensors`;
    writeFileSync(join(dir, 'same.safetensors'), wholeCheckpoint());
    const explained = await runVerify(dir, ['--explain', url, '--json']);
    assert.ok(JSON.parse(explained.stdout).tensors.length > 0);
    const same = await runVerify(dir, ['--diff', 'same.safetensors', `${url}?signature=secret`, '--json']);
    assert.equal(same.exitCode, 0, same.stdout);
    assert.equal(JSON.parse(same.stdout).after.path, url);
    assert.equal((await runVerify(dir, ['--diff', url, `${base}/run/next.safetensors`])).exitCode, 1);
    assert.equal((await runVerify(dir, ['--diff', url, `${base}/gone.safetensors`])).exitCode, 3);
  });

  it('says of one shard that the set was not looked at', async (t) => {
    const { files, sets } = await documentOf(emptyFolder(t), `${base}/run/model-00001-of-00002.safetensors`);
    assert.deepEqual(sets, []);
    assert.ok(files[0]?.reasons.some(({ code }) => code === 'others-not-seen'));
  });

  it('refuses what is no address of a file, with everything else that is wrong, and asks nobody', async (t) => {
    const { exitCode, problems } = await runVerify(emptyFolder(t), [
      's3://bucket/last.pt?signature=secret',
      'https://?signature=secret',
      `${base}/run/`,
      'https://ada:secret@example.org/last.pt',
      'nowhere.pt',
      '--step',
      'x',
    ]);
    assert.equal(exitCode, 2);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['bad-url', 'bad-url', 'bad-url', 'bad-url', 'no-such-path', 'bad-step'],
    );
    assert.ok(!problems.some(({ message, what, next }) => /secret/.test(message + what + next)));
    assert.equal(requests.length, 0);
  });

  for (const [when, reached] of [
    ['opened', 1],
    ['read', 3],
  ] as const) {
    it(`ends within a second when interrupted while a silent server is ${when}`, async (t) => {
      const dir = emptyFolder(t);
      const controller = new AbortController();
      let began = 0;
      hangs = () => {
        if (requests.length < reached) return false;
        setTimeout(() => {
          began = performance.now();
          controller.abort();
        }, 50);
        return true;
      };
      const args = [`${base}/run/big.safetensors`, '--report', 'r.html'];
      const { exitCode } = await runVerify(dir, args, controller.signal);
      assert.equal(exitCode, 130);
      assert.ok(performance.now() - began < 1000);
      assert.deepEqual(readdirSync(dir), []);
    });
  }

  it('ends within a second when interrupted between two tries', async (t) => {
    const controller = new AbortController();
    let began = 0;
    hangs = (request) => {
      request.socket.destroy();
      // The third pause would be two seconds.
      if (requests.length === 3)
        setTimeout(() => {
          began = performance.now();
          controller.abort();
        }, 50);
      return true;
    };
    const { exitCode } = await runVerify(emptyFolder(t), [`${base}/run/last.pt`], controller.signal);
    assert.equal(exitCode, 130);
    assert.ok(performance.now() - began < 1000);
  });
});
