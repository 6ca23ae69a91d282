// Over ten seconds: a recipe of the pages is lived with the program that it names.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { eventually } from '../box/shell-channel.ts';
import { frameworksBin, missing } from '../requirement.ts';
import { onlyStory } from '../scenarios/ledger-story.ts';
import { placeFor } from '../scenarios/run-bundle.ts';
import { placeTinyJob } from '../scenarios/tiny-job.ts';

/** TensorBoard's own writer, which needs no framework. */
const TRAIN = `import sys, time
from tensorboard.compat.proto.event_pb2 import Event
from tensorboard.compat.proto.summary_pb2 import Summary
from tensorboard.summary.writer.event_file_writer import EventFileWriter

logs = EventFileWriter(sys.argv[sys.argv.index("--logdir") + 1], flush_secs=1)
for step in range(1, 101):
    value = Summary.Value(tag="loss", simple_value=1 / step)
    logs.add_event(Event(wall_time=time.time(), step=step, summary=Summary(value=[value])))
    time.sleep(0.25)
logs.close()
`;

describe('the recipe for TensorBoard', { skip: missing('frameworks', 'git'), timeout: 200_000 }, () => {
  it('shows its curves through a tunnel while it trains, and its event files are the metrics of the run', async (t) => {
    const place = placeFor(t);
    writeFileSync(join(place.repository, 'train.py'), TRAIN);
    placeTinyJob(place, (job) => {
      job['smoke'] = 'none';
      job['run'] = `${join(frameworksBin, 'python3')} train.py --logdir "$GPU_LEASE_OUT/logs"`;
      job['metrics'] = { path: 'logs/**/*tfevents*', 'total-steps': 100 };
      job['artifacts'] = [{ path: 'logs/**/*tfevents*', role: 'opaque' }];
      delete job['checkpoint'];
    });
    const launched = await place.run(['launch']);
    assert.equal(launched.exitCode, 0, launched.output);
    const { id } = onlyStory(place).run;

    const port = await freePort();
    const words = `--logdir ../../cells/main/out --host 127.0.0.1 --port ${port} --reload_interval 1`;
    const board = place.start(['exec', id, '--', `exec ${join(frameworksBin, 'tensorboard')} ${words}`]);
    const tunnel = place.start(['tunnel', id, `0:${port}`]);
    let opened = '';
    tunnel.child.stdout?.on('data', (bytes) => {
      opened += String(bytes);
    });
    await tunnel.says(new RegExp(`is port ${port} of ${id}-1`));
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(opened)?.[0] ?? assert.fail(opened);
    const curve = await eventually('a curve of TensorBoard', async () => {
      const answer = await fetch(`${address}/data/plugin/scalars/scalars?run=logs&tag=loss`, {
        headers: { connection: 'close' },
        // TensorBoard takes connections before it answers.
        signal: AbortSignal.timeout(5000),
      }).catch(() => undefined);
      const points = answer?.ok ? ((await answer.json()) as [number, number, number][]) : [];
      return points.length > 2 ? points : undefined;
    });
    assert.deepEqual(
      curve.slice(0, 2).map(([, step]) => step),
      [1, 2],
    );
    for (const each of [tunnel, board]) each.child.kill('SIGINT');
    await Promise.all([tunnel.ended, board.ended]);

    const watched = await place.run(['watch', id]);
    assert.match(watched.output, /finished/);
    const collected = await place.run(['collect', id]);
    assert.equal(collected.exitCode, 0, collected.output);
    assert.match(collected.output, /loss of main|sealed/);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
