type Slot<Value> = { readonly index: number; readonly value: Value };

/**
 * A map by text that remembers in which order its members came. Immutable to who holds one, and made for growing at
 * its end: the next map shares all slots with the one before, and each map knows which of them are its own. Adding a
 * member to the newest map and forgetting the oldest ones take no copying; any other change copies.
 */
export class GrowingMap<Value> implements Iterable<readonly [string, Value]> {
  /** Numbered from 0 in the order of the map, without a gap; shared, and only ever added to. */
  readonly #slots: Map<string, Slot<Value>>;
  /** This map's own: the first, and the one after the last. */
  readonly #from: number;
  readonly #until: number;

  private constructor(slots: Map<string, Slot<Value>>, from: number, until: number) {
    this.#slots = slots;
    this.#from = from;
    this.#until = until;
  }

  /** Of several members of one key the last counts. */
  static of<Value>(members: Iterable<readonly [string, Value]> = []): GrowingMap<Value> {
    const slots = new Map<string, Slot<Value>>();
    for (const [key, value] of new Map(members)) slots.set(key, { index: slots.size, value });
    return slots.size === 0 ? GrowingMap.#EMPTY : new GrowingMap(slots, 0, slots.size);
  }

  /** All that have no member are one, which takes no room in whoever holds it. */
  static readonly #EMPTY = new GrowingMap<never>(new Map(), 0, 0);

  get size(): number {
    return this.#until - this.#from;
  }

  get(key: string): Value | undefined {
    const slot = this.#slots.get(key);
    return slot && this.#owns(slot) ? slot.value : undefined;
  }

  has(key: string): boolean {
    const slot = this.#slots.get(key);
    return slot !== undefined && this.#owns(slot);
  }

  /** With this member as the newest, also where there was one of that key. */
  with(key: string, value: Value): GrowingMap<Value> {
    const isNewest = this.#slots.size === this.#until;
    if (!isNewest || this.#slots.has(key)) return GrowingMap.of(this.without(key)).#added(key, value);
    return this.#added(key, value);
  }

  without(key: string): GrowingMap<Value> {
    return this.has(key) ? GrowingMap.of([...this].filter(([other]) => other !== key)) : this;
  }

  /** Without all but the newest `count`. */
  newest(count: number): GrowingMap<Value> {
    if (this.size <= count) return this;
    const map = new GrowingMap(this.#slots, this.#until - count, this.#until);
    // What nobody needs any more shall not outweigh what is kept.
    return map.#from > count ? GrowingMap.of(map) : map;
  }

  /** The oldest first. */
  *[Symbol.iterator](): Iterator<readonly [string, Value]> {
    for (const [key, slot] of this.#slots) {
      if (slot.index >= this.#until) return;
      if (slot.index >= this.#from) yield [key, slot.value];
    }
  }

  #owns({ index }: Slot<Value>): boolean {
    return index >= this.#from && index < this.#until;
  }

  /** Only of the newest map, and of a key that no slot has. */
  #added(key: string, value: Value): GrowingMap<Value> {
    // The slots of the one that is empty are everybody's.
    const slots = this.#until === 0 ? new Map<string, Slot<Value>>() : this.#slots;
    slots.set(key, { index: this.#until, value });
    return new GrowingMap(slots, this.#from, this.#until + 1);
  }
}
