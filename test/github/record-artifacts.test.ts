import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { RecordArtifacts } from '../../src/github/record-artifacts.ts';
import { startClient } from './github-client.ts';

const NAME = 'gpu-lease-record-tiny-1';

describe('records that workflow runs have left as artifacts', () => {
  let at: Awaited<ReturnType<typeof startClient>>;
  let said: string[];

  before(async () => {
    at = await startClient();
  });
  after(() => at.twin.close());
  beforeEach(() => {
    at.twin.state.artifacts.clear();
    at.twin.server.calm();
    at.clock.pass(3600);
    said = [];
  });

  const reader = () =>
    new RecordArtifacts({ github: at.github, clock: at.clock, warn: (text) => void said.push(text) });
  const leave = (text: string, name = NAME) =>
    at.twin.addArtifact(at.twin.startRun({ path: 'x', event: 'push' }), name, { 'tiny-1.jsonl': text });
  const texts = async (artifacts = reader()) =>
    (await artifacts.copiesOf('tiny-1', [NAME])).map(({ text }) => text);
  const asked = (path: RegExp) => at.twin.exchanges().filter(({ request }) => path.test(request.path)).length;

  it('are the newest, and the largest of the others, however many short ones follow [security 1]', async () => {
    leave('a');
    leave(`${'long '.repeat(50)}\n`);
    for (let n = 0; n < 30; n += 1) leave(`short ${n}\n`);
    const found = await texts();
    assert.deepEqual(found.slice(0, 3), ['short 29\n', 'short 28\n', 'short 27\n']);
    assert.ok(found.some((text) => text.startsWith('long ')));
    assert.ok(found.length <= 5);
  });

  it('are asked for by exactly their name', async () => {
    leave('mine\n');
    leave('of another\n', `${NAME}0`);
    assert.deepEqual(await texts(), ['mine\n']);
  });

  it('cost one request a minute, and each is downloaded once', async () => {
    leave('a\n');
    leave('b\n');
    const artifacts = reader();
    const [lists, zips] = [asked(/\/actions\/artifacts$/), asked(/\/zip$/)];
    for (let n = 0; n < 3; n += 1) assert.deepEqual(await texts(artifacts), ['b\n', 'a\n']);
    assert.equal(asked(/\/actions\/artifacts$/) - lists, 1);
    at.clock.pass(61);
    leave('c\n');
    assert.deepEqual(await texts(artifacts), ['c\n', 'b\n', 'a\n']);
    assert.equal(asked(/\/actions\/artifacts$/) - lists, 2);
    assert.equal(asked(/\/zip$/) - zips, 3);
  });

  it('that cannot be listed are none, which is said once, and known not to be nothing [security 1]', async () => {
    const run = at.twin.startRun({ path: 'x', event: 'push' });
    at.twin.addArtifact(run, NAME, { 'tiny-1.jsonl': 'a\n' });
    at.twin.server.fail({ how: { reply: { status: 503 } }, times: 99, path: /artifacts/ });
    const artifacts = reader();
    assert.deepEqual(await texts(artifacts), []);
    assert.equal(await artifacts.replacedBy(run.id, NAME), undefined);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /vouches for nothing now/);
  });

  it('beside one that cannot be read speak only against a record [security 1]', async () => {
    leave('older\n');
    const newer = leave('newer\n');
    at.twin.server.fail({ how: { reply: { status: 404 } }, times: 99, path: new RegExp(`${newer.id}/zip`) });
    const copies = await reader().copiesOf('tiny-1', [NAME]);
    assert.deepEqual(
      copies.map(({ text, amongUnread }) => [text, amongUnread]),
      [['older\n', true]],
    );
  });

  it('that are larger than any record are not downloaded [security 8]', async () => {
    Object.assign(leave('a\n'), { listedBytes: 17 * 1024 ** 2 });
    const before = asked(/\/zip$/);
    assert.deepEqual(await texts(), []);
    assert.equal(asked(/\/zip$/), before);
    assert.match(said[0] ?? '', /more than any record/);
  });

  it('that inflate to more than any record are not unpacked', async () => {
    const name = 'tiny-1.jsonl';
    const { zipFile } = await import('../verify/zip-writer.ts');
    const zip = Buffer.from(zipFile([{ name, data: Buffer.alloc(65 * 1024 ** 2), deflate: true }]));
    at.twin.addArtifact(at.twin.startRun({ path: 'x', event: 'push' }), NAME, zip);
    assert.deepEqual(await texts(), []);
    assert.match(said[0] ?? '', /more than any record/);
  });

  it('are not readable without "actions: read", which says so and vouches for nothing [security 1]', async () => {
    leave('a\n');
    Object.assign(at.twin.state, { visibility: 'private' });
    const github = at.as(at.twin.tokenWith({ contents: 'write' }));
    const artifacts = new RecordArtifacts({ github, clock: at.clock, warn: (text) => void said.push(text) });
    assert.deepEqual(await texts(artifacts), []);
    assert.match(said[0] ?? '', /actions: read/);
  });
});
