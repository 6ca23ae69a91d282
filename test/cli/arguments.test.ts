import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseArguments } from '../../src/cli/arguments.ts';
import type { Request } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { command as complete } from '../../src/cli/completion.ts';
import { columnsForHelp, printHelp } from '../../src/cli/help.ts';
import { optionOf } from '../../src/cli/options.ts';
import { runProgram } from '../../src/cli/program.ts';
import { Problem, Problems } from '../../src/problem.ts';
import { missing } from '../requirement.ts';

const parsed = (...argv: string[]): Request => {
  const request = parseArguments(argv, COMMANDS);
  assert.ok(typeof request === 'object');
  return { ...request, env: {} };
};

const refusal = (...argv: string[]): Problem => {
  try {
    parseArguments(argv, COMMANDS);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error(`"${argv.join(' ')}" was not refused`);
};

const refusals = (...argv: string[]): readonly Problem[] => {
  try {
    parseArguments(argv, COMMANDS);
  } catch (error) {
    if (error instanceof Problems) return error.all;
  }
  throw new Error(`"${argv.join(' ')}" was not refused in several ways`);
};

/** What a command writes to stdout. */
async function said(work: () => unknown): Promise<string> {
  const { write } = process.stdout;
  let text = '';
  process.stdout.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
    if (typeof chunk !== 'string') return write.call(process.stdout, chunk, ...rest);
    text += chunk;
    return true;
  }) as typeof write;
  try {
    await work();
  } finally {
    process.stdout.write = write;
  }
  return text;
}

