import { markdownText } from '../report/markdown-text.ts';
import type { ActionCall } from './action-call.ts';
import { exitOf, type Told, tellAll } from './notify.ts';

/** The step of `actions/notify`: it exists to send. */
export async function step(call: ActionCall): Promise<number> {
  const told = await tellAll(call, 'send');
  const sent = told.filter(({ taken }) => taken).length;
  call.tell({ sent: String(sent), failed: String(told.length - sent) });
  for (const each of told) {
    if (each.taken) call.face.line(`${each.target} took the message`);
    else call.face.warn(`${each.target} was not told: ${whyOf(each)}`);
  }
  const rows = told.map(
    (each) => `| ${markdownText(each.target)} | ${each.taken ? 'took it' : markdownText(whyOf(each))} |`,
  );
  await call.summarize(`## notify\n\n| target | test message |\n| --- | --- |\n${rows.join('\n')}\n`);
  return exitOf(told);
}

const whyOf = ({ fault, why }: Told): string => fault ?? why ?? 'no reason given';
