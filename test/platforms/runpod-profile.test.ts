import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstContact } from '../../src/profile/first-contact.ts';
import { matchGotchas } from '../../src/profile/gotcha-match.ts';
import { profileOf } from '../profile/profiles.ts';

const profile = profileOf('runpod');

describe('what a person is told about RunPod', () => {
  it('B3: says that an empty balance terminates a pod and takes both its disks, unless it has a network volume', () => {
    const clock = profile.clocks.find(({ id }) => id === 'low-balance');
    assert.deepEqual([clock?.effect, clock?.tiers], ['release', ['container-disk', 'volume-disk']]);
    assert.match(clock?.says ?? '', /without a network volume are terminated/);
    const verb = profile.verbs.find(({ id }) => id === 'low-balance-end');
    assert.deepEqual(verb?.destroys, ['container-disk', 'volume-disk']);
    assert.equal(verb?.reversible, 'no');
    assert.ok(firstContact(profile).dangers.some((each) => /balance/.test(each)));
    const timer = profile.rent.entries.find(({ type }) => type === 'graphql');
    assert.match(timer?.note ?? '', /never seen to end a pod/);
  });

  for (const { id, name, fix, line } of [
    {
      id: 'RP1',
      name: 'names a restarted pod without its GPU, and what helps [RP1]',
      fix: /never starts a stopped pod/,
      line: ['probe', 'No devices were found'],
    },
    { id: 'RP2', name: 'says that a stop clears the container disk [RP2]', fix: /network volume.*pulled/ },
    { id: 'RP3', name: 'says that a terminate deletes both local disks [RP3]', fix: /verified local copy/ },
    { id: 'RP4', name: 'says that a stopped volume disk costs twice as much [RP4]', fix: /Terminate/ },
    {
      id: 'RP5',
      name: 'knows the limit of the HTTPS proxy by its 524 [RP5]',
      fix: /TCP port/,
      line: ['log', 'requests.exceptions.HTTPError: 524 Server Error'],
    },
    {
      id: 'RP6',
      name: 'knows the proxied SSH by what sftp says through it [RP6]',
      fix: /full SSH/,
      line: ['ssh', 'subsystem request failed on channel 0'],
    },
    {
      id: 'RP7',
      name: 'knows a volume that is elsewhere by the words of the refusal [RP7]',
      fix: /data center before/,
      line: ['api', '400 network volume agv6w2qcg7 is not in the requested data center'],
    },
    {
      id: 'RP8',
      name: 'knows an empty balance by the refusal that comes first [RP8]',
      fix: /Automatic payments/,
      line: ['api', '402 insufficient balance to create this pod'],
    },
    {
      id: 'RP9',
      name: 'knows a driver that is too old by its error [RP9]',
      fix: /asks for the CUDA/,
      line: ['log', 'CUDA error 804: forward compatibility was attempted on non supported HW'],
    },
    { id: 'RP10', name: 'says how an image of one’s own starts sshd [RP10]', fix: /never use ENTRYPOINT/ },
    {
      id: 'RP11',
      name: 'knows a full container disk by its error [RP11]',
      fix: /resources\.disk/,
      line: ['setup', 'OSError: [Errno 28] No space left on device'],
    },
    { id: 'RP12', name: 'says why variables are missing in a login [RP12]', fix: /travels with the job/ },
    { id: 'RP13', name: 'says what large files are copied by [RP13]', fix: /rsync/ },
    { id: 'RP14', name: 'says that a delete is proven by a 404 [RP14]', fix: /404/ },
    { id: 'RP15', name: 'says that no spot can be had [RP15]', fix: /on-demand/ },
    {
      id: 'RP-400',
      name: 'knows no capacity by its words, which have no code [RP-400]',
      fix: /next offer/,
      line: ['api', '400 There are no longer any instances available with the requested specifications.'],
    },
    { id: 'RP-COUNT', name: 'says why the count is always sent [RP-COUNT]', fix: /always sends it/ },
    { id: 'RP-KEYS', name: 'says why the keys of the account stay alone [RP-KEYS]', fix: /PUBLIC_KEY/ },
    {
      id: 'RP-PODKEY',
      name: 'says that every pod holds a key to the account [RP-PODKEY]',
      fix: /Print no environment/,
    },
  ] as const) {
    it(name, () => {
      const gotcha = profile.gotchas.find((each) => each.id === id);
      assert.match(gotcha?.fix ?? '', fix);
      if (!line) return assert.deepEqual(gotcha?.match, undefined);
      const found = matchGotchas(profile, line[0], `epoch 3\n${line[1]}\nepoch 4`);
      assert.deepEqual(
        found.map((each) => each.gotcha.id),
        [id],
      );
    });
  }

  it('has no gotcha that nothing here tells of', () => {
    assert.equal(profile.gotchas.length, 19);
  });

  it('gives a pod 20 minutes to come up, keeps both dates of the end of v1, and offers no spot', () => {
    assert.equal(profile.rent.boot?.within.seconds, 1200);
    const says = profile.rent.entries[0]?.contested?.map((each) => each.says).join(', ');
    assert.equal(says, 'v1 retires on 2026-12-01, v1 retired on 2026-11-15');
    assert.deepEqual([profile.spot.available, profile.spot.notice?.seconds], ['no', 5]);
    assert.equal(profile.rent.timer, undefined);
  });

  it('lets nobody vouch for the host key before first contact, for the image makes its own', () => {
    assert.equal(profile.ssh?.['host-key'], 'first-contact');
  });
});
