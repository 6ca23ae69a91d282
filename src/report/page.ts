import { inkFor } from './ink.ts';
import { columnsOn, type Screen } from './terminal-face.ts';
import { visible } from './visible-text.ts';
import { wrapped } from './wrapped.ts';

/** What a command prints as a whole: laid out for the terminal that it goes to, as it is where it goes elsewhere. */
export interface Page {
  /** `undefined`: lines may be of any length. */
  columns: number | undefined;
  print(text: string): void;
}

export function pageOn(out: Screen, env: NodeJS.ProcessEnv): Page {
  const columns = columnsOn(out);
  const ink = inkFor({ isTTY: out.isTTY, env });
  return {
    columns,
    print(text) {
      const shown = visible(text);
      const rows = columns === undefined ? shown.split('\n') : wrapped(shown, columns);
      out.write(`${rows.map(ink.line).join('\n')}\n`);
    },
  };
}
