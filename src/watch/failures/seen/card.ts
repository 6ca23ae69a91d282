import { newMarks } from '../evidence.ts';
import { allOf, numbersIn, type Sees } from './over-lines.ts';

/** One row of `nvidia-smi dmon`. */
interface Sample {
  at: number;
  watts: number;
  /** Share of the time in which something ran, and in which memory was read or written, %. */
  busy: number;
  memory: number;
}

const ROW =
  /^\s{0,8}\d{1,2}\s{1,8}(\d{1,4})\s{1,8}\d{1,3}\s{1,8}(?:\d{1,3}|-)\s{1,8}(\d{1,3})\s{1,8}(\d{1,3})\s/gm;

/** Of `nvidia-smi dmon -s pu`: gpu, pwr, gtemp, mtemp, sm, mem, ... */
function samplesIn(text: string): Sample[] {
  if (!/^# gpu\s{1,8}pwr\s{1,8}gtemp\s{1,8}mtemp\s{1,8}sm\s{1,8}mem\b/m.test(text)) return [];
  return [...text.matchAll(ROW)].map(({ index, 1: watts, 2: busy, 3: memory }) => ({
    at: index,
    watts: Number(watts),
    busy: Number(busy),
    memory: Number(memory),
  }));
}

/** So many samples in a row are no accident. */
const LONG = 3;

const always =
  (isIt: (sample: Sample) => boolean, also: (text: string) => boolean = () => true): Sees =>
  (text) => {
    const samples = samplesIn(text);
    return samples.length >= LONG && samples.every(isIt) && also(text) ? (samples.at(-1)?.at ?? -1) : -1;
  };

/** F-K12. Watts of a card that really works are far more. */
export const busyAndIdle = always(
  ({ busy, memory, watts }) => busy >= 95 && memory >= 1 && memory <= 15 && watts < 200,
);

/** F-K14: `Threads: 412 total` of top, and few processors. */
export const heldUpByThreads = always(
  ({ busy }) => busy >= 5 && busy <= 15,
  (text) => numbersIn(text, /\bThreads:\s{0,8}(\d{1,6}) total/g).some(({ value }) => value > 100),
);

/** F-K15. */
export const waitsInCollective = always(
  ({ busy, memory }) => busy >= 95 && memory === 0,
  (text) => newMarks(text, []).length === 0,
);

/** F-K13: steps go on beside it. */
export const onProcessor = always(
  ({ busy }) => busy <= 3,
  (text) => newMarks(text, []).length >= LONG,
);

/** F-K10: `--query-gpu=clocks.sm,clocks.max.sm,temperature.gpu,utilization.gpu`. */
export const clockHeldDown: Sees = (text) => {
  for (const { index, 1: now, 2: most, 3: celsius, 4: busy } of text.matchAll(
    /^(\d{2,5}) MHz, (\d{2,5}) MHz, (\d{1,3}), (\d{1,3}) %/gm,
  ))
    if (Number(now) < 0.7 * Number(most) && Number(celsius) >= 83 && Number(busy) > 50) return index;
  return -1;
};

/** F-K16: `fuser -v /dev/nvidia0` names a holder, and the tool of the card none. */
export const unlistedHolder = allOf(
  /^\/dev\/nvidia\d{1,2}:\s{1,20}(?:\S{1,40}\s{1,20})?\d{2,9}\b/m,
  /No running processes found/,
);

/** F-K17: a driver alone takes a few MiB. */
const OF_THE_DRIVER_MIB = 600;

export const takenBeforeStart: Sees = (text) => {
  if (!/No running processes found/.test(text)) return -1;
  const used = numbersIn(text, /\|\s{1,8}(\d{1,6})MiB \/ {1,6}\d{1,6}MiB \|/g);
  return used.find(({ value }) => value > OF_THE_DRIVER_MIB)?.at ?? -1;
};
