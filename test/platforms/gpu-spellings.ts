import { readFileSync } from 'node:fs';

/** A card as a name says it, beside the name: proposed by our own catalogue and then read through, so a mistake that both make is not seen. */
export interface Spelling {
  text: string;
  model: string;
  form?: 'SXM' | 'PCIe' | 'NVL';
  memoryGb?: number;
}

interface Source {
  source: string;
  month: string;
  /** By card: `A100|SXM|80` stands for what says form and memory, `RTX 4090` for what says neither. */
  names: Record<string, string[]>;
}

const sources: Source[] = JSON.parse(readFileSync(new URL('gpu-spellings.json', import.meta.url), 'utf8'));

/** The names that one source uses. */
export const namesOf = (source: string): Spelling[] =>
  sources
    .filter((each) => each.source.startsWith(source))
    .flatMap(({ names }) =>
      Object.entries(names).flatMap(([card, texts]) => texts.map((text) => ({ text, ...parts(card) }))),
    );

/** Each once, whoever uses it. */
export const SPELLINGS: readonly Spelling[] = [
  ...new Map(sources.flatMap(({ source }) => namesOf(source)).map((each) => [each.text, each])).values(),
];

function parts(card: string): Omit<Spelling, 'text'> {
  const [model = '', ...more] = card.split('|');
  const form = more.find((each) => /^[A-Z]/.test(each)) as Spelling['form'];
  const memory = more.find((each) => /^\d/.test(each));
  return { model, ...(form && { form }), ...(memory && { memoryGb: Number(memory) }) };
}
