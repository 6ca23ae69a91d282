/** Bytes [start, end) of a file. */
export interface Span {
  start: number;
  end: number;
}

/** A set of byte positions, kept as sorted spans that neither touch nor overlap. */
export class Spans {
  #spans: Span[] = [];

  constructor(spans: readonly Span[] = []) {
    for (const span of spans) this.add(span);
  }

  add({ start, end }: Span): void {
    if (end <= start) return;
    let first = 0;
    while (first < this.#spans.length && (this.#spans[first] as Span).end < start) first++;
    let after = first;
    while (after < this.#spans.length && (this.#spans[after] as Span).start <= end) after++;
    const met = this.#spans.slice(first, after);
    const merged = {
      start: Math.min(start, ...met.map((span) => span.start)),
      end: Math.max(end, ...met.map((span) => span.end)),
    };
    this.#spans.splice(first, after - first, merged);
  }

  get bytes(): number {
    return this.#spans.reduce((sum, span) => sum + span.end - span.start, 0);
  }

  /** How far the file is complete from its start. */
  get prefix(): number {
    const first = this.#spans[0];
    return first?.start === 0 ? first.end : 0;
  }

  /** What lacks below `length`, in order, cut into pieces of at most `pieceBytes`. */
  missing(length: number, pieceBytes: number): Span[] {
    const pieces: Span[] = [];
    let at = 0;
    for (const span of [...this.#spans, { start: length, end: length }]) {
      for (; at < span.start; at += pieceBytes) {
        pieces.push({ start: at, end: Math.min(at + pieceBytes, span.start) });
      }
      at = span.end;
    }
    return pieces;
  }

  toJSON(): [number, number][] {
    return this.#spans.map(({ start, end }) => [start, end]);
  }
}
