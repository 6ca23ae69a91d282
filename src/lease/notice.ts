import type { NoticeEvent } from '../job/notice-events.ts';

/** Something that happened and that somebody wants to be told of. */
export interface News {
  /** Names it within the run: `sealed:41`. */
  key: string;
  event: NoticeEvent;
  /** When it happened, ISO 8601. */
  since: string;
  what: string;
  next?: string;
}

/** What is known of telling one target one thing. */
export interface Delivery {
  claim: { by: string; at: string } | undefined;
  /** How often it was claimed. */
  claims: number;
  taken: boolean;
  /** In how many looks it was not taken. */
  failures: number;
  why: string;
  notBefore: string | undefined;
}

export interface Notice extends News {
  to: Map<string, Delivery>;
}

export interface DueNotice {
  news: News;
  /** Targets that were not told of it and are nobody's at present. */
  to: string[];
}
