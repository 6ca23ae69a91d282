import type { Probe } from '../box/box-plan.ts';

/** A card of the box at one heartbeat of the keeper. `undefined`: its tool does not tell, which is no zero. */
export interface Card {
  busyPercent: number | undefined;
  usedMib: number | undefined;
}

/** Of `Probe.gpu`. A text that is none gives no card. */
export const readCards = (gpu: Probe['gpu']): Card[] =>
  (gpu ?? '').split(';').flatMap((line) => {
    const cells = line.split(',').map((cell) => cell.trim());
    const number = (at: number) =>
      /^\d{1,7}(\.\d{1,3})?$/.test(cells[at] ?? '') ? Number(cells[at]) : undefined;
    return number(0) === undefined || cells.length < 5
      ? []
      : [{ busyPercent: number(2), usedMib: number(3) }];
  });

/** `GPU 94 %`, `8 GPUs 12-97 %`; nothing where no card tells. */
export function cardWords(cards: readonly Card[]): string {
  const busy = cards.flatMap(({ busyPercent }) => busyPercent ?? []);
  if (busy.length === 0) return '';
  const [least, most] = [Math.min(...busy), Math.max(...busy)];
  const percent = least === most ? `${most} %` : `${least}-${most} %`;
  return cards.length === 1 ? `GPU ${percent}` : `${cards.length} GPUs ${percent}`;
}

/**
 * A context of CUDA takes about 500 MiB and a driver alone next to nothing (0 MiB and 769 MiB with the PyTorch example, on an H200:
 * test/box/fixtures/h200). How busy a card is proves nothing: that example kept it at 0 %.
 */
const CONTEXT_MIB = 200;

/** No process holds memory on any of them. One that does not tell is not unused. */
export const areUnused = (cards: readonly Card[]): boolean =>
  cards.length > 0 && cards.every(({ usedMib }) => usedMib !== undefined && usedMib < CONTEXT_MIB);

/** What a stage saw of cards that nothing uses while steps go on: since when, and from which step. */
export interface Unused {
  step: number;
  atSeconds: number;
  isTold: boolean;
}

/** A heartbeat is up to a minute old, so that it may show a card from before the model was moved to it. */
const LONG_SECONDS = 120;

/**
 * Steps were made for two minutes, and nothing held memory on any card. Keeps what was seen in `unused`, by cell.
 *
 * @returns whether that is to be told, once for each cell
 */
export function trainsBesideCards(
  unused: Map<string, Unused>,
  cell: string,
  cards: readonly Card[],
  at: Pick<Unused, 'step' | 'atSeconds'>,
): boolean {
  const since = unused.get(cell);
  if (!areUnused(cards)) {
    if (!since?.isTold) unused.delete(cell);
    return false;
  }
  if (!since) unused.set(cell, { ...at, isTold: false });
  if (!since || since.isTold || at.step <= since.step || at.atSeconds - since.atSeconds < LONG_SECONDS)
    return false;
  since.isTold = true;
  return true;
}
