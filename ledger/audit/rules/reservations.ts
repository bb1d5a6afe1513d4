import { UUID } from '../../proof/audit/exported-event.ts';
import { withRoom } from '../../proof/audit/stream-numbers.ts';
import { putHex } from './hex-words.ts';

/** 32-bit words of a reservation: the id of its owner, how many uses were begun, and the one that has not ended. */
const [OWNER, BEGUN, LIVE, WORDS] = [0, 4, 5, 6];
const NONE = 0;
/** In the place of the use that has not ended, where there are several. */
const SEVERAL = 0xff_ff_ff_ff;

/** Whose each reservation is, how many uses of it were begun, and which have not ended: 24 bytes a stream. */
export class Reservations {
  #kept = new Uint32Array(1024 * WORDS);
  readonly #several = new Map<number, readonly number[]>();
  /** The program gives no account an id in another form. */
  readonly #others = new Map<number, string>();
  readonly #asked = new Uint32Array(4);

  isFree(number: number): boolean {
    return this.#word(number, LIVE) === NONE;
  }

  isOf(number: number, userId: string): boolean {
    if (this.isFree(number)) return false;
    const other = this.#others.get(number);
    if (other !== undefined || !UUID.test(userId)) return other === userId;
    putHex(userId, this.#asked, 0, 4);
    return this.#asked.every((word, place) => word === this.#word(number, OWNER + place));
  }

  /** One more use, by who has it already or by anybody where it is free. */
  begin(number: number, userId: string): void {
    this.#kept = withRoom(this.#kept, number, WORDS);
    const live = this.liveOf(number);
    const use = this.begunOf(number) + 1;
    this.#kept[number * WORDS + BEGUN] = use;
    this.#others.delete(number);
    if (UUID.test(userId)) putHex(userId, this.#kept, number * WORDS + OWNER, 4);
    else this.#others.set(number, userId);
    this.#setLive(number, [...live, use]);
  }

  /** How many uses were ever begun, by whomever. */
  begunOf(number: number): number {
    return this.#word(number, BEGUN);
  }

  /** Of nobody once there is none. @param live the uses that have not ended */
  end(number: number, live: readonly number[]): void {
    this.#setLive(number, live);
  }

  /** Uses that have not ended, from 1. */
  liveOf(number: number): readonly number[] {
    const live = this.#word(number, LIVE);
    if (live === SEVERAL) return this.#several.get(number) ?? [];
    return live === NONE ? [] : [live];
  }

  #setLive(number: number, live: readonly number[]): void {
    const [first = NONE, ...others] = live;
    if (others.length > 0) this.#several.set(number, live);
    else this.#several.delete(number);
    this.#kept[number * WORDS + LIVE] = others.length > 0 ? SEVERAL : first;
  }

  #word(number: number, word: number): number {
    return this.#kept[number * WORDS + word] ?? 0;
  }
}
