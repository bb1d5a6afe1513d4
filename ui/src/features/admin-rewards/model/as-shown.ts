import { SHOWN_LIMIT } from '../../../../../contracts/api/sent-as-shown.ts';
import { HEADERS } from '../../../../../contracts/constants.ts';
import { isRefusedAs } from '../../../lib/api/api-error.ts';

type Shown = { readonly equalTo?: string | undefined; readonly above?: string | null | undefined };

/** What is said beside a reward that is confirmed: which equal one its question told of, and that it asks a second admin. */
export const askedBeside = (would: Shown | undefined): Readonly<Record<string, string>> =>
  would
    ? { [HEADERS.equalReward]: would.equalTo ?? 'none', ...(would.above && { [SHOWN_LIMIT]: would.above }) }
    : {};

/** Whether it would be something else by now, an equal one came since, say: whoever still means it is asked anew. */
export const isNotAsShown = (error: Error): boolean =>
  isRefusedAs(error, 'RewardSentSince') || isRefusedAs(error, 'NeedsNoSecondAdmin');
