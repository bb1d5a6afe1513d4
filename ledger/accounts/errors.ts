import { refusals, validation } from '../../contracts/messages.ts';
import { DomainError } from '../domain-error.ts';

export class AccountNotFound extends DomainError {
  constructor() {
    super('not_found', 'AccountNotFound', refusals.accountNotFound);
  }
}

export class NothingToClaim extends DomainError {
  constructor() {
    super('conflict', 'NothingToClaim', refusals.nothingToClaim);
  }
}

/** The total would no longer fit 20 digits before the point. */
export class BalanceTooLarge extends DomainError {
  constructor() {
    super('invalid', 'BalanceTooLarge', validation.rewardAmountInvalid);
  }
}
