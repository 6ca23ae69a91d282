// Over a minute: two networks that are joined by a switch, and faults that show only in time.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { isLong } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { nodePair, placePatterns, placeZip } from './node-pair.ts';

/**
 * What a shell runs first where a case is about something else than torch, whose import takes a second at each of four processes.
 * A long run looks with torch at everything.
 */
function withoutTorch(shared: string): string {
  if (isLong) return '';
  const site = join(shared, 'without-torch');
  mkdirSync(join(site, 'torch'), { recursive: true });
  writeFileSync(join(site, 'torch', '__init__.py'), "raise ImportError('not here')\n");
  return `export PYTHONPATH=${site}`;
}

describe('the look at two nodes before a long job', {
  skip: missing('netns', 'python3'),
  timeout: 240_000,
}, () => {
  it('finds nothing where they are alike and see each other and the same checkpoint', async (t) => {
    const pair = nodePair(t);
    placeZip(join(pair.shared, 'last.pt'));
    const { code, said } = await pair.look({
      words: [pair.shared, placePatterns(pair.shared)],
      env: { GPU_LEASE_PREFLIGHT_SECONDS: '60' },
    });
    assert.equal(code, 0, said);
    assert.match(said, /^PREFLIGHT ok - 2 nodes, [\d.]+ Gb\/s to the first node at least/m);
    assert.match(said, /last\.pt is read alike by all/);
    if (missing('torch') === false) assert.match(said, /all-reduce by gloo at [\d.]+ Gb\/s/);
  });

  it('finds a node with another version of a library [ND-02]', async (t) => {
    const pair = nodePair(t);
    const site = join(pair.shared, 'site');
    for (const [at, version] of ['1.4.0', '1.5.0'].entries()) {
      const info = join(site, String(at), `flashthing-${version}.dist-info`);
      mkdirSync(info, { recursive: true });
      writeFileSync(join(info, 'METADATA'), `Metadata-Version: 2.1\nName: flashthing\nVersion: ${version}\n`);
    }
    const without = withoutTorch(pair.shared);
    const { code, said } = await pair.look({
      before: [0, 1].map((at) => `${without}\nexport PYTHONPATH=${site}/${at}:$PYTHONPATH`) as [
        string,
        string,
      ],
    });
    assert.equal(code, 1, said);
    assert.match(
      said,
      /fail ND-02 node 1 \(gpu-b\) has other packages than node 0 \(gpu-a\): flashthing==1\.5\.0 where the other has flashthing==1\.4\.0/,
    );
  });

  it('finds a node with another torch, and one that steers the collectives otherwise [ND-02]', async (t) => {
    const pair = nodePair(t);
    const site = join(pair.shared, 'torch-of-b');
    mkdirSync(join(site, 'torch'), { recursive: true });
    writeFileSync(
      join(site, 'torch', '__init__.py'),
      "__version__ = '9.9.9'\nclass version:\n    cuda = '99.1'\nclass cuda:\n    is_available = staticmethod(lambda: False)\n",
    );
    const { code, said } = await pair.look({
      before: ['export NCCL_IB_DISABLE=1', `export PYTHONPATH=${site}`],
      env: { GPU_LEASE_PREFLIGHT_SECONDS: '20' },
    });
    assert.equal(code, 1, said);
    assert.match(said, /fail ND-02 node 1 \(gpu-b\) has torch 9\.9\.9, and node 0 \(gpu-a\) has /);
    assert.match(said, /fail ND-02 node 1 \(gpu-b\) has not NCCL_IB_DISABLE=1 where/);
  });

  it('finds an interface that is not there, and names those that are [MN2]', async (t) => {
    const pair = nodePair(t);
    const without = withoutTorch(pair.shared);
    const { code, said } = await pair.look({
      before: [without, `${without}\nexport GLOO_SOCKET_IFNAME=ib9`],
    });
    assert.equal(code, 1, said);
    assert.match(
      said,
      /fail MN2 node 1 \(gpu-b\): GLOO_SOCKET_IFNAME=ib9 names no interface there; there are eth0 10\.77\.0\.2, lo/,
    );
  });

  it('finds collectives that go by the name of the host, which leads to the loopback [MN2]', {
    skip: missing('torch'),
  }, async (t) => {
    const pair = nodePair(t);
    const loose = 'unset GLOO_SOCKET_IFNAME';
    const { code, said } = await pair.look({
      before: [loose, loose],
      env: { GPU_LEASE_PREFLIGHT_SECONDS: '60' },
    });
    assert.equal(code, 1, said);
    assert.match(
      said,
      /fail MN2 node [01] \(gpu-[ab]\): .*leads to its loopback.*set GLOO_SOCKET_IFNAME=eth0/,
    );
  });

  it('finds an interface that is there and leads nowhere [MN2]', async (t) => {
    const pair = nodePair(t);
    pair.on(
      1,
      'ip link add side0 type veth peer name side1 && ip addr add 10.99.0.2/24 dev side0 && ip link set side0 up && ip link set side1 up',
    );
    const without = withoutTorch(pair.shared);
    const { code, said } = await pair.look({
      before: [without, `${without}\nexport NCCL_SOCKET_IFNAME=side0`],
    });
    assert.equal(code, 1, said);
    assert.match(
      said,
      /fail MN2 node 1 \(gpu-b\): the interface side0 does not lead to 10\.77\.0\.1 .*the way there is eth0/,
    );
  });

  it('finds a link that is slow, by what the job asks for [MN2]', async (t) => {
    const pair = nodePair(t);
    pair.on(1, 'tc qdisc add dev eth0 root tbf rate 50mbit burst 64kb latency 50ms');
    const without = withoutTorch(pair.shared);
    const { code, said } = await pair.look({
      before: [without, without],
      env: { GPU_LEASE_PREFLIGHT_GBPS: '0.5' },
    });
    assert.equal(code, 1, said);
    assert.match(
      said,
      /fail MN2 node 1 \(gpu-b\) sends to the first node at 0\.0[3-6]\d* Gb\/s by eth0, and the job asks for 0\.5/,
    );
  });

  it('finds a switch that takes no large packets, though both ends send them [MN4] [ND-03]', async (t) => {
    const pair = nodePair(t);
    pair.on(0, 'ip link set eth0 mtu 9000');
    pair.on(1, 'ip link set eth0 mtu 9000');
    pair.onSwitch('ip link set porta mtu 9000 && ip link set portb mtu 1500');
    const { code, said } = await pair.look();
    assert.equal(code, 1, said);
    assert.match(
      said,
      /fail MN4 node 1 \(gpu-b\): packets of 9000 bytes do not arrive at the first node, small ones do/,
    );
    assert.equal(said.match(/ fail /g)?.length, 1, said);
  });

  it('finds a node that cannot load the newest checkpoint, and one that reads other bytes of it [MN5]', async (t) => {
    const pair = nodePair(t);
    const file = join(pair.shared, 'last.pt');
    placeZip(file);
    const words = [pair.shared, placePatterns(pair.shared)];
    const other = join(pair.shared, 'other');
    writeFileSync(other, readFileSync(file));
    truncateSync(other, 50_000);
    const without = withoutTorch(pair.shared);
    const before: [string, string] = [without, `${without}\nmount --bind ${other} ${file}`];
    const torn = await pair.look({ words, before });
    assert.equal(torn.code, 1, torn.said);
    assert.match(
      torn.said,
      /fail MN5 node 1 \(gpu-b\) cannot load the newest checkpoint last\.pt: .*its end is missing/,
    );
    const changed = readFileSync(file);
    writeFileSync(other, Buffer.concat([changed, Buffer.from('x')]));
    const differs = await pair.look({ words, before });
    assert.equal(differs.code, 1, differs.said);
    assert.match(
      differs.said,
      /fail MN5 node 1 \(gpu-b\) (?:reads other bytes of last\.pt than node 0|cannot load)/,
    );
  });

  it('passes a checkpoint over that not every rank wrote to its end, and names it [MN5]', async (t) => {
    const pair = nodePair(t);
    const place = (name: string, text: string, at: number) => {
      const path = join(pair.shared, 'out', name);
      mkdirSync(dirname(path), { recursive: true });
      if (text === 'zip') placeZip(path);
      else writeFileSync(path, text);
      utimesSync(path, at, at);
    };
    for (const rank of [0, 1]) place(`step-10/model_rank${rank}.pt`, 'zip', 1000);
    place('step-20/__0_0.distcp', 'x', 2000);
    place('step-30/__0_0.distcp', 'x', 3000);
    place('step-30/.metadata', '\0__0_0.distcp\0__1_0.distcp\0', 3000);
    for (const rank of [0, 2]) place(`step-40/model_rank${rank}.pt`, 'zip', 4000);
    const patterns = join(pair.shared, 'patterns');
    writeFileSync(patterns, '^step-[^/]*$\n');
    const without = withoutTorch(pair.shared);
    const { code, said } = await pair.look({
      words: [join(pair.shared, 'out'), patterns],
      before: [without, without],
    });
    assert.equal(code, 0, said);
    assert.match(
      said,
      /warn MN5 step-40 has 2 of 3 files model_#\.pt: .*step-10 is the newest that is whole/,
    );
    assert.match(said, /warn MN5 step-30 lacks __1_0\.distcp, which its \.metadata names/);
    assert.match(said, /warn MN5 step-20 has no \.metadata, which is written last/);
    assert.match(said, /step-10 is read alike by all/);
  });

  it('finds a node that says nothing', async (t) => {
    const pair = nodePair(t);
    const { code, said } = await pair.look({
      before: [withoutTorch(pair.shared), 'exit 0'],
      env: { GPU_LEASE_PREFLIGHT_SECONDS: '10' },
    });
    assert.equal(code, 1, said);
    assert.match(said, /fail ND-04 node 1 said nothing within 10 s/);
  });
});
