/** What an NVIDIA driver reports by number, as its Xid catalogue and one cloud's published list explain it. */
interface Xid {
  codes: readonly number[];
  failureClass: 'DEAD_GPU' | 'DEGRADED_GPU' | 'CODE_BUG' | 'TRANSIENT';
  cause: string;
  fix: string;
}

const RENT_ANOTHER = 'do not debug the code: give this box back and rent another one';
const READ_TRACEBACK =
  'read the traceback of the program first; the same code on a second card tells whether it is the card';

const XIDS: readonly Xid[] = [
  {
    codes: [48],
    failureClass: 'DEAD_GPU',
    cause: 'memory of the card failed in two bits',
    fix: RENT_ANOTHER,
  },
  { codes: [79], failureClass: 'DEAD_GPU', cause: 'the card fell off the bus', fix: RENT_ANOTHER },
  {
    codes: [61, 62, 169],
    failureClass: 'DEAD_GPU',
    cause: 'a controller on the card halted',
    fix: RENT_ANOTHER,
  },
  {
    codes: [64],
    failureClass: 'DEAD_GPU',
    cause: 'the card could not take bad memory out of use',
    fix: RENT_ANOTHER,
  },
  {
    codes: [95, 140],
    failureClass: 'DEAD_GPU',
    cause: 'a memory error was not contained; the card needs a reset',
    fix: RENT_ANOTHER,
  },
  {
    codes: [119, 120],
    failureClass: 'DEAD_GPU',
    cause: "the card's own processor (GSP) does not answer",
    fix: RENT_ANOTHER,
  },
  {
    codes: [110, 143, 167],
    failureClass: 'DEAD_GPU',
    cause: 'the card could not be brought up',
    fix: RENT_ANOTHER,
  },
  {
    codes: [74, 121, 136, 144, 145, 146, 147, 148, 149, 150],
    failureClass: 'DEAD_GPU',
    cause: 'the link between cards (NVLink) failed, on this side or the far one',
    fix: 'a job on several cards needs another box; one on a single card may go on and be watched',
  },
  {
    codes: [13, 31, 43, 45, 68],
    failureClass: 'CODE_BUG',
    cause: 'a program did something that its card refused; 45 alone follows an earlier number',
    fix: READ_TRACEBACK,
  },
  {
    codes: [8, 69, 109],
    failureClass: 'CODE_BUG',
    cause: 'a kernel of the program ran into the time limit of the card',
    fix: READ_TRACEBACK,
  },
  {
    codes: [63],
    failureClass: 'DEGRADED_GPU',
    cause: 'bad memory was taken out of use; a reset of the card completes it',
    fix: 'go on if nothing else is wrong, and take another box for the next run',
  },
  {
    codes: [92],
    failureClass: 'DEGRADED_GPU',
    cause: 'memory errors are corrected at a high rate',
    fix: 'go on and watch it; take another box for the next run',
  },
  {
    codes: [94],
    failureClass: 'TRANSIENT',
    cause: 'a memory error was contained: only the program that it hit has to start again',
    fix: 'resume once from the newest checkpoint; a second one on this card means another box',
  },
];

/** What a number means; a number that nobody explained is a warning, and never dropped. */
export function xid(code: number): { failureClass: string; cause: string; fix: string } {
  const known = XIDS.find(({ codes }) => codes.includes(code));
  if (known) {
    const { failureClass, cause, fix } = known;
    return { failureClass, cause: `${cause} (Xid ${code})`, fix };
  }
  return {
    failureClass: 'DEGRADED_GPU',
    cause: `the driver reports Xid ${code}, which nothing here explains`,
    fix: "look the number up in NVIDIA's Xid catalogue; keep the line of the kernel log",
  };
}
