/** One offer that may be taken, as `offers --json` and `plan --json` show it (docs/json.md). */
export interface RankedOffer {
  /** From 1, the one that would be rented. */
  rank: number;
  platform: string;
  offer: string;
  summary: string;
  /** `2x A100 SXM 80 GB`; `null` where the offer does not say. */
  gpu: string | null;
  region: string | null;
  market: string;
  usdPerHour: number;
  /** Of the whole job; `null` where the job does not say how long it takes. */
  expectedUsd: number | null;
  /** Of which that is the sum; empty where it is not known. */
  parts: { part: string; usd: number; why: string }[];
}

export interface DeclinedOffer {
  platform: string;
  /** `null` where the platform offered nothing at all, or could not be asked. */
  offer: string | null;
  summary: string | null;
  usdPerHour: number | null;
  why: string;
}

/** An offer that another box's failure keeps us from: it is the last choice until then, or, of a machine that failed, none. */
export interface HeldBackOffer {
  platform: string;
  offer: string;
  /** It may be taken, behind every other; else it is among the declined. */
  isLast: boolean;
  /** ISO 8601. */
  until: string;
  why: string;
}

/** What `gpu-lease offers` found; the shape of its `--json`. */
export interface OffersFacts {
  job: string;
  /** What the ranking goes by. */
  prefer: 'cheapest' | 'order';
  ranked: RankedOffer[];
  declined: DeclinedOffer[];
  /** Those of both that a failure of another run or an earlier box holds back for a while. */
  heldBack: HeldBackOffer[];
}
