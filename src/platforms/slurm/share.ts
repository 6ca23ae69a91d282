import { oneLine } from '../../box/stranger-text.ts';
import { isSilent, type LoginNode, queueSilent, sentenceOf, type Told } from './api.ts';
import { boxWords } from './box.ts';
import { SHARE } from './remote.ts';

/** Of the priority of a job, in the order of SHARE; what a site gives no weight is 0 for every job. */
const FACTORS = ['how long it has waited', 'fair share', 'its size', 'its partition', 'its QOS'] as const;
const MOST_ACCOUNTS = 5;

/**
 * What holds a job that waits behind others, as far as Slurm tells it to a user, in sentences.
 * @throws Problem where Slurm does not answer
 */
export async function whyBehind(node: LoginNode, boxId: string): Promise<string[]> {
  const told = await node.ask(SHARE, boxWords(boxId));
  const said = told.lines('sprio');
  if (isSilent(said)) throw queueSilent(node.target, sentenceOf(said));
  return [...placeIn(told), ...accountsIn(told)];
}

function placeIn(told: Told): string[] {
  const said = told.lines('sprio').join(' ');
  if (/priority\/basic/.test(said))
    return [
      'Here the oldest job is the next: the cluster has neither priorities nor fair share (priority/basic).',
    ];
  if (told.code('sprio') !== 0)
    return [
      `What its priority is made of Slurm does not tell: ${sentenceOf(told.lines('sprio')) ?? 'it said nothing'}.`,
    ];
  const [own] = told.lines('own');
  if (own === undefined) return ['Slurm lists no priority of it: it does not wait, or not for its turn.'];
  const [, , partition = '', priority = '', ...mine] = own.split('|');
  const [jobs = 0, users = 0, ...theirs] = numbersIn(told.lines('ahead')[0] ?? '');
  const where = `in the partition ${oneLine(partition, 60)}`;
  if (jobs === 0)
    return [
      `No job that you may see has a higher priority ${where} than its ${oneLine(priority, 20)}: it waits for room.`,
    ];
  const before = `${count(jobs, 'job')} of ${count(users, 'user')} ${jobs === 1 ? 'stands' : 'stand'} before it ${where}: its priority is ${oneLine(priority, 20)}`;
  const most = largestLead(mine.map(Number), theirs);
  return [most === undefined ? `${before}.` : `${before}, and most of what it lacks is ${most}.`];
}

/** By which factor those before it are ahead, on average. */
function largestLead(mine: readonly number[], theirs: readonly number[]): string | undefined {
  const leads = FACTORS.map((factor, at) => {
    const [own = 0, other = 0] = [mine[at], theirs[at]];
    return { factor, own, other, lead: other - own };
  }).sort((a, b) => b.lead - a.lead);
  const [first] = leads;
  if (!first || !(first.lead > 0)) return;
  return `${first.factor} (${first.own} points, and those before it ${first.other} on average)`;
}

const numbersIn = (text: string): number[] => text.split('|').map((each) => Number(each) || 0);

const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`;

/** A line for each account that the user is in, and one more where hours were given to it. */
const accountsIn = (told: Told): string[] =>
  told
    .lines('share')
    .slice(0, MOST_ACCOUNTS)
    .flatMap((line) => {
      const [name = '', fair = '', shares = '', used = '', given = '', spent = '', promised = ''] =
        line.split('|');
      const account = `account ${oneLine(name, 60)}`;
      return [...shareOf(account, { shares, used, fair }), ...hoursOf(account, { given, spent, promised })];
    });

function shareOf(
  account: string,
  { shares, used, fair }: Record<'shares' | 'used' | 'fair', string>,
): string[] {
  if (![shares, used, fair].every((each) => /^\d+\.\d+$/.test(each))) return [];
  const percent = (text: string) => `${(100 * Number(text)).toFixed(0)} %`;
  return [
    `The ${account} has ${percent(shares)} of the shares of its level and ${percent(used)} of its use of late; your fair share there is ${Number(fair).toFixed(2)} of 1, and rises as older use counts less.`,
  ];
}

/** Minutes of cards, as `gres/gpu=6000` among others. */
function hoursOf(
  account: string,
  { given, spent, promised }: Record<'given' | 'spent' | 'promised', string>,
): string[] {
  const [limit, used = 0, running = 0] = [given, spent, promised].map(gpuMinutesIn);
  if (limit === undefined) return [];
  const hours = (minutes: number) => (minutes / 60).toFixed(1);
  return [
    `GPU-hours that the ${account} was given: ${hours(limit)}; ${hours(used)} are used, and what runs may use ${hours(running)} more; ${hours(Math.max(0, limit - used - running))} are left.`,
  ];
}

function gpuMinutesIn(tres: string): number | undefined {
  const [, minutes] = /(?:^|,)gres\/gpu=(\d+)/.exec(tres) ?? [];
  return minutes === undefined ? undefined : Number(minutes);
}
