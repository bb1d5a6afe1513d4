/** Bytes of one event's row: its hash, and that of its leaf in the ledger's tree. */
export const ROW_BYTES = 64;
export const LEAF_AT = 32;

/**
 * What was hashed of events one behind the other, perhaps in another thread: plain bytes, which threads hand over
 * without a copy.
 */
export type Digests = {
  /** `ROW_BYTES` an event. The leaf of an event of the stream `seals` is all zeros: no tree holds it. */
  readonly rows: Uint8Array;
  /** A byte an event: whether its data and metadata are what the newest schema of its type accepts. */
  readonly fits: Uint8Array;
  /**
   * A byte an event: one more than the place among the events of its command that its id was made for, with its content;
   * 0 where that was not looked for, or is not among the first.
   */
  readonly places: Uint8Array;
};

export function emptyDigests(events: number): Digests {
  return {
    rows: new Uint8Array(events * ROW_BYTES),
    fits: new Uint8Array(events),
    places: new Uint8Array(events),
  };
}
