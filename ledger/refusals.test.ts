import { expect, test } from 'vitest';
import { musicTexts } from '../contracts/admin-messages.ts';
import { refusals, validation } from '../contracts/messages.ts';
import { HandleTaken } from './accounts/connect-social.ts';
import {
  AccountIsRemoved,
  AccountNotFound,
  AlreadyCheckedIn,
  BalanceTooLarge,
  ClaimsAreHeld,
  ClaimsHeldAlready,
  ClaimsNotHeld,
  EmailAlreadySignedUp,
  EmailAlreadyVerified,
  EmailNotSignedUp,
  GrantNotRevocable,
  GrantTooLarge,
  IdentityNeeded,
  NothingToClaim,
  NothingToClear,
  PlatformAlreadyConnected,
  PlatformNotConnected,
  TaskAlreadyVerified,
  UnknownTask,
  UsernameChanging,
  UsernameReserved,
  UsernameTaken,
  UsernameTooAlike,
  UsernameUnchanged,
} from './accounts/errors.ts';
import { NotUndoable } from './accounts/undo-act.ts';
import {
  AdminNotFound,
  AlreadyAnAdmin,
  AlreadyAnAuditor,
  AuditorNotFound,
  NotAnAdmin,
  NotTheSuperAdmin,
  OriginalAdmin,
} from './admins/admins.ts';
import { CommandForgotten, StreamMovedOn } from './domain-error.ts';
import { MassActUnderWay, ResetOvertaken } from './mass-acts/mass-acts.ts';
import { TooManyTracks, TrackNotFound } from './playlist/playlist.ts';
import { RaffleNotDrawn, RaffleUnderWay, UnknownPlace } from './raffles/raffle.ts';
import { TooManyWinners } from './raffles/raffle-steps.ts';
import {
  AccountFullByHand,
  NeedsSecondAdmin,
  OwnRewardRequest,
  RequesterNoAdmin,
  RewardRequestExpired,
  RewardRequestOver,
  RewardRequestUnknown,
  SameHandRewardRequest,
} from './rewards-by-hand/errors.ts';

