import { HEADERS } from '../constants.ts';

/** What a reward by hand, and its approval, may say of the dry run that they confirm. */
export const sentAsShown = {
  [HEADERS.equalReward]:
    'The `equalTo` that a dry run named, or `none`: 409 where an equal reward was sent or asked for since',
} as const;
