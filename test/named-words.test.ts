import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { type JsonSchema, jobJsonSchema } from '../scripts/job-json-schema.ts';
import { COMMANDS } from '../src/cli/command-list.ts';
import { proposeJob } from '../src/job/init.ts';
import { parseJob } from '../src/job/load.ts';
import { JOB_KEYS } from '../src/job/schema.ts';
import { namesIn, profileOf, SHIPPED } from './profile/profiles.ts';

const root = join(import.meta.dirname, '..');
const below = (dir: string, ends: RegExp): string[] =>
  readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
    .filter((path) => ends.test(path))
    .map((path) => join(dir, path));
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Everything that a person reads: messages stand in the sources. `coverage.md` quotes the names of tests. */
const DOCS = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md'],
  ...below('docs', /(?<!coverage)\.md$/),
  ...below('actions', /\.md$/),
];
const READ = [
  ...DOCS,
  ...below('src', /\.ts$/),
  ...below('profiles', /\.yml$/),
  ...below('actions', /\.yml$/),
  ...below('.github', /\.yml$/),
  ...below('examples', /\.(md|yml)$/),
  'action.yml',
];
const platforms = new Set(namesIn(SHIPPED));

/** Of every file, what the pattern's groups say, with the place. */
function* said(
  pattern: RegExp,
  files: readonly string[] = READ,
): Generator<{ words: string[]; where: string }> {
  for (const file of files)
    for (const { index, 1: first = '', 2: second = '' } of textOf(file).matchAll(pattern)) {
      const line = textOf(file).slice(0, index).split('\n').length;
      yield { words: [first, second], where: `${file}:${line}` };
    }
}

const faultOfCommand = (name: string, rest: string): string | undefined => {
  const command = COMMANDS.find((each) => each.name === name);
  if (name === 'help') return undefined;
  if (!command) return `there is no command "${name}"`;
  const flags = [...rest.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, flag = '']) => flag);
  const strange = flags.filter((flag) => flag !== 'help' && !command.options.some((each) => each === flag));
  return strange.length === 0 ? undefined : `"${name}" has no --${strange.join(', --')}`;
};

describe('commands that messages and documents name', () => {
  it('exist, with their options, wherever they stand in quotes or as code', () => {
    const quoted =
      /(?:["`]|\$\()(?:GH_TOKEN=\S+ )?(?:bin\/)?gpu-lease ([a-z][a-z-]*)((?: [^"`\n]*)?)\\?["`)]/g;
    const faults: string[] = [];
    let count = 0;
    for (const { words, where } of said(quoted)) {
      count += 1;
      const fault = faultOfCommand(words[0] ?? '', words[1] ?? '');
      if (fault) faults.push(`${where}: ${fault}`);
    }
    assert.ok(count > 100, `${count} were found`);
    assert.deepEqual(faults, []);
  });

  it('exist in the blocks of a terminal', () => {
    const faults: string[] = [];
    let count = 0;
    for (const file of DOCS)
      for (const [, block = ''] of textOf(file).matchAll(/```(?:sh|console|bash)\n([\s\S]*?)```/g))
        for (const [, name = '', rest = ''] of block.matchAll(
          /(?:^|\s|\/)gpu-lease ([a-z][a-z-]*)([^#&|\n]*)/g,
        )) {
          count += 1;
          const fault = faultOfCommand(name, rest);
          if (fault) faults.push(`${file}: ${fault}`);
        }
    assert.ok(count >= 10, `${count} were found`);
    assert.deepEqual(faults, []);
  });
});

/** Dotted, without the marks of lists: `candidates.market`. */
function pathsOf(schema: JsonSchema, prefix = ''): string[] {
  const forms = schema.anyOf?.flatMap((each) => pathsOf(each, prefix)) ?? [];
  const members = Object.entries(schema.properties ?? {}).flatMap(([key, member]) => [
    `${prefix}${key}`,
    ...pathsOf(member, `${prefix}${key}.`),
  ]);
  return [...forms, ...members, ...(schema.items ? pathsOf(schema.items, prefix) : [])];
}

const paths = new Set(pathsOf(jobJsonSchema()));
const lastKeys = new Set([...paths].map((path) => path.split('.').at(-1) ?? ''));
const FILE = /\.(jsonl?|ya?ml|md|pt|pth|ts|csv|sh|py|safetensors|html|log|lock|txt|mjs|sock|git|pkl)$/;

describe('keys of the job file that messages and documents name', () => {
  it('exist where they are written with what they belong to, such as `metrics.step-key`', () => {
    const dotted = /[`"]((?:[a-z]+(?:-[a-z]+)?)(?:\[\])?(?:\.[a-z][A-Za-z-]*)+)\\?[`"]/g;
    const faults: string[] = [];
    let count = 0;
    for (const { words, where } of said(dotted)) {
      const path = (words[0] ?? '').replaceAll('[]', '');
      const top = path.split('.')[0] ?? '';
      // A command and a name are texts; what follows such a word is a property of something else.
      if (!(top in JOB_KEYS) || top === 'run' || top === 'name' || FILE.test(path)) continue;
      count += 1;
      if (!paths.has(path)) faults.push(`${where}: ${path}`);
    }
    assert.ok(count > 60, `${count} were found`);
    assert.deepEqual(faults, []);
  });

  it('exist where a message says to write one, such as `drill: none`', () => {
    const written = /\\`([a-z][A-Za-z-]*): [^`\n]*\\`/g;
    const faults: string[] = [];
    let count = 0;
    for (const { words, where } of said(written, below('src', /\.ts$/))) {
      count += 1;
      if (!lastKeys.has(words[0] ?? '')) faults.push(`${where}: ${words[0]}`);
    }
    assert.ok(count > 5, `${count} were found`);
    assert.deepEqual(faults, []);
  });

  it('exist where somebody is told what to put "under" one', () => {
    const faults: string[] = [];
    for (const { words, where } of said(/\bunder [`"]?([a-z][a-z-]*)[`"]?:? in the job file/g))
      if (!((words[0] ?? '') in JOB_KEYS)) faults.push(`${where}: ${words[0]}`);
    assert.deepEqual(faults, []);
  });
});

