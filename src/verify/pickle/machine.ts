import type { Budgets } from '../contract/budgets.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import { badCall, invoke, mustNotBeMagic, mustTakeAttributes, takesState } from './call.ts';
import { looksLikeFile, readConstant } from './constants.ts';
import { addItems, append, type Fill, PAIR_BYTES, SLOT_BYTES, setItems } from './fill.ts';
import { PickleStack } from './stack.ts';
import { MORE_NEEDED, PickleStream } from './stream.ts';
import { parseDecimal } from './text.ts';
import { PyBytes, PyDict, type PyGlobal, PyList, PyObject, PySet, PyTuple, type PyValue } from './value.ts';

export interface PickleWorld {
  /** Resolves an import. Must not throw for an unknown one: that is tier D. */
  find(module: string, name: string): PyGlobal;
  /** BINPERSID; absent = such an opcode is refused. */
  persistent?(id: PyValue): PyValue;
  /** After BUILD: what lies between this opcode and the next, where the outer format puts something there. */
  raw?(object: PyObject, position: number): RawStretch | undefined;
  /** Something odd that is no fault by itself. */
  note(code: string, what: string): void;
}

/** Bytes in the middle of a program that are no part of it. */
export interface RawStretch {
  /** @returns how many of the bytes were taken: all of them until it is done */
  take(bytes: Uint8Array): number;
  readonly done: boolean;
}

/** The code of what is told of a constant that looks like a file. */
export const NESTED_PAYLOAD = 'nested-payload';

/** Estimate of what an object takes in V8, not measured to the byte. */
const OBJECT_BYTES = 150;
/** Calls look at most so deep into their arguments: `OrderedDict([[key, value]])` with a tuple for a key. */
const COPIED_DEPTH = 4;

/** What makes a tuple, a list, a dict or a set. */
const CONTAINERS = new Set([0x29, 0x85, 0x86, 0x87, 0x74, 0x5d, 0x6c, 0x7d, 0x64, 0x8f, 0x91]);

const lengthOf = (value: PyValue): number =>
  typeof value === 'string' ? value.length : value instanceof PyBytes ? value.bytes.length : 0;

/** Python 2 names that protocols below 3 carry, and what they are today. */
const OLD_MODULES = new Map([
  ['__builtin__', 'builtins'],
  ['copy_reg', 'copyreg'],
  ['cPickle', 'pickle'],
]);
const OLD_BUILTINS = new Map([
  ['unicode', 'str'],
  ['long', 'int'],
  ['xrange', 'range'],
  ['basestring', 'str'],
]);

/**
 * Walks a pickle program of protocol 0 to 5 as the interpreter would, with symbols for values, an exact list for imports,
 * and nothing executed. Bytes come in windows. Every opcode is known and checked; a partial program is a fault even when
 * its start looked fine.
 */
export class PickleMachine {
  readonly #world: PickleWorld;
  readonly #budgets: Budgets;
  readonly #in: PickleStream;
  readonly #stack: PickleStack;
  readonly #memo: PyValue[] = [];
  #memoized = 0;
  #protocol = 0;
  #opcodes = 0;
  readonly #used = new Uint8Array(256);
  #result: { value: PyValue } | undefined;
  #raw: RawStretch | undefined;
  #rawBytes = 0;
  /** What the values take in our memory, roughly. */
  #held = 0;

  /**
   * @param totalBytes of the program, or, where something else follows it (`stoppedAt`) or lies in it, at most so many;
   *   Infinity when only its end tells
   */
  constructor(world: PickleWorld, budgets: Budgets, totalBytes: number, openEnded = false) {
    if (!openEnded && world.raw === undefined && totalBytes > budgets.pickleBytes)
      throw overBudget('pickleBytes', budgets.pickleBytes, totalBytes);
    this.#world = world;
    this.#budgets = budgets;
    this.#in = new PickleStream(totalBytes, budgets.constantBytes);
    this.#stack = new PickleStack(this.#in);
  }

