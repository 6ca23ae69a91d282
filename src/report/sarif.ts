import { createHash } from 'node:crypto';
import type { FileVerdict, Reason, Severity } from '../verify/contract/verdict.ts';
import type { ToldVerdicts } from '../verify/contract/verdicts.ts';
import { visible } from './visible-text.ts';

/** A note is no finding against the file: SARIF wants such a result to be of another kind, without a level. */
const RANK: Record<
  Severity,
  { kind: 'fail' | 'informational'; level: 'error' | 'warning' | 'note' | 'none' }
> = {
  fail: { kind: 'fail', level: 'error' },
  inconclusive: { kind: 'fail', level: 'warning' },
  degraded: { kind: 'fail', level: 'note' },
  note: { kind: 'informational', level: 'none' },
};

export const SARIF_SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/**
 * The findings as SARIF 2.1.0, one rule per code of a reason, for code scanning. The same verdicts give the same bytes.
 * Source: OASIS, Static Analysis Results Interchange Format 2.1.0, sections 3.13, 3.27 to 3.30.
 *
 * @param version of this program
 */
export function sarifText({ files, sets }: ToldVerdicts, version: string): string {
  const findings = [...files, ...sets].flatMap((verdict) =>
    verdict.reasons.map((reason) => ({ verdict, reason })),
  );
  const rules = [...new Set(findings.map(({ reason }) => reason.code))].sort();
  const document = {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'gpu-lease', semanticVersion: version, rules: rules.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map(({ verdict, reason }) => resultOf(verdict, reason, rules.indexOf(reason.code))),
      },
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

const ruleOf = (code: string) => ({ id: code, shortDescription: { text: `${code.replaceAll('-', ' ')}.` } });

function resultOf(verdict: FileVerdict, reason: Reason, ruleIndex: number) {
  const path = reason.file ?? verdict.label;
  const region = reason.offset === undefined ? {} : { region: { byteOffset: reason.offset } };
  return {
    ruleId: reason.code,
    ruleIndex,
    ...RANK[reason.severity],
    message: { text: messageOf(verdict, reason) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: relativeUri(path), uriBaseId: '%SRCROOT%' }, ...region },
      },
    ],
    partialFingerprints: { 'gpuLeaseFinding/v1': fingerprintOf(path, reason) },
    properties: { level: reason.level, format: visible(verdict.format), role: verdict.role },
  };
}

function messageOf({ label }: FileVerdict, { what, expected, found }: Reason): string {
  const more = [
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(found === undefined ? [] : [`found ${found}`]),
  ].join(', ');
  return visible(`${label}: ${what}${more === '' ? '' : ` (${more})`}`);
}

/** The same finding keeps its number from one upload to the next, wherever in the file it has moved. */
const fingerprintOf = (path: string, { code, level, what }: Reason): string =>
  createHash('sha256')
    .update(JSON.stringify([path, code, level, what]))
    .digest('hex')
    .slice(0, 32);

/** A path as a relative reference: every character with a meaning in one is written as its bytes. */
export const relativeUri = (path: string): string =>
  path
    .split('/')
    .map((name) => encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd')).replaceAll("'", '%27'))
    .join('/');
