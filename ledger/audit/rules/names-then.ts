import { comparePositions, type LedgerPosition } from '../../../contracts/ledger-position.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import type { AccountChange } from './rule.ts';

type Renamed = {
  readonly at: LedgerPosition;
  readonly userId: string;
  /** Undefined for the one that the account was opened with. */
  readonly before: string | undefined;
  readonly isErasure: boolean;
};

/** What accounts were called at any position since a raffle under way began: the changes since then are kept. */
export class NamesThen {
  readonly #underWay = new Set<string>();
  #changes: Renamed[] = [];

  add({ userId, event, before }: AccountChange): void {
    if (this.#underWay.size === 0) return;
    const isErasure = event.type === 'PersonalDataErased';
    if (!isErasure && event.type !== 'UsernameChanged') return;
    this.#changes.push({ at: event.position, userId, before: before.username, isErasure });
  }

  begin(raffleId: string): void {
    this.#underWay.add(raffleId);
  }

  end(raffleId: string): void {
    this.#underWay.delete(raffleId);
    if (this.#underWay.size === 0) this.#changes = [];
  }

  /**
   * The names that a list of that position may have for an account: its own of then, and the one that every account
   * begins with where it was erased since.
   * @param now its chosen name
   * @param position undefined for any since the raffle began
   */
  of(userId: string, now: string | undefined, position: LedgerPosition | undefined): ReadonlySet<string> {
    const since = this.#changes.filter(
      (one) => one.userId === userId && (!position || comparePositions(one.at, position) > 0),
    );
    const chosen = position
      ? [(since[0] ?? { before: now }).before]
      : [now, ...since.map(({ before }) => before)];
    const isErased = since.some(({ isErasure }) => isErasure);
    return new Set(
      [...chosen, ...(isErased ? [undefined] : [])].flatMap((name) => name ?? firstNames(userId)),
    );
  }
}

/** The first version's had fewer digits. */
function firstNames(userId: string): readonly string[] {
  const name = defaultUsername(userId);
  return [name, name.slice(0, 'evo_'.length + FORMER_DIGITS)];
}

const FORMER_DIGITS = 10;
