import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

interface Plan {
  processes: { start: string; files: string[] }[];
  leftOut: string[];
}

interface Suite {
  report(source: Iterable<object>, at: string, plan: Plan): AsyncIterable<string>;
  processesFor(root: string, files: string[], into: string): Plan['processes'];
  filesInTurn(root: string, files: string[], seed: number): string[];
}

/** The programs of `npm test` are plain JavaScript: they run before anything is installed. */
const script = async (name: string): Promise<Suite> =>
  import(pathToFileURL(join(import.meta.dirname, '..', 'scripts', name)).href);

let at = '';
beforeEach(() => {
  at = mkdtempSync(join(tmpdir(), 'gl-suite-'));
});
afterEach(() => rmSync(at, { recursive: true, force: true }));

const nothing: Plan = { processes: [], leftOut: [] };

async function told(events: object[], plan = nothing): Promise<{ text: string; failures: unknown[] }> {
  const { report } = await script('test-reporter.mjs');
  let text = '';
  for await (const part of report(events, at, plan)) text += part;
  const { failures } = JSON.parse(readFileSync(join(at, 'failures.json'), 'utf8'));
  return { text, failures };
}

const passed = (file: string, seconds = 0.1) => ({
  type: 'test:pass',
  data: { name: 'x', nesting: 0, file: join(process.cwd(), file), details: { duration_ms: seconds * 1000 } },
});
const failed = (over: object, error: object) => ({
  type: 'test:fail',
  data: { name: 'x', nesting: 0, file: join(at, 'test/a.test.mjs'), details: { error, ...over } },
});

describe('the report of a run of tests', () => {
  for (const [what, events, line] of [
    ['without a test', [], '0 passed, 0 failed, 0 skipped'],
    ['without a failure', [passed('test/a.test.ts')], '1 passed, 0 failed, 0 skipped'],
  ] as const)
    it(`ends with one line of numbers ${what}`, async () => {
      const { text } = await told([...events]);
      assert.equal(text.trimEnd().split('\n').at(-1), line);
    });

  it('names a failure by its source, and a seed that found it', async () => {
    const { text, failures } = await told([failed({}, new Error('seed 7: broken'))]);
    assert.match(text, /^FAILED test\/a\.test\.ts: x$/m);
    assert.deepEqual(failures, [{ file: 'test/a.test.ts', name: 'x', isBySeed: true }]);
  });

  it('counts a group that fails by itself, and none that fails by its tests', async () => {
    const group = { type: 'suite' };
    const { text } = await told([
      failed(group, { failureType: 'subtestsFailed' }),
      failed(group, { failureType: 'hookFailed', message: 'before' }),
    ]);
    assert.match(text, /^0 passed, 1 failed, 0 skipped$/m);
  });

  it('counts a group that is skipped as one skip, for its tests are not told', async () => {
    const skipped = {
      type: 'test:pass',
      data: { ...passed('test/a.test.ts').data, skip: 'needs kube', details: { type: 'suite' } },
    };
    const { text } = await told([skipped]);
    assert.match(text, /^skipped, needs kube:\n {2}test\/a\.test\.ts: x$/m);
    assert.match(text, /^0 passed, 0 failed, 1 skipped$/m);
  });

  it('says what a process that broke wrote before, which no test tells', async () => {
    const file = join(at, 'test/a.test.mjs');
    const broken = { type: 'test:fail', data: { name: file, nesting: 0, file, details: { error: {} } } };
    const { text } = await told([
      { type: 'test:stderr', data: { file, message: 'SyntaxError: here' } },
      broken,
    ]);
    assert.match(text, /SyntaxError: here/);
  });

  it('names what was left out, each once, and where to find all of it', async () => {
    const line = {
      type: 'test:stdout',
      data: { message: 'left out: shell of the box: bash\nother words\n' },
    };
    const { text } = await told([line, line], { ...nothing, leftOut: ['test/long/ninety-days.long.ts'] });
    assert.match(text, /^left out \(seed .*npm run test:long leaves out nothing\):$/m);
    assert.equal(text.match(/^ {2}shell of the box: bash$/gm)?.length, 1);
    assert.match(text, /^ {2}test\/long\/ninety-days\.long\.ts$/m);
  });

  it('names a file over ten seconds that does not say what makes it worth that', async () => {
    const { text } = await told([passed('test/suite.test.ts', 11), passed('test/coverage.test.ts', 9)]);
    const [, silent = ''] = text.split('does not say what makes it worth that:\n');
    assert.match(silent, /^ {2}test\/suite\.test\.ts\n\n/);
    assert.match(text, /^ {3}11\.0 s .*test\/suite\.test\.ts$/m);
  });
});

const place = (file: string, text: string): string => {
  mkdirSync(dirname(join(at, file)), { recursive: true });
  writeFileSync(join(at, file), text);
  return file;
};

describe('the processes of a run of tests', () => {
  it('are shared by files that start and leave nothing, and the longest start first', async () => {
    const { processesFor } = await script('test-bundle.mjs');
    const pure = ['a', 'b'].map((name) => place(`test/lease/${name}.test.ts`, "it('x', () => {});\n"));
    const files = [
      ...pure,
      place('test/lease/hook.test.ts', 'beforeEach(() => {});\n'),
      place('test/cli/long.test.ts', '// Over ten seconds: it lives.\n'),
      place('test/cli/longest.test.ts', '// Over a minute: it lives long.\n'),
      place('test/box/other.test.ts', "it('x', { skip: missing('sshd') }, () => {});\n"),
    ];
    assert.deepEqual(
      processesFor(at, files, at).map((each) => each.files),
      [
        ['test/cli/longest.test.ts'],
        ['test/cli/long.test.ts'],
        ['test/lease/hook.test.ts'],
        ['test/box/other.test.ts'],
        ['test/lease/a.test.ts', 'test/lease/b.test.ts'],
      ],
    );
    assert.match(
      readFileSync(join(at, 'together-1.test.mjs'), 'utf8'),
      /a\.test\.mjs';\nimport .*b\.test\.mjs/,
    );
  });

  it('leave all but one of up to twelve files of a turn to the next runs, and none for good', async () => {
    const { filesInTurn } = await script('test-turns.mjs');
    const turn = (name: string, files: string[]) =>
      files.map((file) =>
        place(`test/${file}.test.ts`, `// Over ten seconds: it lives.\n// In turn: ${name}\n`),
      );
    const lives = [...'abcdefghijklm'];
    const files = [...turn('a life', lives), ...turn('a death', ['n', 'o'])];
    const always = place('test/z.test.ts', "const x = '// In turn: a life';\n");
    const runs = Array.from({ length: 12 }, (_, seed) =>
      filesInTurn(at, [...files, always], seed).map((file) => file.slice('test/'.length, -'.test.ts'.length)),
    );
    assert.deepEqual(runs.slice(0, 3), [
      ['a', 'm', 'n', 'z'],
      ['b', 'o', 'z'],
      ['c', 'n', 'z'],
    ]);
    assert.deepEqual([...new Set(runs.flat())].sort(), [...lives, 'n', 'o', 'z']);
  });

  it('refuse a file that has nobody to take turns with', async () => {
    const { filesInTurn } = await script('test-turns.mjs');
    const alone = place('test/h.test.ts', '// In turn: a life of its own\n');
    assert.throws(() => filesInTurn(at, [alone], 0), /h\.test\.ts is alone in its turn, "a life of its own"/);
  });
});
