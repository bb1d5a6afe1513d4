import { HEADERS } from '../constants.ts';

/** The limit above which a dry run said that a reward waits for a second admin. */
export const SHOWN_LIMIT = 'x-shown-limit';

/** What a reward by hand, and its approval, may say of the dry run that they confirm. */
export const sentAsShown = {
  [HEADERS.equalReward]:
    'The `equalTo` that a dry run named, or `none`: 409 where an equal reward was sent or asked for since',
} as const;

/** The same of a reward that may be asked for in the place of being sent. */
export const sentOrAskedAsShown = {
  ...sentAsShown,
  [SHOWN_LIMIT]:
    'The `above` that a dry run named, if any: 409 where the reward would be sent at once by now, without a second admin',
} as const;
