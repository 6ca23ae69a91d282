// Over ten seconds where it makes its own bundle: blocks of a terminal are run as they stand in their pages.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { repositoryRoot } from '../github/action-file.ts';
import { installation, shipped } from '../installation.ts';
import { missing } from '../requirement.ts';
import { safetensorsFile, weights } from '../verify/safetensors-writer.ts';
import { allFences, type Fence } from './fences.ts';
import { isOf, RUN_BLOCKS, type RunBlock } from './run-blocks.ts';
import { commandsIn } from './shell-lines.ts';

const fences = allFences();

function fenceOf(block: RunBlock): Fence {
  const found = fences.filter((fence) => isOf(fence, block));
  assert.equal(found.length, 1, `${block.page}: ${found.length} blocks begin with ${block.begins}`);
  return found[0] ?? assert.fail();
}

/** The block's own lines, but for those that are left out by name. */
function scriptOf(block: RunBlock): string {
  const { text, language } = fenceOf(block);
  const left = new Set<number>();
  for (const command of commandsIn(text, language === 'console'))
    if (block.without.some((begins) => command.text.startsWith(begins))) left.add(command.line);
  const lines: string[] = [];
  let isLeft = false;
  let goesOn = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (!goesOn) isLeft = left.has(index + 1);
    goesOn = line.endsWith('\\');
    if (!isLeft) lines.push(language === 'console' ? line.replace(/^\$ /, '') : line);
  }
  return lines.join('\n');
}

/** A folder, and a shell in which the program is found by its name. */
class Desk {
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;

  constructor(t: TestContext) {
    this.dir = mkdtempSync(join(tmpdir(), 'gl-block-'));
    t.after(() => rmSync(this.dir, { recursive: true, force: true }));
    mkdirSync(join(this.dir, 'home'));
    mkdirSync(this.at);
    this.env = {
      PATH: [join(installation(), 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: join(this.dir, 'home'),
      TMPDIR: this.dir,
      LANG: 'C.UTF-8',
      EDITOR: 'true',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.org',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.org',
    };
  }

  /** Where the block is run. */
  get at(): string {
    return join(this.dir, 'work');
  }

  put(path: string, content: string | Uint8Array): this {
    mkdirSync(dirname(join(this.at, path)), { recursive: true });
    writeFileSync(join(this.at, path), content);
    return this;
  }

  read(path: string): string {
    return readFileSync(join(this.at, path), 'utf8');
  }

  /** A repository with a trainer in it, and everything committed. */
  repository(...scripts: string[]): this {
    for (const script of scripts)
      cpSync(join(repositoryRoot, 'examples', 'pytorch', 'train.py'), join(this.at, script));
    this.sh('git init -q -b main && git add -A && git commit -q -m Begin');
    return this;
  }

  sh(script: string): string {
    const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', script], {
      cwd: this.at,
      env: this.env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.equal(status, 0, `${script}\n${stdout}${stderr}`);
    return stdout;
  }
}

const model = (step: string): Uint8Array =>
  safetensorsFile({ 'model.weight': { data: weights(64, 1) } }, { metadata: { step } });

/** Nothing is rented for it. */
const OPENED = `name: digits
run: python3 train.py
candidates: [local]
smoke: none
artifacts: [{ path: last.pt, role: checkpoint, keep: last }]
budget: { usd: 1, hours: 1, usdPerHour: 1 }
`;

describe('a block of a page, run as it stands', { skip: missing('git', 'openssl') }, () => {
  const desk = (t: TestContext) => new Desk(t);
  const run = (on: Desk, block: RunBlock): string => on.sh(scriptOf(block));

  it('README: a job file is written, planned and priced', (t) => {
    const on = desk(t).repository('train.py');
    const said = run(on, RUN_BLOCKS.ownJob);
    assert.match(on.read('gpu-lease.yml'), /^run: .*train\.py/m);
    assert.match(said, /^runpod /m);
  });

  it('quick start: the first job is committed', (t) => {
    const on = desk(t).repository('train.py');
    run(on, RUN_BLOCKS.firstJob);
    assert.match(on.sh('git show --stat --format=%s'), /^Add the job\n[\s\S]*gpu-lease\.yml/);
  });

  it('quick start: the workflow files are pushed on a branch, and name the ledger of their own', (t) => {
    const on = desk(t).repository('train.py');
    const remote = 'https://github.com/ada/digits.git';
    on.sh(
      `git init -q --bare ../there.git && git remote add origin ${remote} && git config url."$PWD/../there.git".pushInsteadOf ${remote}`,
    );
    run(on, RUN_BLOCKS.workflowFiles);
    const pushed = on.sh('git -C ../there.git ls-tree -r --name-only gpu-lease');
    assert.match(pushed, /^\.github\/workflows\/gpu-lease-smoke\.yml$/m);
    assert.match(pushed, /^gpu-lease\.yml$/m);
    run(on, RUN_BLOCKS.ownLedger);
    assert.match(on.read('.github/workflows/gpu-lease-train.yml'), /NAME-ledger\.git/);
  });

  it('recipes: what the months cost is summed', (t) => {
    const on = desk(t).repository('train.py');
    on.put('gpu-lease.yml', OPENED);
    on.sh('git add -A && git commit -q -m Job && gpu-lease open');
    const said = run(on, RUN_BLOCKS.costOfMonths);
    assert.match(said, /^No run in .* has cost anything\.$/m);
    assert.match(said, /"by": ?"job"/);
  });

  it('your trainer: another script is taken by name', (t) => {
    const on = desk(t).repository('train.py', 'train_sft.py');
    run(on, RUN_BLOCKS.trainers);
    assert.match(on.read('gpu-lease.yml'), /^run: .*train_sft\.py/m);
  });

  it("attestations: a folder is signed with a key of one's own, and verified", (t) => {
    const on = desk(t)
      .put('out/model/model.safetensors', model('4000'))
      .put('out/model/config.json', '{"width":64}');
    run(on, RUN_BLOCKS.ownKey);
    assert.ok(existsSync(join(on.at, 'out', 'model.sig')));
  });

  it('verify: every way of asking at the terminal', (t) => {
    const on = desk(t);
    const last = model('4000');
    on.put('out/last.safetensors', last).put('best.safetensors', model('4000'));
    on.put('before.pt', model('1')).put('after.pt', model('1'));
    on.put('out/SHA256SUMS', `${createHash('sha256').update(last).digest('hex')}  last.safetensors\n`);
    const said = run(on, RUN_BLOCKS.verifying);
    assert.match(said, /^out\/last\.safetensors +safetensors +checkpoint +L3 +pass-degraded/m);
    assert.ok(existsSync(join(on.at, 'verify.html')) && existsSync(join(on.at, 'verify.sarif')));
  });

  it('verify: the library, in code', (t) => {
    const on = desk(t).put('best.safetensors', model('4000')).put('out/last.safetensors', model('4000'));
    mkdirSync(join(on.at, 'node_modules'));
    symlinkSync(shipped(), join(on.at, 'node_modules', 'gpu-lease'));
    const shown =
      'console.log(verdict.reasons.map(({ code }) => code), files.map(({ verdict }) => verdict));';
    on.put('block.mjs', `${fenceOf(RUN_BLOCKS.verifyingInCode).text}\n${shown}\n`);
    assert.equal(on.sh('node block.mjs'), "[ 'key-missing', 'digest-mismatch' ] [ 'pass-degraded' ]\n");
  });
});
