import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { missing } from '../requirement.ts';
import { HOSTILE, message, sending } from './sending.ts';

interface Mailed {
  from: string;
  to: string[];
  isSecure: boolean;
  raw: string;
}

async function mailServer(t: TestContext, options: SMTPServerOptions = {}) {
  certificate ??= selfSigned();
  const mails: Mailed[] = [];
  const logins: string[] = [];
  const server = new SMTPServer({
    ...certificate,
    authOptional: true,
    onAuth({ username, password }, _session, done) {
      logins.push(`${username} ${password}`);
      done(password === 'right' ? null : new Error('no such login'), { user: username });
    },
    onData(stream, { envelope, secure }, done) {
      text(stream).then((raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), isSecure: secure, raw });
        done();
      }, done);
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { mails, logins, port: (server.server.address() as AddressInfo).port };
}

const target = (port: number, over: object = {}) => ({
  kind: 'smtp' as const,
  host: '127.0.0.1',
  port,
  from: 'bot@example.org',
  to: ['ada@example.org', 'bob@example.org'],
  ...over,
});

let certificate: { key: Buffer; cert: Buffer } | undefined;

/** A key and a certificate that nobody has signed. */
function selfSigned() {
  const dir = mkdtempSync(join(tmpdir(), 'gl-mail-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
  const made = spawnSync('openssl', [...words, '-keyout', key, '-out', cert], { timeout: 30_000 });
  assert.equal(made.status, 0, String(made.stderr));
  const read = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(dir, { recursive: true });
  return read;
}

describe('a mail', { skip: missing('openssl') }, () => {
  it('is one plain text to all, the same by its id however often it is sent', async (t) => {
    const { mails, port } = await mailServer(t);
    for (let times = 0; times < 2; times += 1)
      assert.deepEqual(
        (await sending(target(port), {}, { message: message({ what: HOSTILE, next: 'Look.' }) })).outcome,
        { taken: true },
      );
    const [first = assert.fail(), second = assert.fail()] = mails;
    assert.deepEqual([first.from, first.to], ['bot@example.org', ['ada@example.org', 'bob@example.org']]);
    const idOf = ({ raw }: Mailed) => /^Message-ID: (.*)$/m.exec(raw)?.[1];
    assert.ok(idOf(first));
    assert.equal(idOf(first), idOf(second));
    assert.match(first.raw, /^Subject: gpu-lease: sealed \(tiny-7\)\r$/m);
    assert.match(first.raw, /^Content-Type: text\/plain/m);
    assert.ok(!/text\/html/i.test(first.raw));
  });

  it('goes by STARTTLS where the server has it, after a login', async (t) => {
    const { mails, logins, port } = await mailServer(t);
    const { outcome } = await sending(target(port, { user: 'bot', password: 'PASS' }), { PASS: 'right' });
    assert.deepEqual(outcome, { taken: true });
    assert.deepEqual(logins, ['bot right']);
    assert.ok(mails[0]?.isSecure);
    const wrong = await sending(target(port, { user: 'bot', password: 'PASS' }), { PASS: 'wrong' });
    assert.deepEqual(wrong.outcome, { taken: false, why: 'the server does not accept the login (535)' });
    const unset = await sending(target(port, { user: 'bot', password: 'PASS' }), {});
    assert.deepEqual(unset.outcome, { taken: false, why: 'PASS is not set here' });
  });

  // 0.0.0.0 leads to this machine and is not called loopback: the rules of any other host hold for it.
  it('goes to no other machine without TLS, and to none whose certificate nobody vouches for', async (t) => {
    const plain = await mailServer(t, { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
    const refused = await sending(target(plain.port, { host: '0.0.0.0', user: 'bot', password: 'PASS' }), {
      PASS: 'right',
    });
    assert.ok(!refused.outcome.taken && /TLS/.test(refused.outcome.why), JSON.stringify(refused.outcome));
    const forged = await mailServer(t);
    const unknown = await sending(target(forged.port, { host: '0.0.0.0', user: 'bot', password: 'PASS' }), {
      PASS: 'right',
    });
    assert.ok(!unknown.outcome.taken && /TLS/.test(unknown.outcome.why), JSON.stringify(unknown.outcome));
    for (const { mails, logins } of [plain, forged]) assert.deepEqual([mails, logins], [[], []]);
  });

  it('is refused in a few words, without those of the server', async (t) => {
    const { port } = await mailServer(t, {
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('go away, hunter2'), { responseCode: 550 })),
    });
    const { outcome } = await sending(target(port), {});
    assert.deepEqual(outcome, {
      taken: false,
      why: 'the server does not take this sender or these receivers (550)',
    });
  });

  it('is given up where the server is slow or gone', async (t) => {
    const { port } = await mailServer(t, { onConnect: () => {} });
    const slow = await sending(target(port), {}, { seconds: 1 });
    assert.deepEqual(slow.outcome, { taken: false, why: 'no answer in time' });
    const gone = await sending(target(9), {}, { seconds: 5 });
    assert.ok(
      !gone.outcome.taken && /could not be reached/.test(gone.outcome.why),
      JSON.stringify(gone.outcome),
    );
  });
});
