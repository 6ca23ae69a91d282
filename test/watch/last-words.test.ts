import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProbeCell } from '../../src/box/box-plan.ts';
import { TransportFailed } from '../../src/box/channel.ts';
import { lastWordsIn } from '../../src/crash/last-words.ts';
import { lastWordsOf } from '../../src/watch/last-words.ts';
import { wordsOfLast } from '../../src/watch/words-of-said.ts';
import { execChannel } from '../scripted-world.ts';

const CODE = `/root/.gpu-lease/tiny-7/code/${'0a1b'.repeat(16)}`;
const LOG = `step 99 loss 0.5
Traceback (most recent call last):
  File "${CODE}/train.py", line 41, in <module>
    main()
  File "${CODE}/src/model.py", line 12, in forward
    return self.head(x)
  File "/usr/lib/python3/dist-packages/torch/nn/modules/module.py", line 1751, in _call_impl
    return forward_call(*args, **kwargs)
ValueError: shape mismatch: (3, 4) and (5,)
`;
const dead = (over: Partial<ProbeCell> = {}) =>
  ({ name: 'main', attempt: 2, logTail: 'short', ...over }) as ProbeCell;
const dir = { base: '/root/.gpu-lease/tiny-7', keeper: 'none' };

describe('what a dead command said last', () => {
  it('is the exception, the line of the code of the run, and the last lines', () => {
    const { crash, place, lines } = lastWordsIn(LOG);
    assert.equal(crash, 'Python traceback: ValueError: shape mismatch: (3, 4) and (5,)');
    assert.deepEqual(place, { file: 'src/model.py', line: 12, column: 1 });
    assert.equal(lines.at(-1), 'ValueError: shape mismatch: (3, 4) and (5,)');
    assert.equal(
      wordsOfLast(lastWordsIn(LOG)).split('\n').slice(0, 3).join('\n'),
      ' It ended with a Python traceback: ValueError: shape mismatch: (3, 4) and (5,)\nLast lines of its output:\n  step 99 loss 0.5',
    );
  });

  it('names no file that leads out of the code, and shows nothing that a runner or a terminal obeys', () => {
    const { place, lines } = lastWordsIn(
      `Traceback (most recent call last):\n  File "${CODE}/../../etc/passwd", line 1, in x\nOSError: no\n::error::forged\n\u001b[2Jgone\n`,
    );
    assert.equal(place, undefined);
    assert.deepEqual(lines.slice(-2), ['| ::error::forged', 'gone']);
  });

  it('says nothing of what printed nothing', () => {
    assert.equal(wordsOfLast(lastWordsIn('')), '');
    assert.equal(wordsOfLast(undefined), '');
  });

  it('is read from more of the log than a look brings', async () => {
    const { channel, execs } = execChannel(() => ({ stdout: LOG }));
    assert.equal((await lastWordsOf(channel, dir, dead())).place?.line, 12);
    assert.deepEqual(execs, [['tail', '-c', '65536', '/root/.gpu-lease/tiny-7/attempts/2/cells/main/log']]);
  });

  it('is told from what the look brought where the box has gone meanwhile, and of a task', async () => {
    const away = execChannel(() => {
      throw new TransportFailed('gone', 'gone');
    });
    assert.deepEqual((await lastWordsOf(away.channel, dir, dead())).lines, ['short']);
    assert.deepEqual((await lastWordsOf(away.channel, dir, dead({ task: 3 }))).lines, ['short']);
    const missing = execChannel(() => ({ exitCode: 1, stdout: '' }));
    assert.deepEqual((await lastWordsOf(missing.channel, dir, dead())).lines, ['short']);
  });
});
