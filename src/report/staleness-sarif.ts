import { createHash } from 'node:crypto';
import type { PlacedFact, StampScan } from '../profile/stamp-scan.ts';
import { relativeUri, SARIF_SCHEMA } from './sarif.ts';
import { ageWords, retirementWords } from './staleness-text.ts';
import { visible } from './visible-text.ts';

const RULES = {
  'profile-unreadable': 'A profile that cannot be read, so that none of its stamps counts.',
  'stamp-to-come': 'A fact verified in a month to come.',
  'fact-never-verified': 'A fact that nobody has verified.',
  'fact-stale': 'A fact that has to be read up again.',
  'way-in-retires': 'A way to reach the platform that it has announced to end.',
} as const;
type Rule = keyof typeof RULES;

interface Finding {
  rule: Rule;
  level: 'error' | 'warning' | 'note';
  message: string;
  file: string;
  line: number;
  /** What stays the same from one upload to the next, wherever the line moves. */
  key: string;
}

/**
 * What has to be read up again as SARIF 2.1.0, for code scanning: each fact at its YAML line. The same scan gives the same
 * bytes. Source: OASIS, Static Analysis Results Interchange Format 2.1.0, sections 3.27 to 3.30.
 *
 * @param version of this program
 */
export function stalenessSarif(scan: StampScan, version: string): string {
  const findings = findingsOf(scan);
  const rules = (Object.keys(RULES) as Rule[]).filter((rule) => findings.some((each) => each.rule === rule));
  const document = {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'gpu-lease',
            semanticVersion: version,
            rules: rules.map((id) => ({ id, shortDescription: { text: RULES[id] } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map((each) => resultOf(each, rules.indexOf(each.rule))),
      },
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function findingsOf({ facts, faults, retirements }: StampScan): Finding[] {
  return [
    ...faults.map(({ file, line, what, next }): Finding => {
      const message = `${what}. ${next}`;
      return { rule: 'profile-unreadable', level: 'error', message, file, line, key: what };
    }),
    ...facts.flatMap((fact) => findingOf(fact) ?? []),
    ...retirements.map((each): Finding => {
      const level = each.daysLeft < 0 ? 'error' : 'warning';
      const message = retirementWords(each);
      return { rule: 'way-in-retires', level, message, file: each.file, line: each.line, key: each.entry };
    }),
  ];
}

function findingOf(fact: PlacedFact): Finding | undefined {
  if (fact.state === 'fresh') return undefined;
  const rule = ({ future: 'stamp-to-come', never: 'fact-never-verified', stale: 'fact-stale' } as const)[
    fact.state
  ];
  const isCostly = fact.risk === 'money-or-data';
  const level = fact.state === 'future' ? 'error' : isCostly ? 'warning' : 'note';
  const cost = isCostly ? ' Believed wrongly it costs money or data.' : '';
  const message = `${fact.profile} ${fact.name}: verified ${ageWords(fact)}.${cost} Source: ${fact.sources.map(({ where }) => where).join('; ')}.`;
  return { rule, level, message, file: fact.file, line: fact.line, key: `${fact.profile}/${fact.name}` };
}

const resultOf = ({ rule, level, message, file, line, key }: Finding, ruleIndex: number) => ({
  ruleId: rule,
  ruleIndex,
  kind: 'fail',
  level,
  message: { text: visible(message) },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: relativeUri(file), uriBaseId: '%SRCROOT%' },
        region: { startLine: line },
      },
    },
  ],
  partialFingerprints: {
    'gpuLeaseFact/v1': createHash('sha256')
      .update(JSON.stringify([rule, file, key]))
      .digest('hex')
      .slice(0, 32),
  },
});
