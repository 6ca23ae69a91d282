import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { generateJobSchema, renderKeys } from '../../scripts/generate-job-schema.ts';
import { type JsonSchema, jobJsonSchema } from '../../scripts/job-json-schema.ts';
import { jobText, load } from './job-text.ts';

const root = join(import.meta.dirname, '..', '..');
const docs = readFileSync(join(root, 'docs', 'job-file.md'), 'utf8');

describe('the JSON Schema of the job file', () => {
  for (const { path, content } of generateJobSchema()) {
    it(`stands in ${path} as generated (npm run generate)`, () => {
      assert.equal(readFileSync(join(root, path), 'utf8'), content);
    });
  }

  it('describes every key, for the editor that completes it', () => {
    const silent: string[] = [];
    visit(jobJsonSchema(), '', (schema, path) => {
      for (const [key, member] of Object.entries(schema.properties ?? {})) {
        if (!member.description) silent.push(`${path}.${key}`);
      }
    });
    assert.deepEqual(silent, []);
  });

  it('is strict in every mapping that has keys of its own', () => {
    visit(jobJsonSchema(), '', (schema, path) => {
      if (schema.properties) assert.equal(schema['additionalProperties'], false, path);
    });
  });

  it('accepts what the loader accepts, and refuses a key that it does not know', () => {
    const { $schema, $id, ...schema } = jobJsonSchema();
    const check = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    const accepts = (text: string) => check.safeParse(parse(text)).success;
    const full = jobText({
      r: 'resources: {gpu: {name: [A100], memory: 40GB+}, cpus: 4..16, disk: 50 GB+}',
      smoke: 'smoke: {run: x, timeout: 90s, memory: 1GiB, drill: none}',
      v: 'vars: {A: 1, B: x, C: true}',
      c: 'cells: [a, {name: b, vars: {A: 2}}]',
    });
    load(full);
    assert.ok(accepts(jobText()));
    assert.ok(accepts(full));
    assert.ok(!accepts(jobText({ x: 'setpu: y' })));
    assert.ok(!accepts(jobText({ r: 'resources: {disk: 50GB}' })));
    assert.ok(!accepts(jobText({ w: 'watch: {stall: 5m}' })));
  });
});

describe('the job file of every example', () => {
  const jobs = readdirSync(join(root, 'examples')).filter((name) =>
    existsSync(join(root, 'examples', name, 'gpu-lease.yml')),
  );
  for (const name of jobs) {
    it(`${name} loads without a warning`, () => {
      const { warnings } = load(readFileSync(join(root, 'examples', name, 'gpu-lease.yml'), 'utf8'));
      assert.deepEqual(warnings, []);
    });
  }
});

describe('docs/job-file.md', () => {
  it('shows a job that loads without a warning', () => {
    const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(docs) ?? [];
    const { job, warnings } = load(yaml);
    assert.equal(job.cells.length, 6);
    assert.deepEqual(warnings, []);
  });

  it('has a row for every key', () => {
    const rows = renderKeys(jobJsonSchema());
    for (const key of [
      '`name`',
      '`budget.usdPerHour`',
      '`smoke.drill.run`',
      '`artifacts[].allow-degraded`',
      '`cells[].vars`',
    ]) {
      assert.ok(rows.includes(`| ${key} `), key);
    }
  });

  it('is left alone outside its markers', () => {
    const text = 'before\n<!-- keys -->\nold\n<!-- /keys -->\nafter\n';
    const [, page] = generateJobSchema(text);
    assert.match(page?.content ?? '', /^before\n<!-- keys -->\n\n\| Key [\s\S]*\n<!-- \/keys -->\nafter\n$/);
    assert.throws(() => generateJobSchema('no markers'), /markers/);
  });
});

function visit(schema: JsonSchema, path: string, see: (schema: JsonSchema, path: string) => void): void {
  see(schema, path);
  for (const [key, member] of Object.entries(schema.properties ?? {})) visit(member, `${path}.${key}`, see);
  for (const form of schema.anyOf ?? []) visit(form, path, see);
  if (schema.items) visit(schema.items, `${path}[]`, see);
}
