import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connectSsh } from '../../src/box/ssh-connect.ts';
import { type ResolvedTarget, resolveSshTarget, type SshWorld } from '../../src/box/ssh-user-config.ts';
import type { Problem } from '../../src/problem.ts';
import { missing } from '../requirement.ts';
import { type SshdBox, type SshdTestbed, sshdTestbed } from '../testbed.ts';

const code = (expected: string) => (error: Problem) => error.code === expected;

describe("the user's own ssh configuration", {
  skip: missing('sshd', 'ssh', 'testbed'),
  timeout: 60_000,
}, () => {
  let bed: SshdTestbed;
  let box: SshdBox;
  let dir: string;
  before(async () => {
    bed = await sshdTestbed(2);
    box = bed.boxes[0] as SshdBox;
    dir = await mkdtemp(join(tmpdir(), 'gl-conf-'));
  });
  after(async () => {
    await bed?.down();
    await rm(dir, { recursive: true, force: true });
  });

  const world = (over: Partial<SshWorld> = {}): SshWorld => ({
    env: { PATH: process.env['PATH'] },
    home: dir,
    configFile: bed.sshConfig,
    ...over,
  });
  const configured = async (...lines: string[]): Promise<SshWorld> => {
    const configFile = join(dir, `config-${Math.random()}`);
    await writeFile(configFile, `${lines.join('\n')}\n`);
    return world({ configFile });
  };
  const connect = ({ pin, ...target }: ResolvedTarget) => {
    const { host, port, user, login, jump } = target;
    assert.ok(pin, 'no pin');
    const endpoint = async () => ({ host, port, user });
    return connectSsh({
      endpoint,
      login,
      pin: { ...pin, by: 'user' },
      attempts: 1,
      ...(jump ? { jump } : {}),
    });
  };

  it('finds host, port, user, key and host key of an alias, and gets in', async () => {
    const target = await resolveSshTarget('box0', world());
    assert.deepEqual(
      [target.host, target.port, target.user, target.alias],
      ['127.0.0.1', box.port, bed.user, 'box0'],
    );
    assert.deepEqual(target.pin?.sha256, [box.hostKeySha256]);
    const { channel } = await connect(target);
    assert.equal((await channel.exec(['echo', 'in'])).stdout, 'in\n');
    await channel.close();
  });

  it('lets what the target itself says win over the file', async () => {
    const target = await resolveSshTarget('ssh://else@box0:4022', world());
    assert.deepEqual([target.user, target.port], ['else', 4022]);
  });

  it('has no pin for a host that known_hosts does not know', async () => {
    const conf = await configured(
      'Host new',
      '  HostName 127.0.0.1',
      `  Port ${box.port}`,
      '  UserKnownHostsFile /dev/null',
    );
    assert.equal((await resolveSshTarget('new', conf)).pin, undefined);
  });

  it('takes only the kinds of host key that known_hosts has', async () => {
    // The server has ed25519 only and known_hosts an RSA key: the login must fail before the key is compared as changed.
    const known = join(dir, 'known-rsa');
    execFileSync('ssh-keygen', ['-q', '-t', 'rsa', '-b', '2048', '-N', '', '-f', join(dir, 'rsa')]);
    await writeFile(known, `[127.0.0.1]:${box.port} ${await readFile(join(dir, 'rsa.pub'), 'utf8')}`);
    const conf = await configured(
      'Host *',
      '  HostName 127.0.0.1',
      `  Port ${box.port}`,
      `  IdentityFile ${bed.clientKeyPath}`,
      `  UserKnownHostsFile ${known}`,
    );
    const target = await resolveSshTarget('x', conf);
    assert.deepEqual(target.pin?.keyTypes, ['ssh-rsa']);
    await assert.rejects(connect(target), /no matching host key/);
  });

  it('expands ~ and tokens in file names, skips what is not there, and names what is locked', async () => {
    await mkdir(join(dir, '.ssh'), { recursive: true });
    await writeFile(join(dir, '.ssh', 'id_box0'), await readFile(bed.clientKeyPath));
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'secret', '-f', join(dir, '.ssh', 'locked')]);
    const conf = await configured(
      'Host box0',
      '  HostName box0',
      '  IdentityFile ~/.ssh/id_%h',
      '  IdentityFile %d/.ssh/locked',
      '  IdentityFile ~/.ssh/absent',
    );
    const { login, skippedKeys } = await resolveSshTarget('box0', conf);
    assert.deepEqual(
      login.keys?.map((key) => key.label),
      [join(dir, '.ssh/id_box0')],
    );
    assert.match(skippedKeys.join(), /locked \(it is locked by a passphrase\)/);
  });

  it('gets in with a key and known hosts from the environment, as a runner has them, whatever became of the last line', async () => {
    const key = await readFile(bed.clientKeyPath, 'utf8');
    const known = await readFile(bed.knownHosts, 'utf8');
    const conf = await configured(
      'Host box0',
      '  HostName 127.0.0.1',
      `  Port ${box.port}`,
      `  User ${bed.user}`,
      '  IdentityFile none',
      '  UserKnownHostsFile none',
    );
    for (const text of [key, key.trimEnd(), key.replaceAll('\n', '\r\n')]) {
      const env = { ...conf.env, GPU_LEASE_SSH_KEY: text, GPU_LEASE_KNOWN_HOSTS: known };
      const target = await resolveSshTarget('box0', { ...conf, env });
      assert.deepEqual(
        target.login.keys?.map(({ label }) => label),
        ['GPU_LEASE_SSH_KEY'],
      );
      const { channel } = await connect(target);
      assert.equal((await channel.exec(['echo', 'in'])).stdout, 'in\n');
      await channel.close();
    }
    const broken = { ...conf, env: { ...conf.env, GPU_LEASE_SSH_KEY: key.slice(0, 90) } };
    await assert.rejects(resolveSshTarget('box0', broken), { code: 'key-unusable' });
  });

  it('logs in with an agent', async (t) => {
    const socket = join(dir, 'agent.sock');
    const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: ['ignore', 'pipe', 'ignore'] });
    t.after(() => agent.kill());
    await new Promise((resolve) => agent.stdout.once('data', resolve));
    execFileSync('ssh-add', ['-q', bed.clientKeyPath], { env: { ...process.env, SSH_AUTH_SOCK: socket } });
    const conf = await configured(
      'Host *',
      '  HostName 127.0.0.1',
      `  Port ${box.port}`,
      `  User ${bed.user}`,
      `  UserKnownHostsFile ${bed.knownHosts}`,
    );
    const target = await resolveSshTarget('x', { ...conf, env: { ...conf.env, SSH_AUTH_SOCK: socket } });
    assert.deepEqual([target.login.keys, target.login.agentSocket], [[], socket]);
    const { channel } = await connect(target);
    assert.equal((await channel.exec(['echo', 'agent'])).stdout, 'agent\n');
    await channel.close();
    assert.equal(
      (await resolveSshTarget('x', await configured('Host *', '  IdentityAgent none'))).login.agentSocket,
      undefined,
    );
  });

  it('goes through one jump host, whose key is compared too', async () => {
    const conf = await configured(
      'Host inner',
      '  ProxyJump box1',
      '  HostName 127.0.0.1',
      `  Port ${box.port}`,
      'Match all',
      `Include ${bed.sshConfig}`,
    );
    const target = await resolveSshTarget('inner', conf);
    assert.deepEqual([target.jump?.port, target.jump?.named], [bed.boxes[1]?.port, 'box1']);
    const { channel } = await connect(target);
    assert.equal((await channel.exec(['pwd'])).stdout.trim(), box.home);
    await channel.close();
  });

  it('refuses a jump host that nobody vouches for, a chain of them, and a ProxyCommand', async () => {
    const unknown = ['Host j', '  HostName 127.0.0.1', '  UserKnownHostsFile /dev/null'];
    await assert.rejects(
      resolveSshTarget('a', await configured('Host a', '  ProxyJump j', ...unknown)),
      code('jump-host-unknown'),
    );
    await assert.rejects(
      resolveSshTarget('a', await configured('Host a', '  ProxyJump b,c')),
      code('jump-unsupported'),
    );
    const nested = await configured('Host a', '  ProxyJump b', 'Host b', '  ProxyJump c');
    await assert.rejects(resolveSshTarget('a', nested), code('jump-unsupported'));
    const proxied = await configured('Host a', '  ProxyCommand nc %h %p');
    await assert.rejects(resolveSshTarget('a', proxied), code('proxy-command-unsupported'));
  });

  it('says where a configuration is wrong that ssh cannot read', async () => {
    const broken = await configured('Host a', '  NoSuchKeyword yes');
    await assert.rejects(
      resolveSshTarget('a', broken),
      (error: Problem) => code('ssh-config')(error) && /NoSuchKeyword|nosuchkeyword/.test(error.message),
    );
  });

  it("takes OpenSSH's defaults where it is not installed and nothing is configured, and says so otherwise", async () => {
    const home = await mkdtemp(join(dir, 'home-'));
    const noSsh = { env: { PATH: '/nowhere' }, home };
    const target = await resolveSshTarget('me@some.host', noSsh);
    assert.deepEqual([target.host, target.port, target.user, target.login.keys], ['some.host', 22, 'me', []]);
    await mkdir(join(home, '.ssh'));
    await writeFile(join(home, '.ssh', 'config'), 'Host a\n');
    await assert.rejects(resolveSshTarget('a', noSsh), code('openssh-missing'));
  });
});