  feed(piece: Uint8Array): void {
    if (!this.#in.push(piece)) return;
    while (this.#result === undefined && this.#in.left > 0) {
      if (this.#raw !== undefined) {
        this.#feedRaw(this.#raw);
        continue;
      }
      this.#in.mark();
      const from = this.#in.position;
      try {
        const opcode = this.#in.u8();
        this.#step(opcode, from);
        this.#used[opcode] = 1;
      } catch (error) {
        if (error !== MORE_NEEDED) throw error;
        this.#in.rewind();
        return;
      }
      this.#in.mustStayInFrame(from);
      this.#count();
    }
  }

  /** The length of the program, once its STOP has come. */
  get stoppedAt(): number | undefined {
    return this.#result === undefined ? undefined : this.#in.position;
  }

  /** Bytes that were fed and lie behind STOP. */
  get unread(): number {
    return this.#in.left;
  }

  /** Opcodes that are done, and the byte after them: where it waits for more. */
  get progress(): { opcodes: number; position: number } {
    return { opcodes: this.#opcodes, position: this.#in.position };
  }

  /** Which opcodes the program is made of, ascending. */
  get opcodesUsed(): number[] {
    return [...this.#used.keys()].filter((opcode) => this.#used[opcode] === 1);
  }

  /** The value at STOP, whatever follows it. */
  value(): PyValue {
    if (this.#result === undefined) throw this.#in.broken('it ends before STOP');
    return this.#result.value;
  }

  /** The value at STOP. Nothing may follow it. */
  end(): PyValue {
    if (this.#raw !== undefined)
      throw new Broken('L1', 'cut-short', 'the file ends inside an array', {
        found: `at byte ${this.#in.position} of the program`,
      });
    if (this.#result === undefined) throw this.#in.broken('it ends before STOP');
    if (this.#in.left === 0) return this.#result.value;
    throw new Broken('L2', 'pickle-trailing', 'bytes follow the end of the pickle program', {
      found: `${this.#in.left} bytes`,
    });
  }

  #feedRaw(raw: RawStretch): void {
    const taken = raw.take(this.#in.rest());
    this.#in.skip(taken);
    this.#rawBytes += taken;
    if (raw.done) this.#raw = undefined;
  }

  /** A few bytes can name a long text a million times; whatever would copy it is counted here first. */
  readonly #hold = (bytes: number): void => {
    this.#held += bytes;
    const { pickleHeldBytes } = this.#budgets;
    if (this.#held > pickleHeldBytes) throw overBudget('pickleHeldBytes', pickleHeldBytes, this.#held);
  };

  /** What a call may copy or hash of its arguments. */
  #holdCopy(value: PyValue, depth: number): void {
    this.#hold(SLOT_BYTES + lengthOf(value));
    if (value instanceof PyDict) this.#hold(value.entries.size * PAIR_BYTES);
    if (depth === 0 || !(value instanceof PyTuple || value instanceof PyList)) return;
    for (const item of value.items) this.#holdCopy(item, depth - 1);
  }

  #count(): void {
    this.#opcodes += 1;
    const { pickleBytes, pickleOpcodes, pickleStack, pickleMemo, pickleDepth } = this.#budgets;
    const programBytes = this.#in.position - this.#rawBytes;
    if (programBytes > pickleBytes) throw overBudget('pickleBytes', pickleBytes, programBytes);
    if (this.#opcodes > pickleOpcodes) throw overBudget('pickleOpcodes', pickleOpcodes, this.#opcodes);
    if (this.#stack.size > pickleStack) throw overBudget('pickleStack', pickleStack, this.#stack.size);
    if (this.#stack.marks > pickleDepth) throw overBudget('pickleDepth', pickleDepth, this.#stack.marks);
    if (this.#memoized > pickleMemo) throw overBudget('pickleMemo', pickleMemo, this.#memoized);
  }

  #step(opcode: number, from: number): void {
    const constant = readConstant(opcode, this.#in);
    if (constant !== undefined) this.#constant(constant);
    else if (
      !this.#flow(opcode, from) &&
      !this.#container(opcode) &&
      !this.#memory(opcode) &&
      !this.#object(opcode)
    ) {
      this.#refuse(opcode, from);
    }
  }

  #constant(value: PyValue): void {
    if (looksLikeFile(value))
      this.#world.note(NESTED_PAYLOAD, 'a constant looks like a file of its own; it is not opened');
    this.#hold(SLOT_BYTES + lengthOf(value));
    this.#stack.push(value);
  }

  #flow(opcode: number, from: number): boolean {
    const stack = this.#stack;
    if (opcode === 0x80) this.#setProtocol(this.#in.u8(), from);
    else if (opcode === 0x95) this.#in.startFrame(this.#in.u64(), from);
    else if (opcode === 0x2e) this.#stop();
    else if (opcode === 0x28) stack.mark();
    else if (opcode === 0x30) stack.drop();
    else if (opcode === 0x31) stack.toMark();
    else if (opcode === 0x32) stack.push(stack.top());
    else return false;
    return true;
  }

  #stop(): void {
    const value = this.#stack.only();
    this.#in.mustBeOutsideFrames();
    this.#result = { value };
  }

  #container(opcode: number): boolean {
    const stack = this.#stack;
    if (CONTAINERS.has(opcode)) this.#hold(OBJECT_BYTES);
    if (opcode === 0x29) stack.push(new PyTuple([]));
    else if (opcode >= 0x85 && opcode <= 0x87) stack.push(new PyTuple(stack.popMany(opcode - 0x84)));
    else if (opcode === 0x74) stack.push(new PyTuple(stack.toMark()));
    else if (opcode === 0x5d) stack.push(new PyList());
    else if (opcode === 0x6c) this.#filled(new PyList(), append);
    else if (opcode === 0x7d) stack.push(new PyDict());
    else if (opcode === 0x64) this.#filled(new PyDict(), setItems);
    else if (opcode === 0x8f) stack.push(new PySet());
    else if (opcode === 0x91) this.#filled(new PySet(true), addItems);
    else if (opcode === 0x61) this.#fill(stack.popMany(1), append);
    else if (opcode === 0x65) this.#fill(stack.toMark(), append);
    else if (opcode === 0x73) this.#fill(stack.popMany(2), setItems);
    else if (opcode === 0x75) this.#fill(stack.toMark(), setItems);
    else if (opcode === 0x90) this.#fill(stack.toMark(), addItems);
    else return false;
    return true;
  }

  #memory(opcode: number): boolean {
    const input = this.#in;
    if (opcode === 0x70) this.#memoize(this.#textIndex());
    else if (opcode === 0x71) this.#memoize(input.u8());
    else if (opcode === 0x72) this.#memoize(input.u32());
    else if (opcode === 0x94) this.#memoize(this.#memoized);
    else if (opcode === 0x67) this.#recall(this.#textIndex());
    else if (opcode === 0x68) this.#recall(input.u8());
    else if (opcode === 0x6a) this.#recall(input.u32());
    else return false;
    return true;
  }

  #object(opcode: number): boolean {
    const stack = this.#stack;
    this.#hold(OBJECT_BYTES);
    if (opcode === 0x63) stack.push(this.#import(...this.#importLines()));
    else if (opcode === 0x93) stack.push(this.#import(...stack.pair()));
    else if (opcode === 0x69)
      stack.push(this.#instance(this.#import(...this.#importLines()), stack.toMark()));
    else if (opcode === 0x6f) stack.push(this.#makeFromMark(stack.toMark()));
    else if (opcode === 0x81) stack.push(this.#makeFrom(stack.popMany(2)));
    else if (opcode === 0x92) stack.push(this.#makeFrom(stack.popMany(3)));
    else if (opcode === 0x52) stack.push(this.#call(...stack.pair()));
    else if (opcode === 0x62) this.#build(stack.pop());
    else if (opcode === 0x51) stack.push(this.#persistent(stack.pop()));
    else return false;
    return true;
  }

  /** PERSID, EXT1/2/4 and out-of-band buffers hide what they load; the rest is no opcode. */
  #refuse(opcode: number, from: number): never {
    if (![0x50, 0x82, 0x83, 0x84, 0x97, 0x98].includes(opcode)) {
      throw this.#in.broken(`unknown opcode 0x${opcode.toString(16).padStart(2, '0')}`);
    }
    throw new Broken('L2', 'pickle-refused-opcode', 'uses an opcode that hides what it loads', {
      found: `0x${opcode.toString(16)} at byte ${from} of the program`,
    });
  }

  #setProtocol(protocol: number, from: number): void {
    if (from !== 0) throw this.#in.broken('PROTO after the start');
    if (protocol > 5) throw this.#in.broken(`protocol ${protocol}`);
    this.#protocol = protocol;
  }

  #filled(target: PyValue, fill: Fill): void {
    const items = this.#stack.toMark();
    if (!fill(target, items, this.#hold)) throw this.#in.broken('a key without a value');
    this.#stack.push(target);
  }

  #fill(items: readonly PyValue[], fill: Fill): void {
    if (!fill(this.#stack.top(), items, this.#hold)) throw this.#in.broken('items for what cannot hold them');
  }

  #textIndex(): number {
    const index = parseDecimal(this.#in.asciiLine(), this.#in, true);
    if (typeof index !== 'number' || index < 0) throw this.#in.broken('a memo index that is none');
    return index;
  }

  #memoize(index: number): void {
    // Slots that are far apart lie in a table of their own.
    this.#hold(index > 2 * this.#memoized ? PAIR_BYTES : SLOT_BYTES);
    if (this.#memo[index] === undefined) this.#memoized += 1;
    else this.#world.note('memo-overwritten', 'the pickle program writes a memo slot twice');
    this.#memo[index] = this.#stack.top();
  }

  #recall(index: number): void {
    const value = this.#memo[index];
    if (value === undefined) throw this.#in.broken(`memo slot ${index} was never filled`);
    this.#stack.push(value);
  }

  #importLines(): [string, string] {
    // Both lines before anything is decoded: the second may not have arrived.
    const [module, name] = [this.#in.line(), this.#in.line()];
    return [this.#in.decode(module), this.#in.decode(name)];
  }

  #import(module: PyValue, name: PyValue): PyGlobal {
    if (typeof module !== 'string' || typeof name !== 'string')
      throw this.#in.broken('STACK_GLOBAL without two strings');
    // A name of megabytes, joined and looked up once for each six bytes of program, takes hours.
    const characters = module.length + name.length;
    const { pickleName } = this.#budgets;
    if (characters > pickleName) throw overBudget('pickleName', pickleName, characters, this.#in.position);
    this.#hold(characters);
    if (this.#protocol >= 3) return this.#world.find(module, name);
    const current = OLD_MODULES.get(module) ?? module;
    return this.#world.find(current, current === 'builtins' ? (OLD_BUILTINS.get(name) ?? name) : name);
  }

  #makeFromMark([cls, ...args]: PyValue[]): PyValue {
    if (cls === undefined) throw this.#in.broken('OBJ without a class');
    return this.#instance(cls, args);
  }

  /** OBJ and INST call the class when there is something to call it with. */
  #instance(cls: PyValue, args: readonly PyValue[]): PyValue {
    if (args.length === 0) return this.#make(cls, args);
    for (const arg of args) this.#holdCopy(arg, COPIED_DEPTH);
    return invoke(cls, args, ({ make, call }) => make && call);
  }

  #makeFrom([cls = null, args = null, keywords]: PyValue[]): PyValue {
    if (keywords === undefined) return this.#make(cls, this.#tuple(args));
    if (!(keywords instanceof PyDict)) throw this.#in.broken('NEWOBJ_EX without a dict of keywords');
    return this.#make(cls, [...this.#tuple(args), ...(keywords.entries.size > 0 ? [keywords] : [])]);
  }

  #tuple(args: PyValue): readonly PyValue[] {
    if (!(args instanceof PyTuple)) throw this.#in.broken('arguments are no tuple');
    return args.items;
  }

  #call(callee: PyValue, args: PyValue): PyValue {
    this.#holdCopy(args, COPIED_DEPTH);
    return invoke(callee, this.#tuple(args), ({ call }) => call);
  }

  #make(cls: PyValue, args: readonly PyValue[]): PyValue {
    return invoke(cls, args, ({ make }) => make && ((given) => make(given, cls as PyGlobal)));
  }

  #build(state: PyValue): void {
    const target = this.#stack.top();
    mustNotBeMagic(state, this.#hold);
    // PyTorch leaves the attribute _metadata on every state_dict.
    if (target instanceof PyDict && state instanceof PyDict) {
      mustTakeAttributes(target, state);
      return;
    }
    if (!(target instanceof PyObject)) throw badCall('sets the state of what has none');
    if (!takesState(target, state)) throw badCall(`sets a state on ${target.cls.name} that it does not have`);
    target.cls.model.check?.(target, state);
    target.state = state;
    this.#raw = this.#world.raw?.(target, this.#in.position);
    if (this.#raw === undefined) return;
    this.#in.mustBeOutsideFrames();
    if (this.#raw.done) this.#raw = undefined;
  }

  #persistent(id: PyValue): PyValue {
    if (this.#world.persistent === undefined) throw badCall('uses a persistent id outside its container');
    return this.#world.persistent(id);
  }
}
