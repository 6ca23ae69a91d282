import { markdownBlock, markdownText as text } from './markdown-text.ts';
import { visible } from './visible-text.ts';

export interface SmokeCard {
  job: string;
  inShort: string;
  proved: readonly string[];
  notProved: readonly string[];
  warnings: readonly { what: string; next: string }[];
  /** The report as the log has it. */
  lines: readonly string[];
  /** Where a training is started by hand. */
  form: string | undefined;
}

/** The card of a smoke that passed: what it proved, and what it did not. */
export function smokeMarkdown({ job, inShort, proved, notProved, warnings, lines, form }: SmokeCard): string {
  const next = 'a training may be started';
  return `${[
    `## ${text(job)}: the smoke passed`,
    `**${text(inShort)}**`,
    ...warnings.map(({ what, next: then }) => `> [!WARNING]\n> ${text(what)} Next: ${text(then)}`),
    `**Next:** ${next}${form === undefined ? '.' : ` ([open the form](${form})).`}`,
    `It proved:\n\n${bullets(proved)}`,
    `It did not prove:\n\n${bullets(notProved)}`,
    `<details><summary>As the log has it</summary>\n\n${markdownBlock(visible(lines.join('\n')))}\n\n</details>`,
  ].join('\n\n')}\n`;
}

const bullets = (lines: readonly string[]): string => lines.map((each) => `- ${text(each)}`).join('\n');
