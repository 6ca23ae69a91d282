import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { overflowing, Tmux } from '../tmux.ts';

/**
 * What a person sees, in a real terminal: kept in `screens/`, a file for each scene. `KEEP_SCREENS=1` writes them anew; look at what
 * has changed before you commit it.
 */
const WIDTHS = [60, 80, 120, 200];
const KEPT = join(import.meta.dirname, 'screens');
const keeps = process.env['KEEP_SCREENS'] === '1';

/** The moments at which a scene stops, and what is typed there. */
const SCENES: Readonly<Record<string, readonly { moment: string; types?: string[] }[]>> = {
  run: [{ moment: 'running' }, { moment: 'pulling' }, { moment: 'not reached' }, { moment: 'lost' }],
  approval: [{ moment: 'asked', types: ['yes', 'tiny-7-1 aaaaaaaa'] }, { moment: 'answered' }],
  board: [{ moment: 'drawn' }, { moment: 'one is over' }],
};

describe('what is seen in a terminal', { skip: missing('tmux'), timeout: 120_000 }, () => {
  const dir = mkdtempSync(join(tmpdir(), 'gl-screens-'));
  let tmux: Tmux;
  let player: Socket;
  let answers: AsyncIterableIterator<string>;

  before(async () => {
    const socket = join(dir, 'socket');
    const argv = [
      process.execPath,
      '--import',
      'tsx',
      join(import.meta.dirname, 'screens-process.ts'),
      socket,
    ];
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, LANG: 'C.UTF-8', TERM: 'screen' };
    tmux = new Tmux(argv, { columns: 80, cwd: join(import.meta.dirname, '..', '..'), env });
    for (let n = 0; !existsSync(socket); n += 1) {
      assert.ok(n < 600, tmux.lines().join('\n'));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    player = connect(socket);
    answers = createInterface({ input: player })[Symbol.asyncIterator]();
  });
  after(() => {
    player?.destroy();
    tmux?.end();
    rmSync(dir, { recursive: true });
  });

  async function say(line: string): Promise<string> {
    player.write(`${line}\n`);
    return (await answers.next()).value ?? '';
  }

  /** The picture does not change any more. */
  async function still(colour = false): Promise<string[]> {
    let last = '';
    return tmux.until(
      (lines) => {
        const now = lines.join('\n');
        const isStill = now === last && now !== '';
        last = now;
        return isStill;
      },
      20,
      { whole: true, colour },
    );
  }

  async function play(scene: string, columns: number, how: 'plain' | 'colour'): Promise<string[]> {
    tmux.resize(columns);
    // The program is told of it by a signal.
    for (let n = 0; (await say('columns')) !== String(columns); n += 1) {
      assert.ok(n < 200, 'it never learnt its width');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    tmux.clear();
    const pages: string[] = [];
    for (const [at, { moment, types = [] }] of (SCENES[scene] ?? []).entries()) {
      assert.equal(await say(at === 0 ? `${scene} ${how}` : 'next'), moment);
      pages.push(`-- ${columns} columns: ${moment}`, ...(await still(how === 'colour')));
      assert.deepEqual(overflowing(tmux.lines({ whole: true, joined: true }), columns), []);
      for (const text of types) {
        tmux.type(text);
        pages.push(
          `-- ${columns} columns: ${moment}, and "${text}" typed`,
          ...(await still(how === 'colour')),
        );
      }
    }
    return pages;
  }

  for (const scene of Object.keys(SCENES)) {
    it(`of "${scene}" is as it was looked at, in ${WIDTHS.join(', ')} columns, and overflows none of them`, async () => {
      const pages: string[] = [];
      for (const columns of WIDTHS) pages.push(...(await play(scene, columns, 'plain')));
      const text = `${pages.join('\n')}\n`;
      const file = join(KEPT, `${scene}.txt`);
      if (keeps) writeFileSync(file, text);
      assert.equal(text, readFileSync(file, 'utf8'));
    });

    it(`of "${scene}" says the same in colour in each of them`, async () => {
      const kept = readFileSync(join(KEPT, `${scene}.txt`), 'utf8');
      for (const columns of WIDTHS) {
        const coloured = await play(scene, columns, 'colour');
        assert.match(coloured.join('\n'), /\u001b\[/);
        const plain = coloured.map((line) => line.replaceAll(/\u001b\[[\d;]*m|\u000f/g, '').trimEnd());
        assert.ok(kept.includes(plain.join('\n')), `${plain.join('\n')}`);
      }
    });
  }
});
