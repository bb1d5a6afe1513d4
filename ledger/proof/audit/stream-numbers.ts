/** Streams in the order in which they first came, from 0: what is kept of each stands in plain arrays at its number. */
export class StreamNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  get size(): number {
    return this.#names.length;
  }

  of(stream: string): number {
    const known = this.#numbers.get(stream);
    if (known !== undefined) return known;
    const number = this.#names.length;
    const name = ownText(stream);
    this.#numbers.set(name, number);
    this.#names.push(name);
    return number;
  }

  /** Undefined for one that has not come. */
  find(stream: string): number | undefined {
    return this.#numbers.get(stream);
  }

  /** The same text for all who keep it. */
  nameOf(number: number): string {
    return this.#names[number] ?? '';
  }
}

/** The same text by itself: a part of a longer text keeps the whole of it in memory. */
export function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text));
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
