// Over ten seconds: how fast a line is shows only over time, and by which way a program goes only the program itself.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { measureRoute, type RouteAsked } from '../../src/box/route.ts';
import { inTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { type FileTwin, startFileTwin } from '../twins/file-twin.ts';
import { type SlowProxy, startSlowProxy } from '../twins/slow-proxy.ts';
import { onBox } from './keeper-run.ts';
import { type Program, withProgram } from './one-program.ts';
import { processesOf, SHELLS, type Shell } from './shell-channel.ts';

const SLOW = 400_000;
const PROGRAMS: readonly Program[] = [
  'curl',
  ...inTurn<Program>('program of a route', ['wget', 'python3', 'busybox']),
];
const PAIRS = PROGRAMS.flatMap((program) =>
  (program === 'curl' ? SHELLS : SHELLS.slice(0, 1)).map((shell): [Shell, Program] => [shell, program]),
);

for (const [shell, program] of PAIRS) {
  describe(`the way of data by ${program} on ${shell}`, { skip: missing(shell, program) }, () => {
    let twin: FileTwin;
    let proxy: SlowProxy;
    before(async () => {
      [twin, proxy] = await Promise.all([startFileTwin(), startSlowProxy(SLOW)]);
      twin.files.set('/large.bin', Buffer.alloc(40_000_000, 7));
    });
    after(() => Promise.all([twin.close(), proxy.close()]));

    const asked = (over: Partial<RouteAsked> = {}): RouteAsked => ({
      url: `${twin.url}/large.bin`,
      isSecretUrl: false,
      environment: '',
      bootEnv: false,
      ...over,
    });

    it('is as fast as what stands in between, and names the proxy without its login [P0-18] [AD2]', async () => {
      await onBox(shell, async (box) => {
        withProgram(box, program);
        const before = await readdir(box.home);
        const straight = await measureRoute(box.channel, asked());
        const environment = `export http_proxy='http://ada:kept-to-herself@${proxy.host}/'\nexport url=x token=y seconds=900\n`;
        const through = await measureRoute(box.channel, asked({ environment }));
        assert.deepEqual([straight.program, straight.proxies, straight.why], [program, [], '']);
        assert.deepEqual(through.proxies, [{ name: 'http_proxy', host: proxy.host }]);
        assert.ok(proxy.asked.includes(`${twin.url}/large.bin`));
        const [fast, slow] = [straight, through].map(({ bytes, seconds }) => bytes / seconds);
        assert.ok(fast !== undefined && slow !== undefined);
        assert.ok(fast > 5 * slow, `${fast} and ${slow} bytes a second`);
        assert.ok(slow > SLOW / 4 && slow < SLOW * 2.5, `${slow} bytes a second`);
        assert.ok(straight.bytes <= 17e6 && through.seconds < 30, 'no more than a part was fetched');
        assert.deepEqual(await readdir(box.home), before);
        assert.deepEqual(await processesOf(box.home), []);
      });
    });

    it('is none where the server says no, with what it said [P0-18]', async () => {
      await onBox(shell, async (box) => {
        withProgram(box, program);
        const seen = await measureRoute(box.channel, asked({ url: `${twin.url}/nothing.bin` }));
        assert.equal(seen.bytes, 0);
        assert.match(seen.why, /404/);
      });
    });
  });
}
