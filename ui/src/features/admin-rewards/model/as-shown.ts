import { HEADERS } from '../../../../../contracts/constants.ts';
import { isRefusedAs } from '../../../lib/api/api-error.ts';

/** What is said beside a reward that is confirmed: which equal one its question told of. */
export const askedBeside = (
  would: { readonly equalTo?: string | undefined } | undefined,
): Readonly<Record<string, string>> => (would ? { [HEADERS.equalReward]: would.equalTo ?? 'none' } : {});

/** Whether an equal one came since: whoever means this one, too, is asked anew. */
export const isSentSince = (error: Error): boolean => isRefusedAs(error, 'RewardSentSince');
