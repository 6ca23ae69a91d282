import type { Life, Seen } from './life.ts';

/** A product that does wrong on purpose: a drill that does not count it could not fail. */
export interface Break {
  name: string;
  /** What the drill must count it as. */
  counts: 'lost' | 'doubled' | 'unwarranted' | 'unseen' | 'stuck' | 'wrong';
  /** Nobody's word reaches the judge: every destroy is then one that nobody asked for. */
  isDeaf?: boolean;
  /** Nobody tells anybody anything. */
  isMute?: boolean;
  /** The record never gets on. */
  isFrozen?: boolean;
  /** Done by us after a look, on our own. */
  afterLook?(life: Life, seen: Seen): Promise<void>;
}

const isTraining = (life: Life): boolean => life.books.machines.some(({ box }) => box.isTraining);

export const BREAKS: readonly Break[] = [
  { name: 'approval', counts: 'unwarranted', isDeaf: true },
  {
    name: 'destroy',
    counts: 'unwarranted',
    async afterLook(life) {
      if (isTraining(life)) await life.destroyOnOwn();
    },
  },
  {
    name: 'copies',
    counts: 'lost',
    async afterLook(life) {
      // As a start that brings nothing back: the trainer begins anew beside a verified copy.
      for (const { box } of life.books.machines) if (box.step >= 20) box.forgetWork();
    },
  },
  {
    name: 'twice',
    counts: 'doubled',
    async afterLook(life) {
      if (isTraining(life)) await life.rentOnOwn();
    },
  },
  { name: 'mute', counts: 'unseen', isMute: true },
  { name: 'freeze', counts: 'stuck', isFrozen: true },
  {
    name: 'finished',
    counts: 'wrong',
    async afterLook(life, seen) {
      if (!isTraining(life) || !seen.run) return;
      const [lease] = seen.run.leases;
      if (lease)
        life.hears({
          type: 'cell-ended',
          lease: lease.name,
          cell: 'main',
          attempt: 1,
          verdict: 'finished',
          exitCode: 0,
        });
    },
  },
];
