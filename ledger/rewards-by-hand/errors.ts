import { adminAnswers, setAsideTexts } from '../../contracts/admin-messages.ts';
import type { RewardLimit } from '../../contracts/events/rewards-by-hand.ts';
import { refusals, validation } from '../../contracts/messages.ts';
import { DomainError } from '../domain-error.ts';

/** More than one admin may send alone. */
export class NeedsSecondAdmin extends DomainError {
  readonly above: RewardLimit;
  constructor(above: RewardLimit) {
    super('conflict', 'NeedsSecondAdmin', refusals.needsSecondAdmin);
    this.above = above;
  }
}

/** Whoever confirms that a second admin is asked has not said that it may be sent at once. */
export class NeedsNoSecondAdmin extends DomainError {
  constructor() {
    super('conflict', 'NeedsNoSecondAdmin', adminAnswers.rewardAtOnce);
  }
}

/** The account was sent as much since whoever confirms this one was told of what was sent before. */
export class RewardSentSince extends DomainError {
  constructor(told: string = adminAnswers.rewardSinceUnread) {
    super('conflict', 'RewardSentSince', told);
  }
}

/** A reward by hand would take the account beyond the setting `MAX_ACCOUNT`. */
export class AccountFullByHand extends DomainError {
  constructor(most: bigint) {
    super('invalid', 'AccountFullByHand', validation.accountFullByHand(most));
  }
}

export class RewardRequestUnknown extends DomainError {
  constructor() {
    super('not_found', 'RewardRequestUnknown', refusals.rewardRequestUnknown);
  }
}

export class RewardRequestOver extends DomainError {
  constructor() {
    super('conflict', 'RewardRequestOver', refusals.rewardRequestOver);
  }
}

export class RewardRequestExpired extends DomainError {
  constructor() {
    super('conflict', 'RewardRequestExpired', refusals.rewardRequestExpired);
  }
}

/** Whoever asked may withdraw, and not approve. */
export class OwnRewardRequest extends DomainError {
  constructor() {
    super('forbidden', 'OwnRewardRequest', refusals.ownRewardRequest);
  }
}

/** Any admin may name admins: two of whom one was named by the other, or both by a third, may be one person. */
export class SameHandRewardRequest extends DomainError {
  constructor() {
    super('forbidden', 'SameHandRewardRequest', refusals.sameHandRewardRequest);
  }
}

export class RequesterNoAdmin extends DomainError {
  constructor() {
    super('conflict', 'RequesterNoAdmin', refusals.requesterNoAdmin);
  }
}

/** It was approved and could not be granted, and an admin has decided that it never will be. */
export class RewardDismissed extends DomainError {
  constructor() {
    super('conflict', 'RewardDismissed', setAsideTexts.rewardDismissed);
  }
}
