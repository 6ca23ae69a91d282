import { type Settings, wholeNumber } from './settings.ts';

/** Over how many boxes this command says to go; `undefined` where it leaves that to the job file. */
export const boxesAsked = (settings: Pick<Settings, 'value'>): number | undefined =>
  settings.value('boxes') === undefined ? undefined : wholeNumber(settings, 'boxes', { least: 1 });
