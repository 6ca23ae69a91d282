import type { Told, Year } from './stories.ts';
import { CAUSES, isWanted } from './waste.ts';

/** What the stories came to: promises that were broken, each with the seed that tells it again, then every USD by its cause. */
export function yearTable({ told }: Year): string[] {
  const usd = told.reduce((sum, each) => sum + each.usd, 0);
  const count = (of: (each: Told) => boolean) => told.filter(of).length;
  const by = (of: (each: Told) => string | undefined) => {
    const counts = new Map<string, number>();
    for (const each of told) counts.set(of(each) ?? 'none', (counts.get(of(each) ?? 'none') ?? 0) + 1);
    return [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, n]) => `${name} ${n}`)
      .join(', ');
  };
  const years = told.map(({ startsAt }) => new Date(startsAt).getUTCFullYear());
  const rows = CAUSES.map((cause) => {
    const paid = told.filter(({ spent }) => (spent.get(cause) ?? 0) > 0.005);
    const sum = told.reduce((all, { spent }) => all + (spent.get(cause) ?? 0), 0);
    return { cause, sum, stories: paid.length };
  });
  const wasted = rows.filter(({ cause }) => !isWanted(cause)).reduce((all, { sum }) => all + sum, 0);
  const line = (name: string, sum: number, stories: number | string) =>
    `| ${name} | ${sum.toFixed(2)} | ${((100 * sum) / usd).toFixed(1)} % | ${stories} |`;
  return [
    `${told.length} stories of ${Math.min(...years)} to ${Math.max(...years)}, seeds ${told[0]?.seed} to ${told.at(-1)?.seed}`,
    `at: ${by(({ platform }) => platform)}`,
    `behaviours: ${by(({ behaviour }) => behaviour)}`,
    `word in advance: ${by(({ standing }) => standing)}`,
    `closed ${count(({ isClosed }) => isClosed)}, without a box ${count(({ isInVain }) => isInVain)}, looks ${told.reduce((sum, { looks }) => sum + looks, 0)}, boxes ${told.reduce((sum, { boxes }) => sum + boxes, 0)}`,
    '',
    '| promise | broken |',
    '| --- | --- |',
    ...Object.entries(brokenBy(told)).map(([promise, broken]) => `| ${promise} | ${broken.length} |`),
    '',
    '| cause | USD | share | stories |',
    '| --- | ---: | ---: | ---: |',
    ...rows.map(({ cause, sum, stories }) => line(isWanted(cause) ? `(${cause})` : cause, sum, stories)),
    line('wasted', wasted, ''),
    line('all', usd, told.length),
  ];
}

/** What no story may show, each with the seed that tells it again. */
export function brokenBy(told: readonly Told[]): Record<string, string[]> {
  const each = (of: (story: Told) => readonly string[]) =>
    told.flatMap((story) =>
      of(story).map(
        (what) => `seed ${story.seed} (${story.platform}, ${story.behaviour ?? 'as documented'}): ${what}`,
      ),
    );
  return {
    'a meter of which nobody was told in time': each(({ missed }) =>
      missed.map(
        ({ what, box, hours, usd }) => `${what} ${box} for ${hours.toFixed(2)} h, ${usd.toFixed(2)} USD`,
      ),
    ),
    'a meter left behind by a closed run': each(({ forgotten }) => forgotten),
    'a box held unfit': each(({ unfitHeld }) => unfitHeld),
    'a release blocked by calendar': each(({ blocked }) => blocked),
    'a run without an end': each(({ isClosed, isInVain }) =>
      isClosed || isInVain ? [] : ['it is open still'],
    ),
  };
}
