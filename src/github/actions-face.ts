import type { Clock } from '../clock.ts';
import { wordsBeside } from '../report/progress-bar.ts';
import type { Face, Progress } from '../world.ts';
import { annotation, group, inert } from './inert.ts';

const PROGRESS_EVERY_SECONDS = 15;
/** GitHub shows about so many annotations of one kind per step; the rest would vanish, so they are lines. */
const MAX_ANNOTATIONS = 10;

/** A workflow log: groups for parts of a stage, annotations for warnings, plain lines for everything else. */
export function actionsFace(
  clock: Clock,
  write: (text: string) => void = (text) => void process.stdout.write(text),
  isNew: (text: string) => boolean = () => true,
): Face {
  const shownAt = new Map<string, number>();
  let warnings = 0;
  let isOpen = false;
  const print = (text: string) => write(`${inert(text)}\n`);
  return {
    heading(text) {
      if (isOpen) write('::endgroup::\n');
      isOpen = true;
      write(group(text));
    },
    line: print,
    warn(text, at) {
      warnings += 1;
      // What is said of a line of a file is as true in every step: once beside that line is enough.
      if (warnings <= MAX_ANNOTATIONS && (!at || isNew(`${at.file}:${at.line}: ${text}`)))
        write(annotation('warning', text, at));
      else print(`warning: ${at ? `${at.file}:${at.line}:${at.column}: ` : ''}${text}`);
    },
    progress(id, state) {
      const now = clock.now().getTime() / 1000;
      if (now - (shownAt.get(id) ?? Number.NEGATIVE_INFINITY) < PROGRESS_EVERY_SECONDS) return;
      shownAt.set(id, now);
      print(progressLine(state));
    },
    settle(id) {
      if (id === undefined) shownAt.clear();
      else shownAt.delete(id);
    },
  };
}

function progressLine(state: Progress): string {
  const { label, done, total, unit } = state;
  const share = total ? `/${total} ${unit} (${Math.floor((100 * done) / total)} %)` : ` ${unit}`;
  const words = wordsBeside(state);
  return `${label}: ${Math.round(done)}${share}${words ? `, ${words}` : ''}`;
}
