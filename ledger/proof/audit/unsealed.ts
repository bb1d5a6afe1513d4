/**
 * The entries behind the newest seal, oldest first: they wait here for the seal that says of which size it is. 32 bytes
 * and a place each; what is sealed makes room.
 */
export class Unsealed {
  #bytes = new Uint8Array(1024 * 32);
  #places: Waiting[] = [];
  #from = 0;
  #until = 0;

  get length(): number {
    return this.#until - this.#from;
  }

  push(entry: Uint8Array, place: Waiting): void {
    if ((this.#until + 1) * 32 > this.#bytes.length) this.#makeRoom();
    this.#bytes.set(entry, this.#until * 32);
    this.#places.push(place);
    this.#until += 1;
  }

  /** The oldest; undefined when none waits. */
  shift(): { readonly entry: Uint8Array; readonly place: Waiting } | undefined {
    const place = this.#places[this.#from];
    if (!place || this.#from >= this.#until) return undefined;
    const entry = this.#bytes.slice(this.#from * 32, (this.#from + 1) * 32);
    this.#from += 1;
    return { entry, place };
  }

  #makeRoom(): void {
    const { length } = this;
    const bytes = length * 64 > this.#bytes.length ? new Uint8Array(this.#bytes.length * 2) : this.#bytes;
    bytes.set(this.#bytes.subarray(this.#from * 32, this.#until * 32));
    this.#bytes = bytes;
    this.#places = this.#places.slice(this.#from, this.#until);
    this.#from = 0;
    this.#until = length;
  }
}

/** Of an entry: the number of its event among all, and where that stands. */
export type Waiting = { readonly number: number; readonly position: string };