describe('the command line', () => {
  it('keeps unset, empty and a value apart', () => {
    assert.deepEqual({ ...parsed('watch').given }, {});
    assert.deepEqual({ ...parsed('watch', '--run', '').given }, { run: '' });
    assert.deepEqual({ ...parsed('watch', '--run=').given }, { run: '' });
    assert.deepEqual({ ...parsed('watch', '--run', 'a-1').given }, { run: 'a-1' });
  });

  it('takes the run as a word, and lets the option win over it', () => {
    assert.deepEqual({ ...parsed('watch', 'a-1', '--bound', '90s').given }, { run: 'a-1', bound: '90s' });
    assert.equal(refusal('watch', 'a-1', 'b-2').code, 'unknown-argument');
  });

  it('leaves the words of "verify" and "completion" to them', () => {
    assert.deepEqual(parsed('verify', 'a.pt', 'b c.pt').words, ['a.pt', 'b c.pt']);
    assert.deepEqual(parsed('completion', 'zsh').words, ['zsh']);
  });

  it('shows help and version wherever they are asked for', () => {
    for (const argv of [[], ['--help'], ['-h'], ['help'], ['help', 'watch'], ['watch', '--help']])
      assert.equal(parseArguments(argv, COMMANDS), 'help');
    for (const argv of [['--version'], ['-V'], ['-v']])
      assert.equal(parseArguments(argv, COMMANDS), 'version');
  });

  it('names the nearest word it knows for one that it does not', () => {
    assert.match(refusal('realese').next, /Did you mean "release"\? See "gpu-lease --help"/);
    assert.match(
      refusal('watch', '--bond', '9s').next,
      /Did you mean "--bound"\? See "gpu-lease watch --help"/,
    );
    assert.equal(
      refusal('watch', '--approve', 'x').code,
      'unknown-option',
      'an option of another command is none',
    );
    assert.match(refusal('watch', '--run').what, /--run needs a value/);
  });

  it('names every wrong option at once', () => {
    const all = refusals('watch', '--bond', '9s', '--run', '--json=yes', '-x');
    assert.deepEqual(
      all.map(({ code, what }) => [code, what]),
      [
        ['unknown-option', '"--bond" is no option that gpu-lease knows here.'],
        ['option-value', '--run needs a value, and "--json=yes" looks like another option.'],
        ['unknown-option', '"-x" is no option that gpu-lease knows here.'],
      ],
    );
    assert.match(all[0]?.next ?? '', /Did you mean "--bound"\?/);
    assert.deepEqual(
      refusals('status', '--json=x', '--archived=no').map(({ what }) => what),
      ['--json takes no value.', '--archived takes no value.'],
    );
  });

  it('takes a value that begins with a dash where it stands behind an equals sign', () => {
    assert.deepEqual({ ...parsed('watch', '--run=-a').given }, { run: '-a' });
  });

  it('answers any words with a request or a problem that can be acted on, never a crash', () => {
    const word = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom(
        '--',
        '-',
        '--run',
        '--run=',
        '--json',
        '--json=x',
        '-x',
        'help',
        '__proto__',
        '--__proto__',
      ),
      fc.constantFrom(...COMMANDS.map((each) => each.name)),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), (argv) => {
        try {
          parseArguments(argv, COMMANDS);
        } catch (error) {
          assert.ok(error instanceof Problem || error instanceof Problems, String(error));
          for (const { kind } of error instanceof Problems ? error.all : [error]) assert.equal(kind, 'usage');
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('help', () => {
  const helpOf = (argv: readonly string[], columns = 200) => said(() => printHelp(argv, COMMANDS, columns));
  /** Words as one text, wherever its lines end. */
  const flowing = (text: string) => text.replaceAll(/\s+/g, ' ');

  it('lists every command, its options and their defaults', async () => {
    const text = await helpOf([]);
    for (const { name, about } of COMMANDS)
      assert.match(text, new RegExp(`^  ${name} +${about.slice(0, 20)}`, 'm'));
    for (const each of COMMANDS) {
      const own = await helpOf([each.name, '--help']);
      assert.ok(own.startsWith(`gpu-lease ${each.name}: ${each.about}\n`));
      for (const name of each.options) assert.match(own, new RegExp(`^  --${name}( VALUE)?  `, 'm'));
    }
  });

  for (const columns of [60, 80, 120, 200])
    it(`is no wider than ${columns} columns for any command, and says every word of it`, async () => {
      for (const argv of [[], ...COMMANDS.map(({ name }) => [name, '--help'])]) {
        const text = await helpOf(argv, columns);
        const wide = text.split('\n').filter((line) => line.length > columns);
        assert.deepEqual(wide, [], argv.join(' '));
        assert.ok(
          flowing(text).includes(flowing(COMMANDS.find(({ name }) => name === argv[0])?.about ?? '')),
        );
      }
      for (const each of COMMANDS) {
        const text = flowing(await helpOf([each.name, '--help'], columns));
        for (const { about, fallback } of each.options.map((name) => optionOf(each, name)))
          assert.ok(text.includes(`${flowing(about)}${fallback ? ` (default: ${fallback})` : ''}`), about);
      }
    });

  it('hangs the text of an option under itself, and below its name where the window is narrow', async () => {
    const under = (await helpOf(['init', '--help'], 80)).split('\n');
    const at = under.findIndex((line) => line.startsWith('  --github '));
    const column = under[at]?.indexOf('Write') ?? 0;
    assert.ok(column > 20, under[at]);
    assert.match(under[at + 1] ?? '', new RegExp(`^ {${column}}\\S`));
    const below = (await helpOf(['init', '--help'], 44)).split('\n');
    const name = below.indexOf('  --github');
    assert.ok(name > 0, below.join('\n'));
    assert.match(below[name + 1] ?? '', /^ {8}\S/);
  });

  it('takes the columns of its terminal, else those of COLUMNS, else 100', async () => {
    const env = { COLUMNS: '60' };
    assert.equal(columnsForHelp({ isTTY: true, columns: 72 }, env), 71);
    assert.equal(columnsForHelp({ isTTY: false, columns: 0 }, env), 60);
    for (const none of [{}, { COLUMNS: '' }, { COLUMNS: 'wide' }, { COLUMNS: '0' }])
      assert.equal(columnsForHelp({ isTTY: false, columns: 0 }, none), 100);
    const text = await said(() => runProgram(['init', '--help'], COMMANDS, env, () => undefined));
    if (!process.stdout.isTTY) assert.equal(text, await helpOf(['init', '--help'], 60));
  });

  it('shows one command also as "help COMMAND"', async () => {
    assert.equal(await helpOf(['help', 'watch']), await helpOf(['watch', '--help']));
  });
});

describe('completion', () => {
  const script = (shell: string) => said(() => complete(parsed('completion', shell)));

  it('offers commands, then the options of the command', { skip: missing('bash') }, async () => {
    const text = await script('bash');
    const offered = (...words: string[]): string[] => {
      const line = `COMP_WORDS=(gpu-lease ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _gpu_lease; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const out = execFileSync('bash', ['-c', `${text}\n${line}`], { encoding: 'utf8', timeout: 10_000 });
      return out.split('\n').filter((word) => word !== '');
    };
    assert.deepEqual(offered('rel'), ['release']);
    assert.deepEqual(offered('watch', '--bo'), ['--bound']);
    assert.deepEqual(offered('nothing', '--bo'), []);
    assert.deepEqual(offered('init', '--platform', 'ru'), ['runpod']);
    assert.deepEqual(offered('init', '--platform', 'paper'), ['paperspace-core', 'paperspace-gradient']);
    const asked = 'gpu-lease() { [ "$*" = \'completion runs\' ] && echo tiny-1a2b; }';
    const runs = (...words: string[]): string =>
      execFileSync(
        'bash',
        [
          '-c',
          `${text}\n${asked}\nCOMP_WORDS=(gpu-lease ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _gpu_lease; echo "\${COMPREPLY[*]}"`,
        ],
        { encoding: 'utf8', timeout: 10_000 },
      ).trim();
    assert.equal(runs('log', 'tin'), 'tiny-1a2b');
    assert.equal(runs('log', '--fo'), '--follow');
    assert.equal(runs('doctor', 'tin'), '');
  });

  it('does the same in fish', { skip: missing('fish') }, async () => {
    const text = await script('fish');
    const asked = 'function gpu-lease; test "$argv" = "completion runs"; and echo tiny-1a2b; end';
    const offered = (line: string): string[] =>
      execFileSync('fish', ['--no-config', '-c', `${asked}\n${text}\ncomplete -C "${line}"`], {
        encoding: 'utf8',
        timeout: 10_000,
      })
        .split('\n')
        .map((each) => each.split('\t')[0] ?? '');
    assert.ok(offered('gpu-lease rel').includes('release'));
    assert.ok(offered('gpu-lease log ').includes('tiny-1a2b'));
    assert.ok(offered('gpu-lease log --fo').includes('--follow'));
    assert.ok(offered('gpu-lease init --platform run').includes('runpod'));
  });

  it('knows bash, zsh and fish, and says so to others', async () => {
    assert.match(await script('zsh'), /^autoload -U \+X bashcompinit/);
    await assert.rejects(complete(parsed('completion', 'tcsh')), /no completion for "tcsh".*/);
  });
});
