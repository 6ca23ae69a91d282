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
  add(before: Float64Array, after: Float64Array): void {
    for (let i = 0; i < before.length; i += 1) this.#one(before[i] as number, after[i] as number);
  }

  #one(before: number, after: number): void {
    const element = this.#elements;
    this.#elements += 1;
    const isSame = Object.is(before, after) || before === after;
    if (!isSame) {
      this.#differing += 1;
      this.#first ??= element;
    }
    if (!Number.isFinite(before) || !Number.isFinite(after)) {
      if (!isSame) this.#notFinite += 1;
      return;
    }
    this.#squaresBefore += before * before;
    this.#squaresAfter += after * after;
    this.#product += before * after;
    if (isSame) return;
    const change = after - before;
    this.#squares += change * change;
    const most = this.#largest;
    if (most === null || Math.abs(change) > Math.abs(most.after - most.before))
      this.#largest = { element, before, after };
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
