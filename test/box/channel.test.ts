import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { connectSsh } from '../../src/box/ssh-connect.ts';
import { loopback, untilState } from '../platforms/loopback.ts';
import { missing } from '../requirement.ts';
import { sshdTestbed } from '../testbed.ts';
import { channelContract } from './channel-contract.ts';

channelContract("OpenSSH's sshd", missing('sshd', 'testbed'), async () => {
  const bed = await sshdTestbed();
  const [box] = bed.boxes;
  if (!box) throw new Error('the test bed has no box');
  const { channel } = await connectSsh({
    endpoint: async () => ({ host: box.host, port: box.port, user: bed.user }),
    login: { keys: [{ text: bed.clientKey, label: 'test' }] },
    pin: { sha256: box.hostKeySha256, by: 'user' },
  });
  const down = async () => {
    await channel.close();
    await bed.down();
  };
  return { channel, home: await realpath(box.home), hostKeySha256: box.hostKeySha256, down };
});

channelContract('the embedded server', false, async () => {
  const platform = await loopback();
  const driver = platform.driver();
  const { boxId } = await driver.create(platform.intent('contract'));
  const { endpoint } = await untilState(driver, boxId, 'running');
  if (!endpoint?.hostKeySha256) throw new Error('the platform does not vouch for its host key');
  const { channel } = await connectSsh({
    endpoint: async () => endpoint,
    login: { keys: [{ text: platform.clientKey, label: 'test' }] },
    pin: 'first-contact',
  });
  const down = async () => {
    await channel.close();
    await platform.down();
  };
  return {
    channel,
    home: join(await realpath(platform.root), 'contract/home'),
    hostKeySha256: endpoint.hostKeySha256,
    down,
  };
});
