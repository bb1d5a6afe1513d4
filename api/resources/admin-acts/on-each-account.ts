import { DomainError } from '../../../ledger/domain-error.ts';
import { pooled } from '../../../ledger/pooled.ts';

/** Accounts that are acted on side by side. */
const AT_ONCE = 16;

export type DoneOnEach<Result> = {
  readonly results: readonly Result[];
  readonly failed: { readonly userId: string; readonly message: string }[];
};

/**
 * Does an act on accounts, each once however often it is named; what one of them refuses is told beside what was done
 * on the others.
 * @throws what holds for all of them: the request itself is refused, or the right was taken meanwhile; and
 * LedgerUnavailable when one is not certain. What was done stays, nothing new is begun, and nothing is under way any more
 */
export async function onEachAccount<Result>(
  userIds: readonly string[],
  act: (userId: string) => Promise<Result>,
): Promise<DoneOnEach<Result>> {
  const results: Result[] = [];
  const failed: DoneOnEach<Result>['failed'] = [];
  await pooled([...new Set(userIds)], AT_ONCE, async (userId) => {
    try {
      results.push(await act(userId));
    } catch (refusal) {
      if (!isOfOne(refusal)) throw refusal;
      failed.push({ userId, message: refusal.message });
    }
  });
  return { results, failed };
}

const isOfOne = (refusal: unknown): refusal is DomainError =>
  refusal instanceof DomainError && refusal.kind !== 'invalid' && refusal.code !== 'NotAnAdmin';
