import { Broken, notRead } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { strayPickle } from '../pickle/stray-pickle.ts';
import { windowSource } from '../read/window-source.ts';
import { wholeFile } from '../tensor/pass.ts';
import { ArchiveMembers } from './archive-members.ts';
import { type ContentSink, type TarMember, TarWalk } from './tar-walk.ts';
import { Samples } from './webdataset-samples.ts';

/** What PyTorch 0.1 saved, and its loader still reads: pickles, which run code when they are loaded. */
const TORCH_MEMBERS = ['pickle', 'tensors', 'storages'];

export const openTar = (subject: Subject): Walk => new TarArchive(subject).walk();

class TarArchive {
  readonly #subject: Subject;
  readonly #members: ArchiveMembers;
  readonly #samples = new Samples();
  readonly #toExamine: TarMember[] = [];
  readonly #torchMembers = new Set<string>();
  #files = 0;
  #filled = 0;

  constructor(subject: Subject) {
    this.#subject = subject;
    this.#members = new ArchiveMembers(subject);
  }

  walk(): Walk {
    const { findings, sizeBytes, budgets, digestGiven } = this.#subject;
    const walk = new TarWalk({ findings, sizeBytes, mostMembers: budgets.zipMembers }, (member) =>
      this.#take(member),
    );
    const members = this.#members;
    const result: Walk = {
      checksummed: false,
      regions: () => [wholeFile(this.#subject, walk)],
      inside: () => this.#inside(),
      finish: (complete) => {
        if (!complete) return;
        this.#settle(result);
        if (!walk.hasLongTail || digestGiven) return;
        const what =
          'ends with more zeros than its last record needs: they may stand for members that never arrived';
        findings.degraded('L1', 'zero-tail', what, { offset: sizeBytes });
      },
      tensors: () => members.tensors,
      get reaches() {
        return members.reaches;
      },
    };
    return result;
  }

  /** @returns who looks at it as it goes by, where it will not be looked into */
  #take(member: TarMember): ContentSink | undefined {
    const { keys, budgets } = this.#subject;
    this.#files += 1;
    keys.addValue(member.name, member.name);
    this.#samples.take(member);
    if (TORCH_MEMBERS.includes(member.name)) this.#torchMembers.add(member.name);
    if (member.sizeBytes === 0) return undefined;
    this.#filled += 1;
    if (this.#toExamine.length >= budgets.membersExamined)
      return strayPickle(this.#subject, { ...member, bytes: member.sizeBytes });
    this.#toExamine.push(member);
    return undefined;
  }

  async #inside(): Promise<void> {
    const { reader } = this.#subject;
    if (this.#torchMembers.size === TORCH_MEMBERS.length) throw notRead('a checkpoint of PyTorch 0.1');
    for (const { name, offset, sizeBytes } of this.#toExamine)
      await this.#members.examine(windowSource(reader, offset, sizeBytes, name), { fileOffset: offset });
    for (let i = this.#toExamine.length; i < this.#filled; i += 1) this.#members.leaveOut();
  }

  #settle(walk: Walk): void {
    const { findings, facts } = this.#subject;
    if (this.#files === 0) throw new Broken('L1', 'tar-empty', 'is an archive of nothing', { offset: 0 });
    this.#members.settle(this.#files);
    this.#samples.end();
    if (!this.#samples.isDataSet) return;
    walk.format = 'webdataset';
    facts.rows = this.#samples.count;
    facts.scalars['extensions'] = this.#samples.extensions;
    this.#samples.judge(findings);
  }
}
