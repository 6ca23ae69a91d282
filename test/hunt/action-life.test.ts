// Over ten seconds: secrets are looked for in everything that a whole life leaves behind.
// In turn: whole lives among thieves
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { missing } from '../requirement.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { EchoingServer } from './echoing-server.ts';
import { Finder, filesBelow, type Hit, marked, objectsOf, plainMarked, type Sink } from './finder.ts';
import { everyKind, JOB_SECRET, PLATFORM_OF } from './kinds.ts';
import { ERRANDS } from './watched-programs.ts';
import { WorkflowLife } from './workflow-life.ts';

const { env: keys, secrets } = everyKind();
for (const made of [marked('ACTIONS_RUNTIME_TOKEN'), plainMarked('ACTIONS_ID_TOKEN_REQUEST_TOKEN')]) {
  secrets.push(made);
  keys[made.kind] = made.value;
}

/** One run through the steps of a workflow, with every kind of secret around them. */
describe('a life in the steps of a workflow', { skip: missing('git'), timeout: 300_000 }, () => {
  const aside = mkdtempSync(join(tmpdir(), 'gl-hunt-'));
  const ledger = join(aside, 'ledger.git');
  let twin: GitHubTwin;
  let nobody: EchoingServer;
  let life: WorkflowLife;
  let finder: Finder;

  before(async () => {
    twin = await startGitHubTwin({ clock: systemClock, visibility: 'private' });
    nobody = await EchoingServer.start();
    // The token of the job is one that the twin made.
    const token = twin.tokenWith({ contents: 'write', actions: 'write' });
    finder = new Finder([
      ...secrets.filter(({ kind }) => kind !== 'GH_TOKEN'),
      { kind: 'GITHUB_TOKEN', value: token },
    ]);
    execFileSync('git', ['init', '--quiet', '--bare', ledger]);
    const {
      GPU_LEASE_SECRET: secret = '',
      GPU_LEASE_LEDGER_TOKEN: ledgerToken = '',
      GH_TOKEN: _own,
      ...env
    } = keys;
    for (const name of new Set(Object.values(PLATFORM_OF)))
      for (const variable of [`GPU_LEASE_API_${name}`, `GPU_LEASE_API_${name}_CORE`])
        env[variable] = `${nobody.url}/${name}`;
    env['GITHUB_TOKEN'] = token;
    env['ACTIONS_ID_TOKEN_REQUEST_URL'] = `${nobody.url}/oidc?api-version=2.0`;
    life = new WorkflowLife({
      twin,
      env,
      inputs: { ledger: `file://${ledger}`, secret, token, 'ledger-token': ledgerToken },
      change(job) {
        job['store'] = [{ 'workflow-artifact': { days: 30 } }];
      },
    });
    await life.live();
  });

  after(async () => {
    await life?.end();
    await Promise.all([twin?.close(), nobody?.end()]);
    rmSync(aside, { recursive: true, force: true });
  });

  const found = (within: Iterable<Sink>, isMeant: (hit: Hit) => boolean = () => false): Hit[] =>
    finder.findAll(within).filter((hit) => !isMeant(hit));

  it('shows no secret in logs, summaries and outputs, and masks those that it is given [leaks]', () => {
    assert.deepEqual(found(life.shown()), []);
    const kinds = new Set(found(life.masks()).map(({ kind }) => kind));
    for (const kind of ['GITHUB_TOKEN', 'GPU_LEASE_SECRET', 'GPU_LEASE_LEDGER_TOKEN', JOB_SECRET])
      assert.ok(kinds.has(kind), `${kind} is masked, and the look sees it`);
  });

  it('leaves none in command files, reports and temporary files [leaks]', () => {
    assert.equal(life.commands(), '');
    const { dir } = life.runner;
    const files = [...filesBelow(dir)];
    assert.ok(
      files.some(({ where }) => /temp\/output-\d+$/.test(where)),
      'outputs are among them',
    );
    assert.deepEqual(found(files), []);
    writeFileSync(join(dir, 'temp', 'planted'), keys['ACTIONS_RUNTIME_TOKEN'] ?? '');
    assert.ok(found(filesBelow(dir)).length > 0, 'one that lies there is found');
    rmSync(join(dir, 'temp', 'planted'));
  });

  it('writes none into the ledger or into what is uploaded [leaks]', () => {
    assert.deepEqual(found([...objectsOf(ledger), ...filesBelow(ledger)]), []);
    assert.ok(life.uploaded.length >= 2);
    assert.deepEqual(found(life.uploaded), []);
  });

  it('gives none to a program by its arguments, and to git, tar and their like none by their environment [leaks]', () => {
    const { calls } = life;
    assert.ok(calls.length > 100, `${calls.length} seen`);
    assert.deepEqual(found(calls.filter(({ where }) => where.startsWith('arguments'))), []);
    assert.deepEqual(found(calls.filter(({ where }) => ERRANDS.test(where))), []);
  });

  it('tells GitHub its token in the header that is for it, and nobody anything else [leaks]', () => {
    const asked = twin.exchanges();
    assert.ok(asked.length > 0);
    for (const { request, reply } of asked) {
      const { authorization = '', ...headers } = request.headers;
      const where = `${request.method} ${request.path}`;
      const rest = {
        path: request.path,
        query: String(request.query),
        headers,
        said: request.bytes.toString(),
        reply,
      };
      assert.deepEqual(found([{ where, bytes: Buffer.from(JSON.stringify(rest)) }]), []);
      const auth = { where: `${where} authorization`, bytes: Buffer.from(authorization) };
      assert.deepEqual(
        found([auth], ({ kind }) => kind === 'GITHUB_TOKEN'),
        [],
      );
    }
    assert.deepEqual(found(nobody.requests), []);
  });
});
