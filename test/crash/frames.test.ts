import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { FrameScan, ownPlace } from '../../src/crash/frames.ts';

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'gl-frames-')));
for (const path of [
  'train.py',
  'lib/data.py',
  'train.mjs',
  'src/main.rs',
  'run.sh',
  'venv/lib/torch.py',
  'node_modules/x/i.js',
]) {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), '\n');
}
symlinkSync('/etc/hostname', join(dir, 'out.py'));
after(() => rmSync(dir, { recursive: true, force: true }));

const placeIn = (log: string): string | undefined => {
  const scan = new FrameScan();
  for (const line of log.split('\n')) scan.push(line);
  const place = ownPlace(scan.frames, dir);
  return place && `${place.file}:${place.line}`;
};

const python = (...frames: string[]): string =>
  [
    'Traceback (most recent call last):',
    ...frames.flatMap((frame) => [`  File ${frame}`, '    call()', '    ^^^^^^']),
    'ValueError: no',
  ].join('\n');

describe('the line of the repository at which a smoke failed', () => {
  for (const { what, log, place } of [
    {
      what: 'the innermost own frame of a Python traceback',
      log: python(`"${dir}/train.py", line 40, in <module>`, `"${dir}/lib/data.py", line 7, in load`),
      place: 'lib/data.py:7',
    },
    {
      what: 'not a frame of a library',
      log: python(
        `"${dir}/train.py", line 4, in main`,
        '"/usr/lib/python3/json/decoder.py", line 355, in raw_decode',
      ),
      place: 'train.py:4',
    },
    {
      what: 'not a frame of what the setup installed into the directory',
      log: python('"train.py", line 9, in main', '"venv/lib/torch.py", line 1, in x'),
      place: 'train.py:9',
    },
    {
      what: 'that of the last traceback of a chain',
      log: `${python('"train.py", line 1, in a')}\n\nDuring handling of the above exception, another exception occurred:\n\n${python('"lib/data.py", line 2, in b')}`,
      place: 'lib/data.py:2',
    },
    {
      what: 'behind the prefix of a rank, and with talk after it',
      log: `${python('"train.py", line 6, in a').replace(/^/gm, '[rank0]: ')}\nstopping the others\n`,
      place: 'train.py:6',
    },
    {
      what: 'that of a syntax error, which has no traceback',
      log: '  File "train.py", line 3\n    x = = 1\n        ^\nSyntaxError: invalid syntax',
      place: 'train.py:3',
    },
    {
      what: 'the first own frame of a stack of Node',
      log: `Error: no\n    at node:internal/x:1:2\n    at load (file://${dir}/train.mjs:12:5)\n    at ${dir}/train.mjs:30:1`,
      place: 'train.mjs:12',
    },
    {
      what: 'that of a syntax error in Node',
      log: `file://${dir}/train.mjs:3\nconst a = ;\n          ^\n\nSyntaxError: Unexpected token ';'\n    at compile (node:internal/modules/esm/utils:344:16)`,
      place: 'train.mjs:3',
    },
    {
      what: 'that of a Rust panic',
      log: "thread 'main' panicked at src/main.rs:3:5:\noh",
      place: 'src/main.rs:3',
    },
    {
      what: 'the innermost own frame of the thread that crashed in native code, as the faulthandler prints it',
      log: `Fatal Python error: Aborted\n\nThread 0x00007f05c0621b80 (most recent call first):\n  File "${dir}/run.sh", line 8 in wait\n\nCurrent thread 0x00007fb4f7a96b80 (most recent call first):\n  File "/usr/lib/python3/ctypes.py", line 3 in call\n  File "${dir}/lib/data.py", line 4 in load\n  File "${dir}/train.py", line 7 in <module>\n\nExtension modules: numpy (total: 1)`,
      place: 'lib/data.py:4',
    },
    {
      what: 'the same where the interpreter names its threads, as 3.14 does, and was collecting garbage',
      log: `${python('"run.sh", line 1, in caught')}\nFatal Python error: Segmentation fault\n\nCurrent thread 0x00007fb4f7a96b80 [python3] (most recent call first):\n  Garbage-collecting\n  File "${dir}/lib/data.py", line 4 in load\n\nThread 0x00007f05c0621b80 [Thread-1 (beat)] (most recent call first):\n  File "${dir}/train.py", line 8 in wait`,
      place: 'lib/data.py:4',
    },
    {
      what: 'none of an earlier traceback where the thread that crashed has no frame of the repository',
      log: `${python('"train.py", line 1, in caught')}\nFatal Python error: Aborted\n\nCurrent thread 0x00007fb4f7a96b80 (most recent call first):\n  File "/usr/lib/python3/ctypes.py", line 3 in call`,
      place: undefined,
    },
    { what: 'that of a shell script', log: 'run.sh: line 3: nope: command not found', place: 'run.sh:3' },
  ])
    it(`is ${what}`, () => assert.equal(placeIn(log), place));

  for (const [what, log] of Object.entries({
    'a file that is not there': python('"gone.py", line 1, in a'),
    'a file outside, however it is named': python(
      `"${dir}/../../etc/passwd", line 1, in a`,
      '"/etc/passwd", line 2, in b',
    ),
    'a link that leads out': python('"out.py", line 1, in a'),
    'a name that is no path': python('"<string>", line 1, in a', '"\u0000", line 1, in b'),
    'where another thread waited, of a crash outside of Python': `Fatal Python error: Aborted\n\nThread 0x00007f05c0621b80 (most recent call first):\n  File "${dir}/train.py", line 8 in wait`,
    'a library alone': `Error: x\n    at ${dir}/node_modules/x/i.js:1:1`,
    'a line that only looks like one': 'see train.py:12 for details\nloss at /tmp: 3',
  }))
    it(`is never ${what}`, () => assert.equal(placeIn(log), undefined));

  it('holds a bounded number of frames, whatever a log says', () => {
    const scan = new FrameScan();
    for (let n = 1; n <= 5000; n += 1) scan.push(`  File "train.py", line ${n}, in again`);
    assert.equal(scan.frames.length, 200);
    assert.equal(scan.frames[0]?.line, 5000);
    scan.push('Current thread 0x00007fb4f7a96b80 (most recent call first):');
    for (let n = 1; n <= 5000; n += 1) scan.push(`  File "train.py", line ${n} in again`);
    assert.equal(scan.frames.length, 200);
    assert.equal(scan.frames[0]?.line, 1);
  });
});
