import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { PickleImports } from './imports.ts';
import { PickleMachine } from './machine.ts';
import { PickleSkim } from './skim.ts';
import { storageOf } from './storage-id.ts';
import { PyTuple, type PyValue } from './value.ts';

/** Something in a file that nobody refers to, or that is not looked into. */
interface Stray {
  name: string;
  /** In the file. */
  offset: number;
  bytes: number;
}

/** A pickle that nothing refers to is still a pickle; whatever it would import is told. Takes its bytes as they go by. */
export function strayPickle(subject: Subject, { name, offset, bytes }: Stray) {
  const imports = new PickleImports(subject);
  const world = {
    find: (module: string, member: string) => imports.find(module, member),
    // The inputs of a traced model are tensors, on storages that are not kept.
    persistent: (id: PyValue) => (id instanceof PyTuple ? storageOf(id) : undefined) ?? null,
    note: () => {},
  };
  const skim = new PickleSkim(bytes);
  let isWalked = true;
  let machine: PickleMachine | undefined;
  const attempt = (work: () => void) => {
    try {
      if (isWalked) work();
    } catch {
      // No pickle, or none any more. What it imported until then stands.
      isWalked = false;
    }
  };
  return {
    /** Asked when all has gone by: whether it is a pickle and no other bytes. */
    get isProgram(): boolean {
      return skim.state === 'program' || (isWalked && machine?.stoppedAt !== undefined);
    },
    feed(piece: Uint8Array): void {
      skim.feed(piece);
      if (skim.state === 'none') return;
      attempt(() => {
        machine ??= new PickleMachine(world, subject.budgets, bytes);
        machine.feed(piece);
      });
    },
    end(): void {
      if (skim.state !== 'program') return;
      const { findings } = subject;
      const { refused } = imports;
      if (refused.length > 0) {
        const what = `${quoted(name)} is a pickle that asks for what no checkpoint needs`;
        const found = refused.slice(0, 8).join(', ').slice(0, 300);
        findings.fail('L2', 'hidden-pickle', what, { offset, found });
      } else if (!isWalked) {
        const what = `${quoted(name)} is a pickle that could not be walked to its end`;
        findings.inconclusive('L2', 'hidden-pickle', what, { offset });
      }
    },
  };
}
