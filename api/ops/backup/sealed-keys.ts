import { isMerger } from '../../../ledger/accounts/merger.ts';

/** `<version>.<key id>.<body>`, as the vault seals; what older ledgers hold in another form names no key. */
const SEALED = /^1\.([0-9a-f-]{36})\./;
const ACCOUNT = 'account-';

/** What of an event tells: in which form it was written, or is read, makes no difference. */
type SealingEvent = {
  readonly stream: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
};

/**
 * Which keys of the vault the events of a ledger need, by account: those named since its last erasure. An account whose
 * mailbox went over to another one needs none: its key goes with it.
 */
export class SealedKeys {
  readonly #named = new Map<string, Set<string>>();

  add(event: SealingEvent): void {
    const { stream, type, data } = event;
    if (!stream.startsWith(ACCOUNT)) return;
    const userId = stream.slice(ACCOUNT.length);
    // An event of a stream of an account has the form of one: the ledger was audited.
    if (type === 'PersonalDataErased' || isMerger(event as Parameters<typeof isMerger>[0])) {
      this.#named.delete(userId);
      return;
    }
    for (const field of ['sealedEmail', 'sealedHandle']) {
      const sealed: unknown = Reflect.get(Object(data), field);
      const keyId = typeof sealed === 'string' ? SEALED.exec(sealed)?.[1] : undefined;
      if (keyId === undefined) continue;
      const keys = this.#named.get(userId) ?? new Set();
      this.#named.set(userId, keys.add(keyId));
    }
  }

  get accounts(): number {
    return this.#named.size;
  }

  /**
   * Accounts of which a key that events name is not there.
   * @param keyOf the id of the key that the vault has for an account
   */
  without(keyOf: ReadonlyMap<string, string>): string[] {
    return [...this.#named]
      .filter(([userId, keys]) => [...keys].some((key) => keyOf.get(userId) !== key))
      .map(([userId]) => userId);
  }
}
