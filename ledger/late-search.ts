import type { Deadline } from './deadline.ts';
import { LedgerUnavailable } from './domain-error.ts';
import type { EventStore } from './event-store.ts';
import type { KnownCommand } from './known-commands.ts';

/** Milliseconds for a command that is told late: its whole stream is read, however long that is. */
export const LATE_LIMIT_MS = 10 * 60_000;

/** Events of one call. */
const PAGE = 500;

/**
 * Looks for a command through a whole stream, page by page and each event once: for one of which the
 * stream's aggregate remembers nothing, because its cause lies before what its process has done since, or because the
 * clocks of those who sent commands differ.
 */
export class LateSearch {
  readonly #store: EventStore;
  readonly #stream: string;
  readonly #commandId: string;
  #next = 0n;
  #found: KnownCommand | undefined;

  constructor(store: EventStore, stream: string, commandId: string) {
    this.#store = store;
    this.#stream = stream;
    this.#commandId = commandId;
  }

  /**
   * Looks through all that the stream has now.
   * @throws LedgerUnavailable, LedgerCorrupt
   */
  async toEnd(deadline: Deadline): Promise<void> {
    while (!this.#found && (await this.#page(deadline)) === PAGE);
  }

  /**
   * The command, if it stands at the revision or before it; undefined also for a stream that does not exist.
   * @throws LedgerUnavailable, LedgerCorrupt
   */
  async upTo(revision: bigint | undefined, deadline: Deadline): Promise<KnownCommand | undefined> {
    while (!this.#found && revision !== undefined && this.#next <= revision) {
      if ((await this.#page(deadline)) === 0) {
        throw new LedgerUnavailable(new Error(`${this.#stream} ends before revision ${revision}`));
      }
    }
    return this.#found;
  }

  async #page(deadline: Deadline): Promise<number> {
    const page = await deadline.read((signal) =>
      this.#store.readPage(this.#stream, this.#next, PAGE, signal),
    );
    const event = page.find(({ metadata }) => metadata.commandId === this.#commandId);
    if (event) this.#found = { inputHash: event.metadata.inputHash, revision: event.revision };
    this.#next += BigInt(page.length);
    return page.length;
  }
}
