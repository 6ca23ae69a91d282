// Which of the files that are alike a short run leaves to the next.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files whose first lines name the same turn prove alike things: a run takes every second of them, by its seed. */
const TURN = /^(?:\/\/.*\n)*?\/\/ In turn: (.+)\n/;

export function filesInTurn(root, files, seed) {
  const turns = new Map();
  for (const file of files) {
    const [, turn] = TURN.exec(readFileSync(join(root, file), 'utf8')) ?? [];
    if (turn !== undefined) turns.set(turn, [...(turns.get(turn) ?? []), file]);
  }
  const later = [...turns.values()].flatMap((each) => each.filter((_, index) => index % 2 !== seed % 2));
  return files.filter((file) => !later.includes(file));
}
