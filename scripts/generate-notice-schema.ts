import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTICE_EVENTS, noticeEvents, USUAL_NOTICES } from '../src/job/notice-events.ts';
import type { Generated } from './generate-job-schema.ts';

const ROOT = join(import.meta.dirname, '..');
const DOCS = 'docs/job-file.md';
const MARKERS = /(<!-- notices -->\n)[\s\S]*(<!-- \/notices -->)/;

const text = { type: 'string' };
const orNull = { type: ['string', 'null'] };
const usd = { type: 'number', minimum: 0 };

/** Of the body that a webhook gets (docs/json.md), for whoever reads it by a program. */
const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'gpu-lease notice',
  type: 'object',
  required: [
    'version',
    'id',
    'event',
    'at',
    'run',
    'job',
    'state',
    'what',
    'next',
    'costUsd',
    'usdPerHour',
    'costing',
    'page',
    'repeat',
  ],
  properties: {
    version: { const: 1 },
    id: text,
    event: { enum: [...noticeEvents, 'test'] },
    at: { type: 'string', format: 'date-time' },
    run: text,
    job: text,
    state: text,
    what: text,
    next: orNull,
    costUsd: usd,
    usdPerHour: usd,
    costing: { type: 'array', items: text },
    page: orNull,
    repeat: { type: 'boolean' },
  },
};

/** The schema, and the table of events between the markers of docs/job-file.md. */
export function generateNoticeSchema(docs = readFileSync(join(ROOT, DOCS), 'utf8')): Generated[] {
  if (!MARKERS.test(docs)) throw new Error(`${DOCS} has lost its <!-- notices --> markers`);
  const rows = noticeEvents.map(
    (event) => `| \`${event}\` | ${NOTICE_EVENTS[event]} | ${USUAL_NOTICES.includes(event) ? 'yes' : ''} |`,
  );
  const table = ['| event | when | unless `on` says | ', '| --- | --- | --- |', ...rows].map((row) =>
    row.trim(),
  );
  return [
    { path: 'schemas/notice.schema.json', content: `${JSON.stringify(schema, null, 2)}\n` },
    {
      path: DOCS,
      content: docs.replace(MARKERS, (_all, open, close) => `${open}\n${table.join('\n')}\n\n${close}`),
    },
  ];
}

if (process.argv[1] === import.meta.filename) {
  for (const { path, content } of generateNoticeSchema()) writeFileSync(join(ROOT, path), content);
}
