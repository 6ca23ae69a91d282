import { CheckpointMeaning } from '../checkpoint/meaning.ts';
import type { Subject } from '../contract/format.ts';
import { NO_TENSORS, type TensorSummary } from '../contract/verdict.ts';
import { PickleImports } from '../pickle/imports.ts';
import type { ReferredStorage } from '../pickle/storage-scan.ts';
import { StepRecord } from '../read/step-record.ts';
import { TensorJudge } from '../tensor/judge.ts';
import type { ProgramContext, TorchProgram } from './program.ts';

/** What several files of one checkpoint have in common. */
export interface SharedWork {
  imports: PickleImports;
  steps: StepRecord;
  judge: TensorJudge;
  meaning: CheckpointMeaning;
}

/** What the programs and storages of one file are entered into, whatever container they lie in. */
export class CheckpointBook implements ProgramContext {
  readonly imports: PickleImports;
  readonly steps: StepRecord;
  readonly judge: TensorJudge;
  readonly meaning: CheckpointMeaning;

  constructor(
    readonly subject: Subject,
    shared?: SharedWork,
  ) {
    this.imports = shared?.imports ?? new PickleImports(subject);
    this.steps = shared?.steps ?? new StepRecord(subject);
    this.judge = shared?.judge ?? new TensorJudge(subject);
    this.meaning = shared?.meaning ?? new CheckpointMeaning(subject, subject.reader.label);
  }

  /**
   * Call once, when everything has gone by.
   * @param program absent when it could not be walked
   */
  settle(
    program: Pick<TorchProgram, 'root' | 'metaTensors'> | undefined,
    storages: Iterable<ReferredStorage>,
  ): TensorSummary {
    this.imports.settle();
    if (program === undefined) return NO_TENSORS;
    const { metaTensors, root } = program;
    if (metaTensors > 0) {
      const what = `${metaTensors} tensors have a shape and no data`;
      this.subject.findings.degraded('L3', 'meta-tensor', what);
    }
    this.steps.settle();
    this.meaning.settle(root);
    return this.judge.settle([...storages].reduce((sum, { tensors }) => sum + tensors.length, 0));
  }
}
