import { DEFAULT_BUDGETS } from '../contract/budgets.ts';
import { Broken, OverBudget, Unsettled } from '../contract/findings.ts';
import type { BoundedReader } from '../read/bounded-reader.ts';
import { PickleMachine } from './machine.ts';
import { PickleSkim } from './skim.ts';
import { PyGlobal, PyObject, type SymbolModel } from './value.ts';

/** Text that happens to be a program goes on for less than this before it is none. */
const TELLING_OPCODE_BYTES = 256;
const NAME = /^[A-Za-z_][\w.]*$/;

/**
 * Whether a file begins as a pickle. Since protocol 2 it says so itself; before, a pickle is a program of printable
 * opcodes, and is taken for one when it runs: to its end, or for longer than any text would, or until it has called
 * something that it imported.
 */
export function beginsAsPickle(head: Uint8Array, sizeBytes: number): boolean {
  if (head[0] === 0x80) return (head[1] ?? 255) <= 5 && head.length > 2 && isOpcode(head[2] as number);
  const first = head[0];
  if (first === undefined || !FIRST.has(first)) return false;
  return runsAsText(head, sizeBytes);
}

const TAR = Buffer.from('ustar');
const TAR_MAGIC_AT = 257;

/**
 * Whether what something unpacks to begins as a pickle. The name of a tar's first member may well begin as a program does (`cfitsio/`
 * would import something); whether it is one for all that is asked again where the members are looked at.
 */
export const unpacksToPickle = (start: Uint8Array): boolean =>
  !TAR.equals(start.subarray(TAR_MAGIC_AT, TAR_MAGIC_AT + TAR.length)) &&
  beginsAsPickle(start, Number.POSITIVE_INFINITY);

const WINDOW_BYTES = 1024 ** 2;

/**
 * Whether an interpreter would call something that the file imports. A text ends such a walk within its first lines; what is
 * legal is walked as far as it goes, because padding may be of any length. Constant memory.
 */
export async function runsAsProgram(
  reader: Pick<BoundedReader, 'read'>,
  head: Uint8Array,
  sizeBytes: number,
): Promise<boolean> {
  const skim = new PickleSkim(sizeBytes);
  skim.feed(head);
  for (let at = head.length; at < sizeBytes && skim.state === 'open'; ) {
    const idle = Math.min(skim.idle, sizeBytes - at);
    if (idle > 0) skim.pass(idle);
    else skim.feed(await reader.read(at, Math.min(WINDOW_BYTES, sizeBytes - at)));
    at += idle > 0 ? idle : Math.min(WINDOW_BYTES, sizeBytes - at);
  }
  return skim.state === 'program';
}

const bytesOf = (text: string): number[] => [...Buffer.from(text, 'latin1')];

/** All opcodes of protocols 0 to 5. */
const OPCODES = new Set(
  bytesOf(
    '(.012FGIJKLMNPQRSTUVXabcdeghijlopqrstu})]BC\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x8b\x8c\x8d\x8e\x8f\x90\x91\x92\x93\x94\x95\x96\x97\x98',
  ),
);
const isOpcode = (byte: number): boolean => OPCODES.has(byte);
/** What a program without a protocol can begin with: it has nothing to pop or to fill yet. */
const FIRST = new Set(bytesOf('(FGIJKLMNSTUVXBCc})]'));

function runsAsText(head: Uint8Array, sizeBytes: number): boolean {
  let called = false;
  let imported = false;
  const model: SymbolModel = {
    tier: 'B',
    state: 'any',
    holds: 'members',
    call: (args) => {
      called = true;
      return new PyObject(OBJECT, args);
    },
    make: (args) => {
      called = true;
      return new PyObject(OBJECT, args);
    },
  };
  const world = {
    find: (module: string, name: string) => {
      if (!NAME.test(module) || !NAME.test(name)) throw new Broken('L2', 'pickle-malformed', 'no name');
      imported = true;
      return new PyGlobal(`${module}.${name}`, model);
    },
    note: () => {},
    // joblib's arrays lie between the opcodes: what follows cannot be told from here.
    raw: (object: PyObject) => {
      called ||= object.cls.name.endsWith('ArrayWrapper');
      return undefined;
    },
  };
  const machine = new PickleMachine(world, DEFAULT_BUDGETS, sizeBytes, true);
  try {
    machine.feed(head);
  } catch (error) {
    // Text seems to announce constants of any length; a program that only asks for too much has done something before.
    const tooLong = error instanceof OverBudget && error.budget === 'constantBytes';
    if (error instanceof Unsettled) return called || imported || !tooLong;
    if (!(error instanceof Broken)) throw error;
    return called;
  }
  if (called) return true;
  const { stoppedAt } = machine;
  if (stoppedAt === undefined)
    return isStructured(head) && head.length >= TELLING_OPCODE_BYTES && isDeepIn(machine, head);
  // A log that was rotated in mid-sentence begins `). `: a program of two opcodes with a text behind it.
  if (stoppedAt < sizeBytes)
    return (
      isStructured(head) &&
      (stoppedAt >= TELLING_OPCODE_BYTES || beginsAsPickle(head.subarray(stoppedAt), sizeBytes - stoppedAt))
    );
  return isStructured(head) || imported;
}

/** FLOAT, INT, LONG, STRING, UNICODE, GLOBAL, GET, INST and PUT: what follows goes on to the end of the line. */
const OF_A_LINE = new Set(bytesOf('FILSVcgip'));
const TELLING_OPCODES = 3;

/**
 * Waiting for the rest of a constant, or cut. Any long line fits an opcode that takes a line; the four letters that another
 * takes for a length ask for more than any file has.
 */
function isDeepIn(machine: PickleMachine, head: Uint8Array): boolean {
  const { opcodes, position } = machine.progress;
  return opcodes >= TELLING_OPCODES || !OF_A_LINE.has(head[position] ?? 0);
}

/** The program of a container: a number or a word alone is rather text. */
const isStructured = (head: Uint8Array): boolean => '(}])'.includes(String.fromCharCode(head[0] as number));

const OBJECT = new PyGlobal('object', { tier: 'B', state: 'any', holds: 'members' });
