import type { Binding } from '../lease/binding.ts';
import type { BegunFrom, EventOf, LedgerEvent, Sealed } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import type { RunPredicate } from './predicate-schema.ts';
import { RUN_PREDICATE, type Statement, type Subject, statementOf } from './statement.ts';

/** One file of a seal, with what was proven of it. */
export interface SealedFile {
  cell: string;
  path: string;
  bytes: number;
  sha256: string;
  role?: string | undefined;
  verdict?: string | undefined;
  level?: string | undefined;
}

export interface SealedRun {
  /** As it was just before the seal; with every event up to there. */
  run: Run;
  events: readonly LedgerEvent[];
  seal: Omit<Sealed, 'type'>;
  files: readonly SealedFile[];
  /** Of gpu-lease. */
  version: string;
}

export const subjectsOf = (files: readonly SealedFile[]): Subject[] =>
  files.map(({ cell, path, sha256 }) => ({ name: `${cell}/${path}`, digest: { sha256 } }));

/**
 * What can be said of the artifacts of a sealed run to somebody who has nothing but them: all files in one statement, because they
 * were proven, and are worth something, together.
 */
export const runStatement = (sealed: SealedRun): Statement<RunPredicate> =>
  statementOf(subjectsOf(sealed.files), RUN_PREDICATE, predicateOf(sealed));

function predicateOf({ run, events, seal, files, version }: SealedRun): RunPredicate {
  const { opened } = run;
  if (!opened) throw new Error(`run ${run.id} was never opened`);
  const started = eventsOf(events, 'started');
  return {
    run: run.id,
    job: opened.job,
    ...(opened.repository && { repository: opened.repository.name }),
    commit: opened.commit,
    dirty: opened.dirty,
    codeHash: opened.codeHash,
    configuration: { sha256: opened.configHash },
    smoke: run.smoke,
    seal: {
      sha256: seal.seal,
      level: seal.level,
      verified: seal.verified,
      ...(seal.opaque !== undefined && { opaque: seal.opaque }),
      bytes: seal.bytes,
    },
    files: files.map(fileOf),
    boxes: boxesOf(run, events),
    attempts: started.map(({ attempt, lease, at, codeHash, from }) => ({
      attempt,
      lease,
      at,
      codeHash,
      from,
    })),
    preemptions: preemptionsOf(events),
    approvals: run.standing.map(({ at, via, level, expiresAt, platforms }) => ({
      at,
      via,
      level,
      expiresAt,
      platforms,
    })),
    ...(run.bindings.length > 0 && { earlier: run.bindings.map(earlierOf) }),
    ...(run.begunFrom && { from: beginningOf(run.begunFrom) }),
    data: [...run.data.values()].flatMap(({ from, to, revision, fetched }) =>
      fetched ? [{ from, to, ...(revision !== undefined && { revision }), sha256: fetched.sha256 }] : [],
    ),
    tool: { name: 'gpu-lease', version },
  };
}

const earlierOf = ({ commit, codeHash, configHash, untilAttempt }: Binding) => ({
  commit,
  codeHash,
  configuration: { sha256: configHash },
  untilAttempt,
});

const beginningOf = ({ run, seal, commit, configHash, digest, cells }: BegunFrom): RunPredicate['from'] => ({
  run,
  seal: { sha256: seal },
  commit,
  configuration: { sha256: configHash },
  digest: { sha256: digest },
  cells: cells.map(({ cell, of, name, step, files }) => ({
    cell,
    of,
    name,
    ...(step !== undefined && { step }),
    files: files.map(({ path, bytes, sha256 }) => ({ name: path, bytes, digest: { sha256 } })),
  })),
});

const eventsOf = <Type extends LedgerEvent['type']>(events: readonly LedgerEvent[], type: Type) =>
  events.filter((event): event is EventOf<Type> & LedgerEvent => event.type === type);

/** What no row of the roster claims is in the seal, and nothing is proven of it but its bytes. */
const fileOf = ({ cell, path, bytes, role, verdict, level }: SealedFile): RunPredicate['files'][number] => ({
  name: `${cell}/${path}`,
  bytes,
  role: role ?? 'unclaimed',
  verdict: verdict === 'pass' || verdict === 'pass-degraded' ? verdict : 'unclaimed',
  ...(level !== undefined && { level: level as RunPredicate['seal']['level'] }),
});

function boxesOf({ leases }: Run, events: readonly LedgerEvent[]): RunPredicate['boxes'] {
  const audits = eventsOf(events, 'audited');
  return leases
    .filter(({ started }) => started !== undefined)
    .map(({ name, platform, offer }) => {
      const audit = audits.findLast(({ lease }) => lease === name);
      return {
        lease: name,
        platform,
        offer,
        ...(audit && {
          audit: { at: audit.at, fit: audit.fit, findings: audit.findings, measured: audit.measured },
        }),
      };
    });
}

/** Told from the beginning, so that each loss says how far the work was when it came. */
function preemptionsOf(events: readonly LedgerEvent[]): RunPredicate['preemptions'] {
  const attempts = new Map<string, number>();
  const verified = new Map<string, number>();
  return events.flatMap((event) => {
    if (event.type === 'started') attempts.set(event.lease, event.attempt);
    if (event.type === 'kept' && event.step !== undefined) verified.set(event.cell, event.step);
    if (event.type !== 'preempted') return [];
    const { lease, at, what, why } = event;
    const steps = [...verified].map(([cell, step]) => ({ cell, verified: step }));
    return [{ lease, attempt: attempts.get(lease) ?? 0, at, what, why, steps }];
  });
}