describe('platforms that are named as something to use', () => {
  it('have a profile', () => {
    const named =
      /\b(?:use|take|name|with|attach(?:ed)? (?:it|them|any box) (?:as|with)) (?:the (?:platform )?)?"?([a-z]+(?:-[a-z]+)*)"?(?: platform\b)/g;
    const faults: string[] = [];
    for (const { words, where } of said(named))
      if (
        !platforms.has(words[0] ?? '') &&
        !(['another', 'a', 'the', 'no', 'one', 'that'] as string[]).includes(words[0] ?? '')
      )
        faults.push(`${where}: ${words[0]}`);
    for (const { words, where } of said(/\{[^}\n]*\bplatform: "?([a-z]+(?:-[a-z]+)*)/g, DOCS))
      if (!platforms.has(words[0] ?? '')) faults.push(`${where}: ${words[0]}`);
    assert.deepEqual(faults, []);
  });
});

/** What a fragment of a page leaves out. */
const REST: Readonly<Record<string, string>> = {
  name: 'name: page',
  run: 'run: sh train.sh',
  candidates: 'candidates: [local]',
  smoke: 'smoke: {run: sh train.sh --steps 3}',
  artifacts: 'artifacts: [{path: last.pt, role: checkpoint, keep: last}]',
  budget: 'budget: {usd: 1, hours: 1, usdPerHour: 1}',
};

function jobFilesOf(page: string): { where: string; text: string; isWhole: boolean }[] {
  return [...textOf(page).matchAll(/^( *)```ya?ml\n([\s\S]*?)\n *```/gm)].flatMap(
    ([, indent = '', block = ''], at) => {
      const text = block.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
      const value: unknown = parse(text);
      const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
      // A mistyped key is what this is about: one that is known makes it a job file.
      if (!keys.some((key) => key in JOB_KEYS) || keys.includes('jobs') || keys.includes('permissions'))
        return [];
      const missing = Object.entries(REST).filter(([key]) => !keys.includes(key));
      return [
        {
          where: `${page}, block ${at + 1}`,
          text: `${[text, ...missing.map(([, line]) => line)].join('\n')}\n`,
          isWhole: keys.includes('name') && keys.includes('run'),
        },
      ];
    },
  );
}

describe('job files of the README and the documents', () => {
  const all = DOCS.flatMap(jobFilesOf);
  for (const { where, text } of all)
    it(`${where}: is taken as it stands`, () => {
      const { job } = parseJob(text, 'gpu-lease.yml', { platforms });
      for (const { platform, market } of job.candidates)
        if (market === 'spot')
          assert.notEqual(profileOf(platform).spot.available, 'no', `${platform} rents no spot boxes`);
    });

  it('are found, whole ones and fragments', () => {
    assert.ok(all.length >= 10, `${all.length}`);
    assert.ok(all.some(({ where, isWhole }) => isWhole && where.startsWith('README.md')));
  });

  it('are, of "gpu-lease init", for every framework it knows', () => {
    for (const library of [
      'torch',
      'transformers',
      'lightning',
      'jax',
      'tensorflow',
      'sklearn',
      'safetensors',
    ]) {
      const files: Record<string, string> = {
        'train.py': `import argparse\nimport ${library}\nresume = 1\n`,
      };
      const { yaml, notes } = proposeJob({ files: Object.keys(files), read: (path) => files[path] }, 'page');
      parseJob(yaml, 'gpu-lease.yml', { platforms });
      for (const [, key = ''] of `${yaml}${notes.join('\n')}`.matchAll(/`([a-z-]+(?:\.[a-z-]+)+)`/g))
        assert.ok(paths.has(key), key);
    }
  });
});
