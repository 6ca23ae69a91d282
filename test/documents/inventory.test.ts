import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SET_FILES, setPath } from '../../src/github/caller-workflow.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { documented } from '../workflows/documented.ts';
import { faultOf } from './command-fault.ts';
import { allFences, type Fence, fencesIn, isTerminal, isYaml } from './fences.ts';
import { type NotRun, notRun } from './not-run.ts';
import { isRun } from './run-blocks.ts';
import { type Command, commandsIn } from './shell-lines.ts';

const fences = allFences();
const rows = notRun();

/** A thing that a reader may copy: a block, or of a terminal's block each command. */
interface Thing {
  fence: Fence;
  /** As the table names it. */
  text: string;
}

const commandsOf = (fence: Fence): Command[] => commandsIn(fence.text, fence.language === 'console');

const thingsIn = (fence: Fence): Thing[] =>
  isTerminal(fence.language)
    ? commandsOf(fence)
        .filter((command) => !isRun(fence, command))
        .map(({ text }) => ({ fence, text }))
    : isYaml(fence.language) || isRun(fence)
      ? []
      : [{ fence, text: fence.text }];

const isNamed = ({ fence, text }: Thing, { page, begins }: NotRun): boolean =>
  page === fence.page && text.startsWith(begins);

const placeOf = ({ page, line }: Fence, text = ''): string => `${page}:${line}: ${text.split('\n')[0]}`;

/** What no test would miss if it were wrong. */
const unheldIn = (blocks: readonly Fence[], table: readonly NotRun[] = rows): string[] =>
  blocks
    .flatMap(thingsIn)
    .filter((thing) => !table.some((row) => isNamed(thing, row)))
    .map(({ fence, text }) => placeOf(fence, text));

const faultsIn = (blocks: readonly Fence[]): string[] =>
  blocks
    .filter(({ language }) => isTerminal(language))
    .flatMap((fence) =>
      commandsOf(fence).flatMap((command) => {
        const fault = faultOf(command, fence.page);
        return fault === undefined ? [] : [placeOf(fence, `${command.text}: ${fault}`)];
      }),
    );

describe('every block of README, docs, actions and examples', () => {
  it('is run or validated by a test, or is in the table of what is not, with the reason', () => {
    assert.ok(fences.length > 90, `${fences.length} were found`);
    assert.deepEqual(unheldIn(fences), []);
  });

  it("of YAML is among those that GitHub's parser or the loader of job files takes", () => {
    const taken = documented('ada/gpu-lease', 'a'.repeat(40));
    assert.equal(taken.length, fences.filter(({ language }) => isYaml(language)).length);
  });

  it('of a terminal names commands, options, values and files that there are', () => {
    assert.deepEqual(faultsIn(fences), []);
  });

  it('of JSON is JSON', () => {
    for (const { text, language, ...fence } of fences)
      if (language === 'json')
        assert.doesNotThrow(() => JSON.parse(text), placeOf({ text, language, ...fence }));
  });

  it('says what it is', () => {
    assert.deepEqual(
      fences.filter(({ language }) => language === '').map((fence) => placeOf(fence)),
      [],
    );
  });
});

describe('docs/architecture.md', () => {
  it('draws workflow files that there are', () => {
    const [picture] = fencesIn('docs/architecture.md');
    const callers = [...SET_FILES, 'kaggle' as const].map((is) => setPath(is).split('/').at(-1) ?? '');
    const called = readdirSync(join(repositoryRoot, '.github', 'workflows'));
    const named = [...(picture?.text ?? '').matchAll(/[a-z-]+\.yml/g)].map(([file]) => file);
    assert.ok(named.length > 8, `${named.length} were found`);
    assert.deepEqual(
      named.filter((file) => !(callers.includes(file) || called.includes(file))),
      [],
    );
  });
});

describe('the table of what is not run', () => {
  it('has a reason in each row, and no row for what is not there or is run by now', () => {
    const things = fences.flatMap(thingsIn);
    assert.deepEqual(
      rows
        .filter((row) => !things.some((thing) => isNamed(thing, row)))
        .map(({ page, begins }) => `${page}: ${begins}`),
      [],
    );
  });

  it('names tests that speak of the page or of the command', () => {
    for (const { page, begins, tests } of rows)
      for (const test of tests) {
        assert.ok(existsSync(join(repositoryRoot, test)), test);
        const text = readFileSync(join(repositoryRoot, test), 'utf8');
        const [folder = '', file = ''] = page.split('/').slice(-2);
        const told = [
          file === 'README.md' ? folder : file.replace('.md', ''),
          begins.replace(/^(?:bin\/)?gpu-lease /, ''),
        ];
        assert.ok(
          told.some((word) => word !== '' && text.includes(word.split(' ')[0] ?? '')),
          `${test}: ${page}`,
        );
      }
  });
});

describe('a page that somebody changes', () => {
  const page = (text: string) => fencesIn('docs/added.md', text);

  it('is found out by a block that nobody holds, whatever its language', () => {
    for (const language of ['', 'text', 'python', 'json', 'toml'])
      assert.deepEqual(unheldIn(page(`~~~${language}\nnew\n~~~`)), ['docs/added.md:1: new']);
    assert.deepEqual(unheldIn(page('```sh\ntorchrun x.py # why\n```')), ['docs/added.md:1: torchrun x.py']);
  });

  it('is found out by an option, a value, a command, a script or a file that is not there', () => {
    for (const [line, says] of [
      ['gpu-lease verify out/ --fail-n fail', /"--fail-n" is no option/],
      ['gpu-lease verify out/ --fail-on sometimes', /--fail-on "sometimes" is none of its words/],
      ['gpu-lease watch --bound soon', /--bound "soon" is no time/],
      ['gpu-lease rnu', /"rnu" is no command/],
      ['true && bin/gpu-lease cost --jsno | cat', /"--jsno" is no option/],
      ['npm run tset', /no script tset/],
      ['node verify-foldr.mjs out/', /there is no verify-foldr\.mjs/],
      ['cp -r docs/template/. .', /there is no docs\/template\/\./],
    ] as const)
      assert.match(faultsIn(page(`\`\`\`sh\n${line}\n\`\`\``)).join(), says, line);
  });

  it('is found out by a block that is not closed', () => {
    assert.throws(() => page('```sh\ngpu-lease status\n'), /docs\/added\.md:1: nothing closes this block/);
  });

  it('is read as a shell reads it', () => {
    const [first, second, third] = commandsIn(
      [
        '$ A=1 gpu-lease verify "a b" \\',
        "    --role 'model' > out.txt # a comment",
        'what it printed',
        '$ export B=2 && $EDITOR x#y',
      ].join('\n'),
      true,
    );
    assert.deepEqual(first?.words, ['verify', 'a b', '--role', 'model']);
    assert.deepEqual([second?.program, second?.words], ['export', ['B=2']]);
    assert.deepEqual([third?.program, third?.line, third?.words], ['$EDITOR', 4, ['x#y']]);
  });
});
