import { removalTexts } from '../../contracts/admin-messages.ts';
import { refusals, validation } from '../../contracts/messages.ts';
import { DomainError } from '../domain-error.ts';

export class AccountNotFound extends DomainError {
  constructor() {
    super('not_found', 'AccountNotFound', refusals.accountNotFound);
  }
}

export class AccountIsRemoved extends DomainError {
  constructor() {
    super('forbidden', 'AccountIsRemoved', refusals.accountRemoved);
  }
}

export class NothingToClaim extends DomainError {
  constructor() {
    super('conflict', 'NothingToClaim', refusals.nothingToClaim);
  }
}

/** The claim needs a proven identity, and the account has none yet. */
export class IdentityNeeded extends DomainError {
  constructor() {
    super('forbidden', 'IdentityNeeded', refusals.identityNeeded);
  }
}

/** An admin's own words would say what only the program may: that the mailbox went over to another account. */
export class ReasonOfMergers extends DomainError {
  constructor() {
    super('invalid', 'ReasonOfMergers', removalTexts.reasonOfMergers);
  }
}

export class ClaimsAreHeld extends DomainError {
  constructor() {
    super('forbidden', 'ClaimsAreHeld', refusals.claimsHeld);
  }
}

export class ClaimsHeldAlready extends DomainError {
  constructor() {
    super('conflict', 'ClaimsHeldAlready', refusals.claimsHeldAlready);
  }
}

/** Not held, or held anew since the hold that was named. */
export class ClaimsNotHeld extends DomainError {
  constructor() {
    super('conflict', 'ClaimsNotHeld', refusals.claimsNotHeld);
  }
}

export class NothingToClear extends DomainError {
  constructor() {
    super('conflict', 'NothingToClear', refusals.nothingToClear);
  }
}

/** Whoever confirms what was shown to be cleared means no other sum. */
export class ClearsOtherwise extends DomainError {
  constructor() {
    super('conflict', 'ClearsOtherwise', refusals.clearsOtherwise);
  }
}

/** More than `MAX_GRANT` at once. */
export class GrantTooLarge extends DomainError {
  constructor() {
    super('invalid', 'GrantTooLarge', validation.grantTooLarge);
  }
}

/** The account would have been granted more than `MAX_ACCOUNT_TOTAL`. */
export class BalanceTooLarge extends DomainError {
  constructor() {
    super('invalid', 'BalanceTooLarge', validation.balanceTooLarge);
  }
}

export class UsernameUnchanged extends DomainError {
  constructor() {
    super('invalid', 'UsernameUnchanged', validation.usernameSame);
  }
}

/** The name is another user's, or has the form of the names that accounts are opened with. */
export class UsernameTaken extends DomainError {
  constructor() {
    super('conflict', 'UsernameTaken', validation.usernameTaken);
  }
}

/** The name looks like another user's. */
export class UsernameTooAlike extends DomainError {
  constructor() {
    super('conflict', 'UsernameTooAlike', validation.usernameTooAlike);
  }
}

/** The name would be taken for the program's or its team's. */
export class UsernameReserved extends DomainError {
  constructor() {
    super('invalid', 'UsernameReserved', validation.usernameReserved);
  }
}

/** The same account takes the same name in another request at this very moment. */
export class UsernameChanging extends DomainError {
  constructor() {
    super('conflict', 'UsernameChanging', refusals.usernameChanging);
  }
}

/** What the command has of its person was sealed before an erasure that stands in the ledger by now. */
export class ErasedMeanwhile extends DomainError {
  constructor() {
    super('conflict', 'ErasedMeanwhile', refusals.erasedMeanwhile);
  }
}

export class PlatformAlreadyConnected extends DomainError {
  constructor() {
    super('conflict', 'PlatformAlreadyConnected', refusals.platformAlreadyConnected);
  }
}

export class PlatformNotConnected extends DomainError {
  constructor() {
    super('conflict', 'PlatformNotConnected', refusals.platformNotConnected);
  }
}

export class TaskAlreadyVerified extends DomainError {
  constructor() {
    super('conflict', 'TaskAlreadyVerified', refusals.taskAlreadyVerified);
  }
}

/** No such task on this platform. */
export class UnknownTask extends DomainError {
  constructor() {
    super('invalid', 'UnknownTask', refusals.unknownTask);
  }
}

export class EmailAlreadySignedUp extends DomainError {
  constructor() {
    super('conflict', 'EmailAlreadySignedUp', refusals.emailAlreadySignedUp);
  }
}

/** The token was made for another address than the account's. */
export class EmailNotSignedUp extends DomainError {
  constructor() {
    super('conflict', 'EmailNotSignedUp', refusals.verificationInvalid);
  }
}

export class EmailAlreadyVerified extends DomainError {
  constructor() {
    super('conflict', 'EmailAlreadyVerified', refusals.emailAlreadyVerified);
  }
}

export class AlreadyCheckedIn extends DomainError {
  constructor() {
    super('conflict', 'AlreadyCheckedIn', refusals.alreadyCheckedIn);
  }
}

/** No such grant by hand, or it was revoked, claimed, cleared or reset, or a thousand came after it. */
export class GrantNotRevocable extends DomainError {
  constructor() {
    super('conflict', 'GrantNotRevocable', refusals.grantNotRevocable);
  }
}
