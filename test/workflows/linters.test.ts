// Over ten seconds: the linters of others read every workflow and every action.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { parse } from 'yaml';
import { callerFiles } from '../../src/github/caller-files.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { missing, workflowTool } from '../requirement.ts';
import { actionErrors, workflowErrors } from './official-parser.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const dir = join(repositoryRoot, '.github', 'workflows');
const workflows = readdirSync(dir)
  .filter((name) => name.endsWith('.yml'))
  .map((name) => ({ name, text: readFileSync(join(dir, name), 'utf8') }));
const actions = [
  'action.yml',
  ...readdirSync(join(repositoryRoot, 'actions')).map((name) => `actions/${name}/action.yml`),
];
const caller = {
  suite: 'gpu-lease/gpu-lease',
  commit: COMMIT,
  version: 'v1.2.3',
  keys: ['RUNPOD_API_KEY'],
  ledger: 'https://github.com/ada/ledger.git',
  label: 'gpu',
};
const onKaggle = {
  suite: caller.suite,
  commit: COMMIT,
  version: 'v1.2.3',
  keys: [],
  kaggle: 'alone' as const,
};
const second = { job: 'eval/gpu-lease.yml', name: 'eval', keysEnvironment: 'eval-keys', isLookedAt: true };
const callers = [
  ...callerFiles(caller),
  ...callerFiles({ ...caller, ...second }),
  ...callerFiles({ ...onKaggle, name: 'notebooks' }),
].map(({ path, text }) => ({ name: basename(path), text }));

/** What actionlint 1.7.12 says of keys that came after it; GitHub's own parser, above, knows them. */
const NEWER_THAN_ACTIONLINT = [
  'unexpected key "queue" for "concurrency" section',
  String.raw`specifying action "\$/actions/[a-z]+" in invalid format because ref is missing`,
  'label "ubuntu-26.04" is unknown',
  String.raw`reusable workflow call "\$/.github/workflows/[a-z]+.yml" at "uses" is not following the format`,
];

const copies = mkdtempSync(join(tmpdir(), 'gpu-lease-lint-'));
after(() => rmSync(copies, { recursive: true, force: true }));

/** The caller's files beside copies of ours, as files of a repository. */
function lintedFolder(): string {
  const folder = join(copies, '.github', 'workflows');
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of [...workflows, ...callers]) writeFileSync(join(folder, name), text);
  return folder;
}

describe("GitHub's own parser", () => {
  for (const { name, text } of [...workflows, ...callers]) {
    it(`takes ${name}`, async () => assert.deepEqual(await workflowErrors(name, text), []));
  }
  for (const path of actions) {
    it(`takes ${path}`, () =>
      assert.deepEqual(actionErrors(path, readFileSync(join(repositoryRoot, path), 'utf8')), []));
  }

  it('would not take a mistyped key, a step that is not there, or a script without a shell', async () => {
    const broken = `on: push\njobs: { a: { runs-on: x, timeout-minuts: 3, steps: [{ run: "\${{ stepz.a }}" }] } }`;
    assert.equal((await workflowErrors('broken.yml', broken)).length, 2);
    const shellless = 'name: a\ndescription: b\nruns: { using: composite, steps: [{ run: "true" }] }';
    assert.match(actionErrors('action.yml', shellless).join(), /shell/);
  });
});

describe('actionlint', { skip: missing('actionlint') }, () => {
  const lint = (ignore: readonly string[]) => {
    const folder = lintedFolder();
    const files = [...workflows, ...callers].map(({ name }) => join(folder, name));
    const options = ['-shellcheck=', '-pyflakes=', ...ignore.flatMap((message) => ['-ignore', message])];
    return spawnSync(workflowTool('bin/actionlint'), [...options, '-format', '{{json .}}', ...files], {
      encoding: 'utf8',
    });
  };

  it('finds nothing but the keys that are newer than it', () => {
    const { status, stdout } = lint(NEWER_THAN_ACTIONLINT);
    assert.deepEqual(JSON.parse(stdout || '[]'), []);
    assert.equal(status, 0);
  });

  for (const [at, message] of NEWER_THAN_ACTIONLINT.entries()) {
    it(`still needs to be told about ${message}`, () => {
      const { stdout } = lint(NEWER_THAN_ACTIONLINT.toSpliced(at, 1));
      assert.ok(JSON.parse(stdout).length > 0);
    });
  }
});

