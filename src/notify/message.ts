import { usdPerHourNow, usdSoFar } from '../lease/cost.ts';
import type { News } from '../lease/notice.ts';
import { costing, type Run, runState } from '../lease/run.ts';
import { visibleLine } from '../report/visible-text.ts';

/** What is said, before it is put into the form of a target. Words may come from a box: they are one visible line each. */
export interface Message {
  /** The same for every try and every target. */
  id: string;
  event: News['event'] | 'test';
  /** When it happened, ISO 8601. */
  at: string;
  run: string;
  job: string;
  state: string;
  what: string;
  next: string | null;
  costUsd: number;
  usdPerHour: number;
  /** What costs that: `tiny-1 on runpod: gpu 0.4 USD/h` for each box. */
  costing: string[];
  /** Of the workflow run that sends it. */
  page: string | null;
  /** It may have come before, with the same id. */
  repeat: boolean;
}

/** A sweep may hold hundreds. */
const MOST_BOXES = 10;
/** No target takes more, and no sentence of ours is as long. */
const MOST_CHARACTERS = 1500;

const words = (text: string): string => {
  const line = visibleLine(text);
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}...` : line;
};

export const messageOf = (
  run: Run,
  news: News,
  { now, page, repeat }: { now: Date; page: string | undefined; repeat: boolean },
): Message => ({
  id: `${run.id}/${news.key}`,
  event: news.event,
  at: news.since,
  run: run.id,
  job: run.opened?.job ?? '',
  state: runState(run),
  what: words(news.what),
  next: news.next === undefined ? null : words(news.next),
  costUsd: Number(usdSoFar(run, now).toFixed(4)),
  usdPerHour: Number(usdPerHourNow(run, now).toFixed(4)),
  costing: costing(run).slice(0, MOST_BOXES).map(words),
  page: page ?? null,
  repeat,
});

/** Of no run: whether messages arrive. */
export const testMessage = (job: string, id: string, now: Date, page: string | undefined): Message => ({
  id: `test/${id}`,
  event: 'test',
  at: now.toISOString(),
  run: '',
  job,
  state: '',
  what: 'This is a test: nothing happened, and messages arrive here.',
  next: null,
  costUsd: 0,
  usdPerHour: 0,
  costing: [],
  page: page ?? null,
  repeat: false,
});

/** `tiny-1: sealed`: a mail's subject, and the first words elsewhere. */
export const titleOf = ({ event, run, job }: Message): string =>
  `gpu-lease: ${event.replace('-', ' ')} (${visibleLine(run || job)})`;

/** What it cost and what still costs money, where it cost anything. */
export function moneyOf({ costUsd, usdPerHour, costing: boxes }: Message): string {
  if (costUsd === 0 && usdPerHour === 0) return '';
  const still =
    usdPerHour === 0
      ? 'nothing costs money any more'
      : `${usdPerHour} USD per hour goes on${boxes.length > 0 ? ` (${boxes.join('; ')})` : ''}`;
  return `${costUsd.toFixed(2)} USD so far, ${still}`;
}
