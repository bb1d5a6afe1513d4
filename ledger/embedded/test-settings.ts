/** What makes the node more like an EventStoreDB than is good for those who use it; for tests. */
export type TestSettings = {
  /**
   * How far the positions of two events are apart for clients, 1 if not given. EventStoreDB counts bytes, so that there
   * are positions in the middle of an event.
   */
  readonly positionStep?: number;
  /**
   * An append that repeats another one (by its ids) before that one is committed is dropped, and fails after so many
   * milliseconds: DeadlineExceeded batched, ABORTED otherwise. The other one succeeds. EventStoreDB takes two seconds.
   */
  readonly overlappingRetryFailsAfter?: number;
  /** Where clients that ask by gossip are sent, where something stands in front of the node; itself if not given. */
  readonly advertisedAs?: { readonly host: string; readonly port: number };
};
