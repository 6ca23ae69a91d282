import type { ZipEntry } from '../archive/zip-directory.ts';
import type { MemberSink } from '../archive/zip-span.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { PickleImports } from '../pickle/imports.ts';
import { PickleMachine } from '../pickle/machine.ts';

/** A pickle that nothing refers to is still a pickle; whatever it would import is told. */
export function strayPickle(subject: Subject, entry: ZipEntry): MemberSink {
  const strayImports = new PickleImports(subject);
  const world = {
    find: (module: string, name: string) => strayImports.find(module, name),
    persistent: () => null,
    note: () => {},
  };
  let machine: PickleMachine | undefined = new PickleMachine(world, subject.budgets, entry.bytes);
  const attempt = (work: (walker: PickleMachine) => void) => {
    try {
      if (machine !== undefined) work(machine);
    } catch {
      // No pickle, or none any more. What it imported until then stands.
      machine = undefined;
    }
  };
  return {
    feed: (piece) => attempt((walker) => walker.feed(piece)),
    end: () => {
      const refused = strayImports.refused.filter((name) => /^[\w.]+$/.test(name));
      if (refused.length === 0) return;
      const what = `${quoted(entry.name)} is a pickle that asks for what no checkpoint needs`;
      subject.findings.fail('L2', 'hidden-pickle', what, {
        offset: entry.offset,
        found: refused.slice(0, 8).join(', ').slice(0, 300),
      });
    },
  };
}
