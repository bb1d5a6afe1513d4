/** Streams in the order in which they first came, from 0: what is kept of each stands in plain arrays at its number. */
export class StreamNumbers {
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#numbers.size;
  }

  of(stream: string): number {
    const known = this.#numbers.get(stream);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(stream, number);
    return number;
  }
}

/** The same numbers with room for one more place of `width` at least; twice as much when it was full. */
export function withRoom(
  numbers: Uint32Array<ArrayBuffer>,
  place: number,
  width: number,
): Uint32Array<ArrayBuffer> {
  if ((place + 1) * width <= numbers.length) return numbers;
  const more = new Uint32Array(Math.max(numbers.length * 2, (place + 1) * width));
  more.set(numbers);
  return more;
}
