import type { Elements } from './element-values.ts';

/** How far the numbers of a tensor went, element by element in the order in which they are stored. */
export interface Distance {
  elements: number;
  /** How many have another value. */
  differing: number;
  /** Of these, where a NaN or an infinity stands on one side; they are in no sum. */
  notFinite: number;
  /** Euclidean norm of the difference. */
  norm: number;
  /** Parts of the norm before; `null` where that was zero. */
  relative: number | null;
  /** Between before and after; `null` where one of them is zero throughout. */
  cosine: number | null;
  /** The greatest difference; `null` where none is finite. */
  largest: { element: number; before: number; after: number } | null;
  /** The first element that differs; `null`: none. */
  first: number | null;
}

/** Sums by which two runs of numbers are compared, piece by piece. */
export class DistanceSum {
  #elements = 0;
  #differing = 0;
  #notFinite = 0;
  #squares = 0;
  #squaresBefore = 0;
  #squaresAfter = 0;
  #product = 0;
  #largest: Distance['largest'] = null;
  #first: number | null = null;

  /** The next elements of both, as many of one as of the other. */
  add(before: Elements, after: Elements): void {
    // In variables of its own: a field that is written for each element would cost more than the sums.
    let [squares, squaresBefore, squaresAfter] = [this.#squares, this.#squaresBefore, this.#squaresAfter];
    let product = this.#product;
    let [differing, notFinite, largestAt] = [0, 0, -1];
    const known = this.#largest;
    let largest = known === null ? -1 : Math.abs(known.after - known.before);
    for (let i = 0; i < before.length; i += 1) {
      const a = before[i] as number;
      const b = after[i] as number;
      const isSame = a === b || (Number.isNaN(a) && Number.isNaN(b));
      if (!isSame) {
        if (differing === 0) this.#first ??= this.#elements + i;
        differing += 1;
      }
      // Of what is not finite this is no number.
      if (a - a !== 0 || b - b !== 0) {
        if (!isSame) notFinite += 1;
        continue;
      }
      squaresBefore += a * a;
      squaresAfter += b * b;
      product += a * b;
      if (isSame) continue;
      const change = b - a;
      squares += change * change;
      if (Math.abs(change) <= largest) continue;
      largest = Math.abs(change);
      largestAt = i;
    }
    if (largestAt >= 0) {
      const [was, is] = [before[largestAt] as number, after[largestAt] as number];
      this.#largest = { element: this.#elements + largestAt, before: was, after: is };
    }
    this.#elements += before.length;
    this.#differing += differing;
    this.#notFinite += notFinite;
    [this.#squares, this.#squaresBefore, this.#squaresAfter] = [squares, squaresBefore, squaresAfter];
    this.#product = product;
  }

  /** The sums of others on top, as of one long tensor; where its largest and first stand has no meaning then. */
  take(other: DistanceSum): void {
    this.#elements += other.#elements;
    this.#differing += other.#differing;
    this.#notFinite += other.#notFinite;
    this.#squares += other.#squares;
    this.#squaresBefore += other.#squaresBefore;
    this.#squaresAfter += other.#squaresAfter;
    this.#product += other.#product;
  }

  get distance(): Distance {
    const norm = Math.sqrt(this.#squares);
    const before = Math.sqrt(this.#squaresBefore);
    const both = before * Math.sqrt(this.#squaresAfter);
    return {
      elements: this.#elements,
      differing: this.#differing,
      notFinite: this.#notFinite,
      norm,
      relative: before === 0 ? null : norm / before,
      // Rounding may lead beyond what a cosine can be.
      cosine: both === 0 ? null : Math.max(-1, Math.min(1, this.#product / both)),
      largest: this.#largest,
      first: this.#first,
    };
  }
}