describe('zizmor, as an auditor', { skip: missing('zizmor') }, () => {
  const audit = (...inputs: string[]) => {
    const { stdout, stderr } = spawnSync(
      workflowTool('zizmor/bin/zizmor'),
      [
        '--offline',
        '--no-config',
        '--persona',
        'auditor',
        '--min-severity',
        'low',
        '--format',
        'json',
        ...inputs,
      ],
      { encoding: 'utf8', env: { ...process.env, PYTHONPATH: workflowTool('zizmor') }, timeout: 120_000 },
    );
    assert.ok(stdout.trim().startsWith('['), stderr);
    return (JSON.parse(stdout) as { ident: string; determinations: { severity: string } }[]).map(
      ({ ident }) => ident,
    );
  };

  it('finds nothing above informational in the workflows and the files of a caller', () => {
    assert.deepEqual(audit(lintedFolder()), []);
  });

  it('finds nothing above informational in the actions', () => {
    assert.deepEqual(audit(...actions.map((path) => join(repositoryRoot, path))), []);
  });

  it('finds a token that stays behind a checkout, where there is one', () => {
    const file = join(copies, 'careless.yml');
    const steps = '[{ uses: actions/checkout@v6 }, { run: "true" }]';
    writeFileSync(file, `on: issues\njobs: { a: { runs-on: ubuntu-latest, steps: ${steps} } }\n`);
    assert.ok(audit(file).includes('artipacked'));
  });
});

interface Call {
  uses?: string;
  with?: Record<string, unknown>;
  secrets?: Record<string, string>;
  steps?: Call[];
}

interface Interface {
  inputs?: Record<string, { required?: boolean }>;
  secrets?: Record<string, unknown>;
}

describe('what is called', () => {
  const calls = [...workflows, ...callers].flatMap(({ name, text }) =>
    Object.values(parse(text).jobs as Record<string, Call>)
      .flatMap((job) => [job, ...(job.steps ?? [])])
      .filter(({ uses }) => /^(\$\/|gpu-lease\/gpu-lease\/)/.test(uses ?? ''))
      .map((call) => ({ name, ...call, path: pathOf(call.uses ?? '') })),
  );

  it('is there, is told only what it asks for, and all that it must know', () => {
    assert.ok(calls.length >= 10);
    for (const { name, path, with: given = {}, secrets = {} } of calls) {
      assert.ok(existsSync(join(repositoryRoot, path)), `${name}: there is no ${path}`);
      const asks = interfaceOf(path);
      for (const input of Object.keys(given))
        assert.ok(input in (asks.inputs ?? {}), `${path} has no ${input}`);
      for (const secret of Object.keys(secrets))
        assert.ok(secret in (asks.secrets ?? {}), `${path}: ${secret}`);
      for (const [input, { required }] of Object.entries(asks.inputs ?? {}))
        assert.ok(!required || input in given, `${name} gives no ${input} to ${path}`);
    }
  });

  it('is never given all secrets at once', () => {
    for (const { name, text } of [...workflows, ...callers])
      assert.doesNotMatch(text, /secrets:\s*inherit/, name);
  });
});

/** `$/actions/x` and `gpu-lease/gpu-lease/.github/workflows/x.yml@commit` as a path of this repository. */
function pathOf(uses: string): string {
  const path = uses.replace(/^(\$|gpu-lease\/gpu-lease)\//, '').replace(/@.*$/, '');
  return path.endsWith('.yml') ? path : `${path}/action.yml`;
}

function interfaceOf(path: string): Interface {
  const file = parse(readFileSync(join(repositoryRoot, path), 'utf8'));
  return path.startsWith('.github/') ? (file.on.workflow_call ?? {}) : file;
}
