import { nearestOf } from '../nearest.ts';
import { CARDS, type Card } from './gpu-cards.ts';

/** A card as an offer describes it, in our words beside the platform's. */
export interface OfferedGpu {
  /** The platform's own name of it. */
  native: string;
  /** Our name (`A100`, `RTX 4090`); `null` when nobody has told us what the platform's name stands for. */
  model: string | null;
  /** `SXM`, `PCIe`, `NVL`, where the name says it. */
  form?: string;
  /** Of one card, in GB as its maker counts them (80, not 79.6). */
  memoryGb?: number;
  count: number;
}

/** A card as a name says it: `A100 80GB`, `h100_sxm`, `gpu_8x_a100_80gb_sxm4`. */
export interface NamedGpu {
  model: string;
  form?: string;
  memoryGb?: number;
}

/** @param memoryGb of one card, as the platform counts it: GB, GiB or a little less */
export function offeredGpu(native: string, count: number, memoryGb?: number): OfferedGpu {
  const card = cardIn(native);
  const form = formIn(native);
  const memory = memoryGb === undefined ? saidOrOnly(card, native) : nearestSize(sizesOf(card), memoryGb);
  return {
    native,
    model: card?.model ?? null,
    ...(form === undefined ? {} : { form }),
    ...(memory === undefined ? {} : { memoryGb: memory }),
    count,
  };
}

/** The card that a name stands for, whatever its case, blanks and decoration; `undefined` for one that we do not know. */
export function knownGpu(name: string): NamedGpu | undefined {
  const card = cardIn(name);
  if (!card) return;
  const form = formIn(name);
  const memoryGb = saidMemory(card, name);
  return {
    model: card.model,
    ...(form === undefined ? {} : { form }),
    ...(memoryGb === undefined ? {} : { memoryGb }),
  };
}

/** Whether an offered card is what a name asks for. Form and memory count where both sides say them: 40 and 80 GB, SXM and PCIe share a name. */
export function isCard(gpu: OfferedGpu, name: string): boolean {
  const wanted = knownGpu(name);
  if (!wanted || gpu.model === null) return nameHolds(gpu.native, name);
  if (wanted.model !== gpu.model) return false;
  if (wanted.form !== undefined && gpu.form !== undefined && wanted.form !== gpu.form) return false;
  return wanted.memoryGb === undefined || gpu.memoryGb === undefined || wanted.memoryGb === gpu.memoryGb;
}

/** For a person: `A100 SXM 80 GB`. */
export const cardText = ({ native, model, form, memoryGb }: OfferedGpu): string =>
  model === null
    ? native
    : [model, form, memoryGb === undefined ? undefined : `${memoryGb} GB`].filter(Boolean).join(' ');

/** The cards that a name counts: `gpu_8x_a100`, `8H100.80S.176V`, `gpu-h100x8-640gb`, `A100x4`. `undefined` where it counts none. */
export function countInName(name: string): number | undefined {
  const [, before, after] =
    /^(?:gpu[_-])?(\d{1,2})x[_ -]?(?=[a-z])|[a-z]\d{1,3}[a-z]{0,3}x(\d{1,2})(?=$|-\d+gb$)/i.exec(name) ?? [];
  const verda = /^(\d{1,2})[A-Z][A-Z0-9]+(?:\.\d+S)?\.\d+V$/.exec(name)?.[1];
  const count = Number(before ?? after ?? verda);
  return count > 0 ? count : undefined;
}

/** Of the card of that very name of ours; `undefined` where it has none. */
export const computeOf = (model: string): number | undefined =>
  CARDS.find((card) => card.model === model)?.compute;

/** In GB, of one card of that name: what it comes with, or what the name says. `undefined` where we do not know the card. */
export function memorySizesOf(name: string): readonly number[] | undefined {
  const said = knownGpu(name)?.memoryGb;
  return said === undefined ? cardIn(name)?.memoryGb : [said];
}

