// Over ten seconds: a line that alters bytes is a real sshd behind a filter, for a whole life.
// In turn: whole lives beside trouble
import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { partInTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { CHECKPOINT, placeLargeJob, sha256Of } from './large-job.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type OwnBox, onMyBox, ownSshBox } from './own-ssh-box.ts';
import { placeFor } from './run-bundle.ts';

const FAILED = 1;
const UNFIT = 16;

const program = (path: string, text: string): void => {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
};

/** Every command's output goes through `filter`, as it does behind a ForceCommand or a wrapper of the login. Gives how to end that. */
function throughFilter({ bed, home }: OwnBox, filter: string): () => void {
  const enter = join(bed.dir, 'box0', 'enter');
  const honest = readFileSync(enter, 'utf8');
  program(join(home, 'filter'), `#!/bin/sh\n${filter}\n`);
  const head = honest.split('\n').filter((line) => /^(#!|export|cd|c=)/.test(line));
  program(enter, `${[...head, 'set -o pipefail; bash -c "$c" | "$HOME/filter"'].join('\n')}\n`);
  return () => program(enter, honest);
}

/** A tool of the box that is not what its name says. */
const throughTool = ({ home }: OwnBox, name: string, filter: string): void =>
  program(join(home, 'bin', name), `#!/bin/sh\n/usr/bin/${name} "$@" | ${filter}\n`);

/** A greeting behind the first 300 kB of every command, in the middle of whatever that is. */
const MAIL = `exec node -e '
let sent = 0;
process.stdin.on("data", (bytes) => {
  const at = sent < 3e5 && sent + bytes.length >= 3e5 ? 3e5 - sent : -1;
  sent += bytes.length;
  process.stdout.write(at < 0 ? bytes : Buffer.concat([bytes.subarray(0, at), Buffer.from("You have new mail.\\n"), bytes.subarray(at)]));
})'`;

describe('a box of one’s own that alters bytes', {
  skip: missing('sshd', 'testbed', 'ssh'),
  timeout: 400_000,
  concurrency: 2,
}, () => {
  for (const { words, garble, exitCode, said } of partInTurn(
    'box that alters bytes',
    [
      {
        words: 'in its line ends, as a terminal does',
        garble: (box: OwnBox) => throughFilter(box, "exec sed -u 's/$/\\r/'"),
        exitCode: FAILED,
        said: /alters what they print.* line ends .*ForceCommand/,
      },
      {
        words: 'by taking some out',
        garble: (box: OwnBox) => throughFilter(box, "exec tr -d '\\000'"),
        exitCode: UNFIT,
        said: /NOT FIT, P1-10: bytes do not come through as they are: 254 were sent and 253 arrived/,
      },
      {
        words: 'that are no ASCII',
        garble: (box: OwnBox) => throughFilter(box, "LC_ALL=C exec tr '\\200-\\377' '?'"),
        exitCode: UNFIT,
        said: /NOT FIT, P1-10: .*128 of 254 arrived as others/,
      },
    ],
    2,
    ({ words }) => words,
  )) {
    it(`${words}: named before anything is started, and gone on with once it is put right [faults F8]`, async (t) => {
      const place = placeFor(t);
      const box = await ownSshBox(t, place);
      placeLargeJob(place, { bytes: 1_000_000 }, onMyBox);
      const end = garble(box);
      const run = await place.run(['run']);
      assert.equal(run.exitCode, exitCode, run.output);
      assert.match(run.output, said);
      assert.match(run.output, /Next: \S/);
      assert.deepEqual(ofType(onlyStory(place), 'started'), []);
      end();
      const back = await place.run(['resume']);
      assert.equal(back.exitCode, 0, back.output);
      const [started] = ofType(onlyStory(place), 'started');
      const sealed = join(place.repository, 'gpu-lease-out', onlyStory(place).run.id, 'main', CHECKPOINT);
      assert.equal(sha256Of(sealed), sha256Of(join(started?.dir.base ?? '', 'cells/main/out', CHECKPOINT)));
    });
  }

  for (const { words, garble, said } of partInTurn(
    'box that alters long files',
    [
      {
        words: 'puts a message into the middle of long outputs',
        garble: (box: OwnBox) => void throughFilter(box, MAIL),
        said: /answers, and what it sends is not what its files and commands say/,
      },
      {
        words: 'has a dd that takes bytes out',
        garble: (box: OwnBox) => throughTool(box, 'dd', "tr -d '\\000'"),
        said: /last\.safetensors: damaged, .* 3 times, while the box has all of it: something on the way takes bytes out/,
      },
      {
        words: 'has a dd that alters bytes',
        garble: (box: OwnBox) => throughTool(box, 'dd', "LC_ALL=C tr '\\001' '\\002'"),
        said: /last\.safetensors: damaged, arrived as \w{64} twice while the box holds \w{64}/,
      },
    ],
    2,
    ({ words }) => words,
  )) {
    it(`only where files are long, because it ${words}: nothing counts, and it is said as that [faults F8]`, async (t) => {
      const place = placeFor(t);
      const box = await ownSshBox(t, place);
      placeLargeJob(place, { bytes: 1_000_000 }, onMyBox);
      garble(box);
      const run = await place.run(['run']);
      assert.equal(run.exitCode, FAILED, run.output);
      assert.match(run.output, said);
      assert.match(run.output, /Next: \S/);
      const story = onlyStory(place);
      assert.deepEqual([...ofType(story, 'kept'), ...ofType(story, 'sealed')], []);
    });
  }
});
