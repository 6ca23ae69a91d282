// Over a minute: every call of every platform is struck, each time in a life of its own.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inTurn, isLong, leftOut, partInTurn } from '../in-turn.ts';
import { repositoryRoot } from '../scenarios/run-bundle.ts';
import { buildLifeProgram } from './life-program.ts';
import { RENTED_PLATFORMS, type RentedPlatform } from './rented-platforms.ts';
import { inProcess, inThisProcess, life, type StartLife } from './struck-life.ts';

/** Where a finished box parks itself by a line of its own (docs/decisions/0032-parks-itself.md). */
const THAT_PARK = RENTED_PLATFORMS.filter(({ name }) => name === 'autodl').map(
  (platform): RentedPlatform => ({ ...platform, job: { ...platform.job, onFinish: 'park' } }),
);

interface Row {
  calls: number;
  kills: number;
  unfound: number;
  second: number;
  unwarranted: number;
  unfinished: number;
}

describe('a rented box, its life struck before and after every call of launch and release', {
  timeout: 1_800_000,
}, () => {
  for (const platform of partInTurn('table of strokes', RENTED_PLATFORMS, 2, ({ name }) => name))
    it(`is found again, rented once and ended only by warrant at ${platform.name} [P1-02] [P3-02] [P5-13]`, async () => {
      show(`${platform.name}, struck`, await table(platform, inThisProcess));
    });

  it('is the same where the box parks itself and is started again for the collect', async () => {
    for (const platform of THAT_PARK) {
      const { kinds } = await life(inThisProcess, platform);
      assert.deepEqual(
        ['lay', 'park'].filter((what) => !kinds.has(`POST /box/${what}`)),
        [],
      );
      assert.ok(
        [...kinds].some((kind) => /power_on/.test(kind)),
        `started again: ${[...kinds]}`,
      );
      show(`${platform.name}, parks itself`, await table(platform, inThisProcess));
    }
  });
});

describe('the same with SIGKILL', {
  timeout: 1_800_000,
  // The lives are processes of their own.
  concurrency: 3,
}, () => {
  const built = join(repositoryRoot, 'test', 'faults', `rented-life-${process.pid}.tmp`);
  let program = '';
  before(async () => {
    program = await buildLifeProgram(built);
  });
  after(() => rmSync(built, { recursive: true, force: true }));

  for (const platform of inTurn('table of kills by SIGKILL', RENTED_PLATFORMS, ({ name }) => name))
    it(`is found again, rented once and ended only by warrant at ${platform.name} [P1-02] [P3-02] [P5-13]`, async () => {
      if (!isLong)
        leftOut('kills by SIGKILL: at calls that only ask, where a life is struck within this process');
      const some = isLong ? () => true : changes;
      show(`${platform.name}, killed`, await table(platform, inProcess(program), some));
    });
});

/** A call that only asks leaves the platform as it was, whether it came in or not. */
const changes = (kind: string): boolean => !/^(?:GET|HEAD) | (?:Describe|Get|List)\w*$/.test(kind);

async function table(
  platform: RentedPlatform,
  start: StartLife,
  isStruck: (kind: string) => boolean = () => true,
): Promise<Row> {
  const { calls, kinds } = await life(start, platform);
  assert.ok(calls >= 6, `${calls} calls are no life`);
  assert.ok([...kinds].filter(changes).length >= 2, `a box is made and ended: ${[...kinds]}`);
  const row: Row = { calls, kills: 0, unfound: 0, second: 0, unwarranted: 0, unfinished: 0 };
  for (const kind of [...kinds].filter(isStruck)) await strikeEvery(platform, start, kind, row);
  return row;
}

/**
 * Kills before and after the first call of a kind, the second, and so on to the first that no life came to. By kind, because how
 * often a box is looked at depends on how fast this machine is, and with it which call of all is the one that ends the box.
 */
async function strikeEvery(
  platform: RentedPlatform,
  start: StartLife,
  kind: string,
  row: Row,
): Promise<void> {
  for (let nth = 1; ; nth += 1) {
    assert.ok(
      nth <= 2 * row.calls,
      `still called ${nth} times, where a life in peace has ${row.calls} calls`,
    );
    for (const when of changes(kind) || isLong ? (['before', 'after'] as const) : (['before'] as const)) {
      const seen = await life(start, platform, { kind, nth, when });
      assert.deepEqual(
        [seen.unfound, seen.second, seen.unwarranted, seen.unlaid, seen.finished],
        [0, 0, 0, 0, true],
        `${platform.name}, killed ${when} call ${nth} of ${kind}: ${seen.story}`,
      );
      row.unfound += seen.unfound;
      row.second += seen.second;
      row.unwarranted += seen.unwarranted;
      row.unfinished += seen.finished ? 0 : 1;
      if (!seen.killed) {
        assert.ok(nth > 1, `nothing was killed ${when} any ${kind}`);
        return;
      }
      row.kills += 1;
    }
  }
}

function show(what: string, { calls, kills, unfound, second, unwarranted, unfinished }: Row): void {
  console.log(
    `show: ${what.padEnd(24)} ${calls} calls, ${kills} kills: ${unfound} machines unfound, ${second} second machines, ${unwarranted} unwarranted ends, ${unfinished} unfinished`,
  );
}
