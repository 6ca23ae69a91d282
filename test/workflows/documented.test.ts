import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { repositoryRoot } from '../github/action-file.ts';
import { jobText, load } from '../job/job-text.ts';
import { type Block, documented } from './documented.ts';
import { actionErrors, workflowErrors } from './official-parser.ts';

const PLATFORMS = readdirSync(join(repositoryRoot, 'profiles')).map((name) => name.replace(/\.ya?ml$/, ''));
const KNOWN = { platforms: new Set(PLATFORMS) };
const COMMIT = '0123456789abcdef0123456789abcdef01234567';
/** What is no workflow and no job file, and is read by another test. */
const OTHER = new Set([
  'docs/profiles.md: verified, source, confidence, contested',
  // test/documents/pre-commit.test.ts
  'docs/verify.md: repos',
]);

const blocks = documented('ada/gpu-lease', COMMIT);

const isSteps = ({ value }: Block): boolean =>
  Array.isArray(value) && value.every(({ uses, run }) => uses || run);
const isJob = ({ value }: Block): boolean =>
  Object.values(value).some((each) => Object(each)['runs-on'] || Object(each).uses);
const isWorkflow = ({ value }: Block): boolean => 'jobs' in value;
const isWhole = ({ value }: Block): boolean => 'name' in value && 'run' in value && 'artifacts' in value;

/** A part of a workflow in the least that has one; a whole one as it is. */
function asWorkflow({ text, value, ...block }: Block): string {
  if (isSteps({ text, value, ...block }))
    return stringify({ on: 'push', jobs: { a: { 'runs-on': 'ubuntu-latest', steps: value } } });
  if ('jobs' in value)
    return `${'on' in value ? '' : 'on: workflow_dispatch\n'}${text}${absentJobs(value.jobs)}`;
  const isIndented = text.startsWith('  ');
  return `on: push\njobs:\n${isIndented ? text : text.replaceAll(/^/gm, '  ')}${absentJobs(value)}`;
}

/** The pages of single actions name the job before theirs, which stands on another page. */
function absentJobs(jobs: Record<string, { needs?: string | string[] }>): string {
  const needed = Object.values(jobs).flatMap(({ needs = [] }) => needs);
  return needed
    .filter((name) => !(name in jobs))
    .map((name) => `  ${name}: { runs-on: ubuntu-latest, steps: [{ run: 'true' }] }\n`)
    .join('');
}

/** A part of a job file over the least that loads. */
const asJobFile = ({ value }: Block): string =>
  jobText({
    budget: 'budget: { usd: 20, hours: 10, usdPerHour: 2 }',
    ...Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, stringify({ [key]: part }).trim()]),
    ),
  });

describe('every example of the documents, as it stands there', () => {
  const workflows = blocks.filter((block) => isSteps(block) || isWorkflow(block) || isJob(block));
  const rest = blocks.filter((block) => !workflows.includes(block) && !OTHER.has(block.where));

  it('is found', () => {
    assert.ok(workflows.length >= 20, `${workflows.length} workflows`);
    assert.ok(rest.length >= 15, `${rest.length} job files`);
    for (const each of OTHER)
      assert.ok(
        blocks.some(({ where }) => where === each),
        each,
      );
  });

  for (const block of workflows) {
    it(`is taken by GitHub's own parser: ${block.where}`, async () => {
      const inputs = Object.fromEntries(
        [...block.text.matchAll(/inputs\.([a-z-]+)/g)].map(([, name]) => [name, { type: 'string' }]),
      );
      const text = asWorkflow(block).replace(
        'on: workflow_dispatch\n',
        `on: ${JSON.stringify({ workflow_dispatch: { inputs } })}\n`,
      );
      assert.deepEqual(await workflowErrors('documented.yml', text), []);
    });
  }

  for (const block of rest) {
    it(`is a job file that loads without a warning, or a part of one: ${block.where}`, () => {
      const { job, warnings } = load(isWhole(block) ? block.text : asJobFile(block), KNOWN);
      assert.ok(job.candidates.length > 0);
      if (isWhole(block)) assert.deepEqual(warnings, []);
    });
  }

  for (const block of workflows.filter(isWorkflow)) {
    it(`says when it starts, and names what it uses before it does: ${block.where}`, () => {
      assert.deepEqual(unnamedIn(block.value), []);
    });
  }

  it('would not pass with a secret, an input or a job that is named nowhere', () => {
    const steps = [
      { with: { secret: given('secrets.A'), run: given('inputs.run'), so: given('needs.b.result') } },
    ];
    const unnamed = ['on', 'environment of a', 'input run', 'needs of a: b'];
    assert.deepEqual(unnamedIn({ jobs: { a: { 'runs-on': 'x', steps } } }), unnamed);
  });

  it('would not pass with a key that is not there, or an input', async () => {
    const bad = 'on: push\njobs: { a: { runs-on: x, stepz: [] } }';
    assert.ok((await workflowErrors('x.yml', bad)).length > 0);
    assert.ok(actionErrors('action.yml', 'name: a').length > 0);
    assert.throws(() => load(jobText({ x: 'checkpiont: {}' }), KNOWN));
  });

  it('calls actions of ours by inputs that they have, the root action by a stage that there is', () => {
    let calls = 0;
    for (const { where, value } of workflows)
      for (const { uses = '', with: given = {} } of stepsOf(value)) {
        const [, path] = /^ada\/gpu-lease(?:\/([^@]+))?@/.exec(uses) ?? ['', undefined];
        if (!uses.startsWith('ada/gpu-lease')) continue;
        calls += 1;
        const file = parse(readFileSync(join(repositoryRoot, path ?? '.', 'action.yml'), 'utf8'));
        assert.deepEqual(
          Object.keys(given).filter((name) => !(name in file.inputs)),
          [],
          where,
        );
        if (path === undefined) assert.ok(file.inputs.stage.description.includes(given['stage']), where);
      }
    assert.ok(calls >= 20, `${calls} calls`);
  });
});

function stepsOf(value: unknown): { uses?: string; with?: Record<string, string> }[] {
  if (Array.isArray(value)) return value;
  const jobs = Object(value).jobs ?? value;
  return Object.values(Object(jobs)).flatMap((job) => Object(job).steps ?? []);
}

const given = (expression: string): string => `\${{ ${expression} }}`;

/** What a reader who copies this has to find out elsewhere: an event, an input, a job before, the environment that holds a secret. */
function unnamedIn(value: Block['value']): string[] {
  const inputs = Object.keys(Object(value.on).workflow_dispatch?.inputs ?? {});
  const used = (text: string, of: RegExp): string[] => [
    ...new Set([...text.matchAll(of)].map(([, name = '']) => name)),
  ];
  const inJobs = Object.entries<Record<string, unknown>>(value.jobs).flatMap(([name, job]) => {
    const text = JSON.stringify(job);
    const needs = [job['needs'] ?? []].flat();
    return [
      ...(job['steps'] && text.includes('secrets.') && !job['environment'] ? [`environment of ${name}`] : []),
      ...used(text, /inputs\.([a-z-]+)/g)
        .filter((each) => !inputs.includes(each))
        .map((each) => `input ${each}`),
      ...used(text, /needs\.([a-z-]+)/g)
        .filter((each) => !needs.includes(each))
        .map((each) => `needs of ${name}: ${each}`),
    ];
  });
  return [...('on' in value ? [] : ['on']), ...inJobs];
}
