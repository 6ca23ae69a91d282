import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { parse } from 'yaml';
import { cloudInit, startScript } from '../../src/platforms/first-boot.ts';
import { hostKey as hostKeyOf, loginKey, newSecret } from '../../src/secret/keys.ts';
import { missing } from '../requirement.ts';

const secret = newSecret();
const { publicOpenSsh: authorizedKey } = loginKey(secret, 'run');
const host = hostKeyOf(secret, 'lease');
const hostKey = host.privateOpenSsh;
const dirs: string[] = [];
after(() => dirs.forEach((dir) => void rmSync(dir, { recursive: true, force: true })));

/** A root and a home that a start script may do as it likes in, with an sshd that only notes that it was started. */
function box() {
  const root = mkdtempSync(join(tmpdir(), 'gl-boot-'));
  dirs.push(root);
  const home = join(root, 'home');
  for (const dir of [home, join(root, 'etc/ssh'), join(root, 'bin')]) mkdirSync(dir, { recursive: true });
  const program = (file: string, text: string) =>
    writeFileSync(join(root, file), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  program('bin/sshd', `echo started >>"${root}/sshd.log"`);
  return {
    root,
    home,
    program,
    at: (file: string) => join(root, file),
    read: (file: string) => readFileSync(join(root, file), 'utf8'),
    run(script: string, shell = 'dash') {
      writeFileSync(join(root, 'start.sh'), script);
      const env = { PATH: `${join(root, 'bin')}:/usr/bin:/bin`, HOME: home, GPU_LEASE_ROOT: root };
      const { status, stderr } = spawnSync(shell, [join(root, 'start.sh')], { env, encoding: 'utf8' });
      assert.deepEqual([status, stderr], [0, '']);
    },
  };
}

describe('cloud-init of a rented box', () => {
  it('lets our key in and offers our host key alone', () => {
    const text = cloudInit({ authorizedKey, hostKey, user: 'ubuntu' });
    assert.ok(text.startsWith('#cloud-config\n'));
    const config = parse(text);
    assert.deepEqual(config.ssh_authorized_keys, [authorizedKey]);
    assert.deepEqual(
      [config.ssh_deletekeys, config.ssh_genkeytypes, config.disable_root],
      [true, [], undefined],
    );
    assert.equal(config.ssh_keys.ed25519_private, hostKey);
    assert.equal(config.ssh_keys.ed25519_public, host.publicOpenSsh);
    assert.deepEqual(Object.keys(config.ssh_keys).sort(), ['ed25519_private', 'ed25519_public']);
    assert.match(config.write_files[0].content, /^HostKey \/etc\/ssh\/ssh_host_ed25519_key\n$/);
  });

  it('opens root where root is who logs in, and leaves the host keys alone without one of ours', () => {
    const config = parse(cloudInit({ authorizedKey, user: 'root' }));
    assert.equal(config.disable_root, false);
    assert.deepEqual(
      Object.keys(config).filter((key) => /ssh_keys|deletekeys|write_files/.test(key)),
      [],
    );
  });

  it('takes no key of two lines and no host key of another kind', () => {
    assert.throws(
      () => cloudInit({ authorizedKey: `${authorizedKey}\nssh-rsa AAAA`, user: 'root' }),
      TypeError,
    );
    assert.throws(() => cloudInit({ authorizedKey, hostKey: 'nonsense', user: 'root' }), TypeError);
    assert.throws(() => startScript({ authorizedKey: `a\nb` }), TypeError);
  });
});

describe('start script of a rented box', { skip: missing('dash') }, () => {
  it('adds the key once, installs the host key for sshd alone, and starts sshd', () => {
    const it = box();
    mkdirSync(it.at('home/.ssh'));
    writeFileSync(it.at('home/.ssh/authorized_keys'), 'ssh-rsa AAAA theirs');
    writeFileSync(it.at('etc/ssh/ssh_host_rsa_key'), 'of the image');
    writeFileSync(it.at('etc/ssh/sshd_config'), 'Include /etc/ssh/sshd_config.d/*.conf\n');
    const script = startScript({ authorizedKey, hostKey });
    for (const _ of ['first boot', 'second boot']) it.run(script);
    assert.equal(it.read('home/.ssh/authorized_keys'), `ssh-rsa AAAA theirs\n${authorizedKey}\n`);
    assert.equal(statSync(it.at('home/.ssh/authorized_keys')).mode & 0o777, 0o600);
    assert.equal(it.read('etc/ssh/ssh_host_ed25519_key'), hostKey);
    assert.equal(statSync(it.at('etc/ssh/ssh_host_ed25519_key')).mode & 0o777, 0o600);
    assert.equal(it.read('etc/ssh/ssh_host_ed25519_key.pub'), `${host.publicOpenSsh}\n`);
    assert.equal(existsSync(it.at('etc/ssh/ssh_host_rsa_key')), false);
    assert.equal(
      it.read('etc/ssh/sshd_config.d/00-gpu-lease.conf'),
      'HostKey /etc/ssh/ssh_host_ed25519_key\n',
    );
    assert.equal(it.read('sshd.log'), 'started\nstarted\n');
  });

  it('names the host key in front of a configuration that includes nothing, once', () => {
    const it = box();
    writeFileSync(it.at('etc/ssh/sshd_config'), 'Port 22\nMatch User git\n  X11Forwarding no\n');
    const script = startScript({ authorizedKey, hostKey });
    for (const _ of ['first boot', 'second boot']) it.run(script);
    const [first, second, ...rest] = it.read('etc/ssh/sshd_config').split('\n');
    assert.deepEqual([first, second], ['HostKey /etc/ssh/ssh_host_ed25519_key', 'Port 22']);
    assert.equal(
      rest.some((line) => line.startsWith('HostKey')),
      false,
    );
  });

  it('runs the lines of the driver, whatever becomes of them, and then what the keeper left for a reboot', () => {
    const it = box();
    mkdirSync(it.at('home/.gpu-lease'));
    it.program('home/.gpu-lease/boot.sh', `echo boot >>"${it.root}/order"`);
    it.run(startScript({ authorizedKey, extra: `echo extra >>"${it.root}/order"\nfalse\nexit 7` }));
    assert.equal(it.read('order'), 'extra\nboot\n');
    assert.equal(existsSync(it.at('etc/ssh/ssh_host_ed25519_key')), false);
  });

  it('is a script that shellcheck has nothing to say about', { skip: missing('shellcheck') }, () => {
    for (const script of [
      startScript({ authorizedKey, hostKey, extra: 'echo x' }),
      startScript({ authorizedKey }),
    ])
      execFileSync('shellcheck', ['-s', 'sh', '-'], { input: script, stdio: ['pipe', 'inherit', 'inherit'] });
  });
});
