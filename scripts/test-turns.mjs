// Which of the files that are alike a short run leaves to the next.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files whose first lines name the same turn prove alike things: a run takes one of up to twelve by its seed, of more every twelfth. */
const MOST_PARTS = 12;
const TURN = /^(?:\/\/.*\n)*?\/\/ In turn: (.+)\n/;

export function filesInTurn(root, files, seed) {
  const turns = new Map();
  for (const file of files) {
    const [, turn] = TURN.exec(readFileSync(join(root, file), 'utf8')) ?? [];
    if (turn !== undefined) turns.set(turn, [...(turns.get(turn) ?? []), file]);
  }
  // One that has nobody to take turns with would be left out of every second run, and what it proves with it.
  for (const [turn, [file, other]] of turns)
    if (other === undefined) throw new Error(`${file} is alone in its turn, "${turn}"`);
  const later = [...turns.values()].flatMap((each) =>
    each.filter((_, index) => !isMine(index, each.length, seed)),
  );
  return files.filter((file) => !later.includes(file));
}

function isMine(index, files, seed) {
  const parts = Math.min(MOST_PARTS, files);
  return index % parts === seed % parts;
}