/** The card that somebody most likely meant by a name that we do not know. */
export function nearestGpu(name: string): string | undefined {
  const word = squeezed(name);
  const modelOf = new Map(
    CARDS.flatMap((card) => spellingsOf(card).map((each) => [squeezed(each), card.model])),
  );
  // The letter O for a nought is no other card, and neither is a name that is as long the less likely one.
  const asDigits = modelOf.get(word.replaceAll('o', '0'));
  const byLength = [...modelOf.keys()].sort(
    (a, b) => Math.abs(a.length - word.length) - Math.abs(b.length - word.length),
  );
  const near = asDigits === undefined ? nearestOf(word, byLength) : undefined;
  return asDigits ?? (near === undefined ? undefined : modelOf.get(near));
}

/** Whether what a platform calls a card holds that name; for cards that are newer than our table. */
export const nameHolds = (native: string, name: string): boolean => squeezed(native).includes(squeezed(name));

/** Of all spellings that stand in the text the longest: `A100` and not `A10`, `RTX 4090D` and not `RTX 4090`. */
function cardIn(text: string): Card | undefined {
  const plain = plainly(text);
  let best: { card: Card; length: number } | undefined;
  for (const { card, pattern, length } of PATTERNS) {
    if (length > (best?.length ?? 0) && pattern.test(plain)) best = { card, length };
  }
  return best?.card;
}

const spellingsOf = ({ model, also = [] }: Card): string[] => [model, ...also];

const squeezed = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Lower case, one blank between words; makers' names stand apart even where they were run together (`NvidiaTeslaT4`). */
const plainly = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/(nvidia|tesla|geforce|quadro|amd|instinct) ?/g, ' $1 ')
    .trim();

/** A chip of that number in a laptop is another one, and so is a `Ti` that stands in no line of the table. */
const OTHER_CARD = '(?! (?:ti|laptop|mobile)\\b)';

/**
 * A spelling may follow a count (`8xh100`, `1H100.80S`) and be followed by one (`h100x8`) or by a form; any other letter or
 * digit beside it makes it another card.
 */
function patternOf(spelling: string): RegExp {
  const words = spelling.toLowerCase().split(/[ -]/).join(' ?');
  const before = /^[a-z]/.test(words) ? '(?<![a-wyz]|(?<!\\d)x)' : '(?<![a-z0-9])';
  return new RegExp(`${before}${words}(?=$|[^a-z0-9]|x\\d|sxm|pcie|nvl|oam)${OTHER_CARD}`);
}

const PATTERNS = CARDS.flatMap((card) =>
  spellingsOf(card).map((each) => ({ card, pattern: patternOf(each), length: squeezed(each).length })),
);

function formIn(text: string): string | undefined {
  const plain = plainly(text);
  // Verda writes `1A100.40S.22V`; NVIDIA's driver calls the SXM card `H100 80GB HBM3`.
  if (/sxm/.test(plain) || /\.\d{2,3}S\./.test(text) || /h100 80gb hbm3/.test(plain)) return 'SXM';
  if (/pcie/.test(plain)) return 'PCIe';
  return /nvl\b/.test(plain) ? 'NVL' : undefined;
}

const sizesOf = (card: Card | undefined): readonly number[] => card?.memoryGb ?? [];

/** A size in the name counts where the card comes in it: `gpu-h100x8-640gb` is of all eight. */
function saidMemory(card: Card, text: string): number | undefined {
  for (const [, digits] of text.matchAll(/(?<!\d)(\d{1,3}) ?(?:gi?b?|s(?=\.))(?![a-z])/gi)) {
    const size = nearestSize(card.memoryGb, Number(digits));
    if (card.memoryGb.includes(size)) return size;
  }
  return;
}

function saidOrOnly(card: Card | undefined, native: string): number | undefined {
  if (!card) return;
  return saidMemory(card, native) ?? (card.memoryGb.length === 1 ? card.memoryGb[0] : undefined);
}

/** The size that the maker names, when what was measured is within 8 % of one. */
function nearestSize(sizes: readonly number[], measured: number): number {
  const off = (size: number) => Math.abs(size - measured) / size;
  const [nearest] = [...sizes].sort((a, b) => off(a) - off(b));
  return nearest !== undefined && off(nearest) < 0.08 ? nearest : Math.round(measured);
}
