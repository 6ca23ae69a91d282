import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonSchema, jobJsonSchema } from './job-json-schema.ts';

/** A generated file: what must stand at `path` (relative to the repository). */
export interface Generated {
  path: string;
  content: string;
}

const ROOT = join(import.meta.dirname, '..');
const DOCS = 'docs/job-file.md';
const MARKERS = /(<!-- keys -->\n)[\s\S]*(<!-- \/keys -->)/;

/** The JSON Schema for editors, and the reference between the markers of docs/job-file.md. */
export function generateJobSchema(docs = readFileSync(join(ROOT, DOCS), 'utf8')): Generated[] {
  const schema = jobJsonSchema();
  if (!MARKERS.test(docs)) throw new Error(`${DOCS} has lost its <!-- keys --> markers`);
  return [
    { path: 'schemas/job.schema.json', content: `${JSON.stringify(schema, null, 2)}\n` },
    {
      path: DOCS,
      content: docs.replace(MARKERS, (_all, open, close) => `${open}\n${renderKeys(schema)}\n\n${close}`),
    },
  ];
}

/** One table row per key, nested ones as `parent.key`, in the order of the schema; aligned as the formatter wants it. */
export function renderKeys(schema: JsonSchema): string {
  const rows = [['Key', 'Meaning', 'Form', 'Default'], ...rowsOf(schema, '')];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  const [head = [], ...body] = rows;
  return [head, rule, ...body]
    .map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n');
}

type Row = string[];

function rowsOf(schema: JsonSchema, prefix: string): Row[] {
  const mappings = formsOf(schema).filter((form) => form.properties);
  return mappings.flatMap((form) =>
    Object.entries(form.properties ?? {}).flatMap(([key, member]) => {
      const name = `${prefix}${key}`;
      const isRequired = form.required?.includes(key) ?? false;
      return [rowOf(name, member, isRequired), ...rowsOf(member, `${name}.`), ...itemRows(member, name)];
    }),
  );
}

/** Where one stands for a list of one, its keys are listed once. */
function itemRows(member: JsonSchema, name: string): Row[] {
  const alone = formsOf(member).map((form) => JSON.stringify(form.properties));
  return formsOf(member)
    .flatMap((form) => (form.items ? formsOf(form.items) : []))
    .filter((form) => form.properties && !alone.includes(JSON.stringify(form.properties)))
    .flatMap((form) => rowsOf(form, `${name}[].`));
}

const formsOf = (schema: JsonSchema): JsonSchema[] => schema.anyOf?.flatMap(formsOf) ?? [schema];

function rowOf(name: string, schema: JsonSchema, isRequired: boolean): Row {
  const fallback = isRequired ? '**required**' : schema.default === undefined ? '' : code(schema.default);
  const cells = [`\`${name}\``, schema.description ?? '', kindOf(schema), fallback];
  return cells.map((cell) => cell.replaceAll('|', '\\|'));
}

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** A table of more of them stands elsewhere on the page. */
const MOST_WORDS = 12;

function kindOf(schema: JsonSchema): string {
  const kinds = formsOf(schema).map((form) => {
    if (form.enum && form.enum.length <= MOST_WORDS) return form.enum.map(code).join(', ');
    if (form.const !== undefined) return code(form.const);
    if (form.examples) return form.examples.map(code).join(', ');
    if (form.items) return `list of ${kindOf(form.items)}`;
    return String(KINDS[String(form.type)] ?? form.type);
  });
  return [...new Set(kinds)].join(' or ');
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'mapping',
  string: 'text',
  integer: 'whole number',
  boolean: '`true`, `false`',
  'string,number,boolean': 'text',
};

if (process.argv[1] === import.meta.filename) {
  for (const { path, content } of generateJobSchema()) writeFileSync(join(ROOT, path), content);
}
