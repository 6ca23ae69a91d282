import type { ByteSink } from '../codec/protobuf.ts';
import { Broken, Unsettled } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { wholeFile } from '../tensor/pass.ts';
import { marksEvents } from './event-mark.ts';
import { EventReader } from './event-record.ts';
import { EventWatch } from './event-watch.ts';
import { type RecordTaker, TfRecords } from './tfrecord.ts';

export async function openTfrecord(subject: Subject): Promise<Walk> {
  return marksEvents(subject.head) ? openEvents(subject) : openRecords(subject);
}

function openRecords(subject: Subject): Walk {
  const records = new TfRecords({ begin: () => undefined, end: () => {} }, subject.sizeBytes);
  return walkOf(subject, records, {
    end(cut) {
      if (cut === undefined) return;
      throw new Broken('L1', 'cut-short', `ends inside record ${records.records}`, { offset: cut.cutAt });
    },
    settle() {
      const { facts, findings, expectation } = subject;
      const { rows, minRows } = expectation;
      facts.rows = records.records;
      if (
        (rows !== undefined && rows !== records.records) ||
        (minRows !== undefined && records.records < minRows)
      ) {
        findings.fail('L2', 'row-count', 'another number of records than expected', {
          expected: rows === undefined ? `>= ${minRows}` : String(rows),
          found: String(records.records),
        });
      }
    },
  });
}

function openEvents(subject: Subject): Walk {
  const watch = new EventWatch(subject);
  const records = new TfRecords(new EventTaker(subject, watch), subject.sizeBytes);
  const walk = walkOf(subject, records, {
    end(cut) {
      if (cut === undefined) return;
      const what = `ends inside event ${records.records}, as where its writer was killed or still runs`;
      if (records.records === 0)
        throw new Broken('L1', 'cut-short', 'ends inside its first event', { offset: cut.cutAt });
      subject.findings.degraded('L1', 'last-record-cut', what, { offset: cut.cutAt });
    },
    settle: () => watch.settle(),
  });
  return { ...walk, format: 'tf-events' };
}

interface Ending {
  end(cut: { cutAt: number } | undefined): void;
  settle(): void;
}

function walkOf(subject: Subject, records: TfRecords, { end, settle }: Ending): Walk {
  const { findings, digestGiven, expectation } = subject;
  return {
    checksummed: true,
    reaches: 'L2',
    regions: () => [
      wholeFile(subject, { feed: (...piece) => records.feed(...piece), end: () => end(records.end()) }),
    ],
    finish(complete) {
      if (!complete) return;
      settle();
      if (records.repeatsItself)
        findings.fail('L1', 'appended-to-itself', 'holds all its records twice, one copy after the other');
      // The CRCs prove what is there; that nothing followed it, only a count or a digest can.
      if (digestGiven || expectation.rows !== undefined) return;
      const what =
        'carries no count of its records: whole ones may be missing at its end, and no manifest digest was given';
      findings.degraded('L1', 'no-end-mark', what);
    },
  };
}

/** Reads each event as it goes by. Whatever is wrong inside one is told after its CRC: damaged bytes are just that. */
class EventTaker implements RecordTaker {
  readonly #subject: Subject;
  readonly #watch: EventWatch;
  readonly #scalarTags = new Set<string>();
  #reader: EventReader | undefined;
  #fault: unknown;
  #at = 0;

  constructor(subject: Subject, watch: EventWatch) {
    this.#subject = subject;
    this.#watch = watch;
  }

  begin(length: number, at: number): ByteSink {
    this.#fault = undefined;
    this.#at = at;
    const reader = new EventReader(length, at, this.#subject.budgets, this.#scalarTags);
    this.#reader = reader;
    return { bytes: (piece) => this.#guard(() => reader.bytes(piece)) };
  }

  end(record: number): void {
    const reader = this.#reader;
    if (reader === undefined) return;
    this.#guard(() => reader.end());
    if (this.#fault !== undefined) throw this.#fault;
    this.#watch.take(reader.event, record, this.#at);
  }

  #guard(work: () => void): void {
    if (this.#fault !== undefined) return;
    try {
      work();
    } catch (error) {
      if (!(error instanceof Broken || error instanceof Unsettled)) throw error;
      this.#fault = error;
    }
  }
}