/** What a client is told: the code by which it knows the refusal, the kind that becomes the status, and the text for people. */
test.each([
  ['AlreadyAnAdmin', 'conflict', refusals.alreadyAnAdmin, () => new AlreadyAnAdmin()],
  ['AlreadyAnAuditor', 'conflict', refusals.alreadyAnAuditor, () => new AlreadyAnAuditor()],
  ['AlreadyCheckedIn', 'conflict', refusals.alreadyCheckedIn, () => new AlreadyCheckedIn()],
  ['ClaimsHeldAlready', 'conflict', refusals.claimsHeldAlready, () => new ClaimsHeldAlready()],
  ['ClaimsNotHeld', 'conflict', refusals.claimsNotHeld, () => new ClaimsNotHeld()],
  ['CommandForgotten', 'conflict', refusals.commandForgotten, () => new CommandForgotten()],
  ['EmailAlreadySignedUp', 'conflict', refusals.emailAlreadySignedUp, () => new EmailAlreadySignedUp()],
  ['EmailAlreadyVerified', 'conflict', refusals.emailAlreadyVerified, () => new EmailAlreadyVerified()],
  ['EmailNotSignedUp', 'conflict', refusals.verificationInvalid, () => new EmailNotSignedUp()],
  ['GrantNotRevocable', 'conflict', refusals.grantNotRevocable, () => new GrantNotRevocable()],
  ['HandleTaken', 'conflict', refusals.handleTaken, () => new HandleTaken()],
  ['MassActUnderWay', 'conflict', refusals.massActUnderWay, () => new MassActUnderWay()],
  ['NeedsSecondAdmin', 'conflict', refusals.needsSecondAdmin, () => new NeedsSecondAdmin('day')],
  ['NotUndoable', 'conflict', refusals.notUndoable, () => new NotUndoable()],
  ['NothingToClaim', 'conflict', refusals.nothingToClaim, () => new NothingToClaim()],
  ['NothingToClear', 'conflict', refusals.nothingToClear, () => new NothingToClear()],
  [
    'PlatformAlreadyConnected',
    'conflict',
    refusals.platformAlreadyConnected,
    () => new PlatformAlreadyConnected(),
  ],
  ['PlatformNotConnected', 'conflict', refusals.platformNotConnected, () => new PlatformNotConnected()],
  ['RaffleNotDrawn', 'conflict', refusals.raffleNotDrawn, () => new RaffleNotDrawn()],
  ['RaffleUnderWay', 'conflict', refusals.raffleUnderWay, () => new RaffleUnderWay()],
  ['RequesterNoAdmin', 'conflict', refusals.requesterNoAdmin, () => new RequesterNoAdmin()],
  ['ResetOvertaken', 'conflict', refusals.notUndoable, () => new ResetOvertaken()],
  ['RewardRequestExpired', 'conflict', refusals.rewardRequestExpired, () => new RewardRequestExpired()],
  ['RewardRequestOver', 'conflict', refusals.rewardRequestOver, () => new RewardRequestOver()],
  ['TaskAlreadyVerified', 'conflict', refusals.taskAlreadyVerified, () => new TaskAlreadyVerified()],
  ['TooManyTracks', 'conflict', musicTexts.tooMany(200), () => new TooManyTracks()],
  ['UsernameChanging', 'conflict', refusals.usernameChanging, () => new UsernameChanging()],
  ['UsernameTaken', 'conflict', validation.usernameTaken, () => new UsernameTaken()],
  ['UsernameTooAlike', 'conflict', validation.usernameTooAlike, () => new UsernameTooAlike()],
  ['AccountIsRemoved', 'forbidden', refusals.accountRemoved, () => new AccountIsRemoved()],
  ['ClaimsAreHeld', 'forbidden', refusals.claimsHeld, () => new ClaimsAreHeld()],
  ['IdentityNeeded', 'forbidden', refusals.identityNeeded, () => new IdentityNeeded()],
  ['NotAnAdmin', 'forbidden', refusals.adminOnly, () => new NotAnAdmin()],
  ['NotTheSuperAdmin', 'forbidden', refusals.superAdminOnly, () => new NotTheSuperAdmin()],
  ['OriginalAdmin', 'forbidden', refusals.originalAdmin, () => new OriginalAdmin()],
  ['OwnRewardRequest', 'forbidden', refusals.ownRewardRequest, () => new OwnRewardRequest()],
  ['SameHandRewardRequest', 'forbidden', refusals.sameHandRewardRequest, () => new SameHandRewardRequest()],
  ['StreamMovedOn', 'conflict', refusals.ledgerUnavailable, () => new StreamMovedOn()],
  ['AccountFullByHand', 'invalid', validation.accountFullByHand(5n), () => new AccountFullByHand(5n)],
  ['BalanceTooLarge', 'invalid', validation.balanceTooLarge, () => new BalanceTooLarge()],
  ['GrantTooLarge', 'invalid', validation.grantTooLarge, () => new GrantTooLarge()],
  ['TooManyWinners', 'invalid', validation.winnersExceedEligible(3, 2), () => new TooManyWinners(3, 2)],
  ['UnknownTask', 'invalid', refusals.unknownTask, () => new UnknownTask()],
  ['UsernameReserved', 'invalid', validation.usernameReserved, () => new UsernameReserved()],
  ['UsernameUnchanged', 'invalid', validation.usernameSame, () => new UsernameUnchanged()],
  ['AccountNotFound', 'not_found', refusals.accountNotFound, () => new AccountNotFound()],
  ['AdminNotFound', 'not_found', refusals.adminNotFound, () => new AdminNotFound()],
  ['AuditorNotFound', 'not_found', refusals.auditorNotFound, () => new AuditorNotFound()],
  ['RewardRequestUnknown', 'not_found', refusals.rewardRequestUnknown, () => new RewardRequestUnknown()],
  ['TrackNotFound', 'not_found', musicTexts.unknownTrack, () => new TrackNotFound()],
  ['UnknownPlace', 'not_found', refusals.unknownPlace, () => new UnknownPlace()],
] as const)('%s', (code, kind, message, refusal) => {
  expect(refusal()).toMatchObject({ name: code, code, kind, message });
});
