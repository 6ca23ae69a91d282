import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import ssh2 from 'ssh2';
import { Problem } from '../../src/problem.ts';
import {
  hostKey,
  loginKey,
  macKey,
  markedBy,
  nameSignature,
  newSecret,
  ownerMark,
  sameSignature,
} from '../../src/secret/keys.ts';
import { missing } from '../requirement.ts';

const secret = 'q3v5yG8n0aZ4mXk1T7cWb9sRj2uLd6eHf0pNiVxOtEw';
const other = 'A7nR2kQ9xWm4Zb1Yt6Ue8Vc3Lp5Hs0JdGfXiOoNqTzE';

describe('keys from one secret', () => {
  it('gives the same login key to every later workflow run [GH-01]', () => {
    assert.deepEqual(loginKey(secret, 'tiny-1'), loginKey(secret, 'tiny-1'));
    // Written down, not computed: a changed derivation would lock every held box out.
    assert.equal(loginKey(secret, 'tiny-1').sha256, 'XyPj2LAkQXjQco0/GSvgFUs2WwSyZGOJs6eWTvlphaI');
  });

  it('gives different keys to different runs, purposes and secrets', () => {
    const fingerprints = [
      loginKey(secret, 'tiny-1'),
      loginKey(secret, 'tiny-2'),
      loginKey(other, 'tiny-1'),
      hostKey(secret, 'tiny-1'),
    ].map((key) => key.sha256);
    assert.equal(new Set(fingerprints).size, 4);
    assert.notDeepEqual(macKey(secret, 'tiny-1'), macKey(secret, 'tiny-2'));
    assert.equal(macKey(secret, 'tiny-1').length, 32);
  });

  it('ignores the newline that a pasted secret ends with', () => {
    assert.equal(loginKey(`${secret}\n`, 'tiny-1').sha256, loginKey(secret, 'tiny-1').sha256);
  });

  it('writes private keys that ssh2 reads back to the same public key', () => {
    for (const run of ['a', 'tiny-1', 'a-much-longer-run-name-20261121']) {
      const key = loginKey(secret, run);
      const parsed = ssh2.utils.parseKey(key.privateOpenSsh);
      assert.ok(!(parsed instanceof Error), String(parsed));
      assert.equal(parsed.type, 'ssh-ed25519');
      assert.equal(`ssh-ed25519 ${parsed.getPublicSSH().toString('base64')} gpu-lease`, key.publicOpenSsh);
      const signature = parsed.sign('x');
      assert.ok(!(signature instanceof Error));
      const publicKey = ssh2.utils.parseKey(key.publicOpenSsh);
      assert.ok(!(publicKey instanceof Error));
      assert.equal(publicKey.verify('x', signature), true);
    }
  });

  it('writes private keys that ssh-keygen reads back to the same public key', {
    skip: missing('ssh'),
  }, (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'keys-'));
    t.after(() => rmSync(dir, { recursive: true }));
    const file = join(dir, 'id');
    const key = hostKey(secret, 'tiny-1-1');
    writeFileSync(file, key.privateOpenSsh, { mode: 0o600 });
    assert.equal(
      execFileSync('ssh-keygen', ['-y', '-f', file], { encoding: 'utf8' }).trim(),
      key.publicOpenSsh,
    );
    const fingerprint = execFileSync('ssh-keygen', ['-l', '-f', file], { encoding: 'utf8' });
    assert.ok(fingerprint.includes(`SHA256:${key.sha256} `), fingerprint);
  });

  for (const [fault, weak] of [
    ['is empty', ''],
    ['is a password', 'hunter2hunter2'],
    ['is long and says nothing', 'ab'.repeat(40)],
  ] as const) {
    it(`refuses a secret that ${fault}, without repeating it`, () => {
      assert.throws(
        () => loginKey(weak, 'tiny-1'),
        (error) =>
          error instanceof Problem &&
          error.code === 'secret-too-weak' &&
          (!weak || !error.message.includes(weak)),
      );
    });
  }

  it('makes fresh secrets that are strong enough to be used', () => {
    const fresh = newSecret();
    assert.notEqual(fresh, newSecret());
    assert.equal(loginKey(fresh, 'r').publicOpenSsh.startsWith('ssh-ed25519 '), true);
  });

  it('signs a resource name so that only the same secret and name agree', () => {
    const signature = nameSignature(secret, 'tiny-1-1');
    assert.match(signature, /^[a-z2-7]{10}$/);
    assert.equal(sameSignature(nameSignature(secret, 'tiny-1-1'), signature), true);
    assert.equal(sameSignature(nameSignature(secret, 'tiny-1-2'), signature), false);
    assert.equal(sameSignature(nameSignature(other, 'tiny-1-1'), signature), false);
    assert.equal(sameSignature(nameSignature(secret, 'tiny-1-1'), signature.slice(1)), false);
    assert.equal(sameSignature(nameSignature(secret, 'tiny-1-1'), ''), false);
  });

  it('shows in a mark, without the secret, whether its secret signs records [security 3]', () => {
    for (const by of ['shared', 'own'] as const)
      for (let n = 0; n < 64; n += 1) {
        const mark = ownerMark(secret, 'ada/train', `tiny-${n}`, by);
        assert.match(mark, /^[a-z2-7]{10}$/);
        assert.equal(markedBy(mark), by);
      }
  });
});
