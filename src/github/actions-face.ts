import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Face } from '../world.ts';

const PROGRESS_EVERY_SECONDS = 15;

/**
 * A workflow log: groups for stages, annotations for warnings, and nothing that a box could use to talk to the runner.
 * The runner obeys lines that begin with `::name::` and any line that holds `##[name]`, so both are broken in all text.
 */
export function actionsFace(
  clock: Clock,
  write: (text: string) => void = (text) => void process.stdout.write(text),
): Face {
  const shownAt = new Map<string, number>();
  let open = false;
  const print = (text: string) => {
    for (const line of text.split('\n')) write(`${inert(line)}\n`);
  };
  return {
    heading(text) {
      if (open) write('::endgroup::\n');
      open = true;
      write(`::group::${escapeData(inert(text))}\n`);
    },
    line: print,
    warn(text, at) {
      const place = at ? ` file=${escapeProperty(at.file)},line=${at.line},col=${at.column}` : '';
      write(`::warning${place}::${escapeData(inert(text))}\n`);
    },
    progress(id, { label, done, total, unit, note }) {
      const now = clock.now().getTime() / 1000;
      if (now - (shownAt.get(id) ?? Number.NEGATIVE_INFINITY) < PROGRESS_EVERY_SECONDS) return;
      shownAt.set(id, now);
      const share = total ? ` (${Math.floor((100 * done) / total)} %)` : '';
      print(
        `${label}: ${Math.round(done)}${total ? `/${total}` : ''} ${unit}${share}${note ? `, ${note}` : ''}`,
      );
    },
    settle: (id) => void shownAt.delete(id),
  };
}

/** Text that the runner cannot take for a command. Control characters are shown, not sent. */
export const inert = (text: string): string =>
  text
    .replace(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g,
      (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
    )
    .replace(/^(\s*)::/gm, '$1:\u200b:')
    .replaceAll('##[', '#\u200b#[');

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** A heredoc delimiter that no value can guess. */
export const delimiter = (): string => `gpu-lease-${randomBytes(16).toString('hex')}`;
