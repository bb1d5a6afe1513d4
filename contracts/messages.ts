import { claimTexts } from './claim-messages.ts';
import { MAX_ACCOUNT_TOTAL, MAX_GRANT } from './constants.ts';
import { displayEvo, exactEvo, parseEvo } from './money.ts';
import { shellTexts } from './shell-messages.ts';
import { shortenAddress } from './wallet-address-text.ts';

export { claimTexts } from './claim-messages.ts';
// Every page loads these, so that they stand in a file of their own: with the others, each visitor would load all of them.
export { platformNames, queryError, sessionTexts, statusTexts, walletErrors } from './shell-messages.ts';

/** An account as people tell it from others; one that signed up with an address alone has no wallet. */
export type NamedAccount = { readonly username: string; readonly walletAddress: string | null };

const accountName = ({ username, walletAddress }: NamedAccount): string =>
  `${username} (${walletAddress === null ? 'no wallet' : shortenAddress(walletAddress)})`;

/** Every error text of the product and what the API answers. A text with a blank is a function. */

/** Texts of validation rules; the API answers them with status 400 and the UI shows them beside the field. */
export const validation = {
  usernameEmpty: 'Username cannot be empty',
  usernameSame: 'Username is the same as current',
  usernamePattern: 'Use 3 to 20 letters, digits or underscores',
  usernameTaken: 'This username is already taken',
  usernameReserved: 'This username could be taken for EVO or its team. Please choose another one.',
  usernameTooAlike: 'This username looks like the one of another user. Please choose another one.',
  handleInvalid: 'Please enter a valid handle',
  emailInvalid: 'Please enter a valid email address.',
  tokenInvalid: 'This verification link is not valid',
  adminWalletRequired: 'Please enter a wallet address',
  adminWalletInvalid: 'Please enter a valid Ethereum wallet address',
  rewardFieldsRequired: 'Please fill in all reward fields',
  rewardAmountInvalid: 'Please enter a valid reward amount',
  grantTooLarge: `A reward is at most ${displayEvo(parseEvo(MAX_GRANT), 0)} EVO`,
  balanceTooLarge: `An account holds at most ${displayEvo(parseEvo(MAX_ACCOUNT_TOTAL), 0)} EVO in rewards, and this would be more`,
  searchInvalid: 'A search has no control characters',
  reasonRequired: 'Please say why',
  accountFullByHand: (most: bigint) =>
    `Rewards by hand take an account to ${exactEvo(most, 0)} EVO at the most, and this would be more`,
  reasonTooLong: 'A reason has at most 200 characters',
  winnerCountInvalid: 'Please enter a valid number of winners',
  winnersExceedEligible: (winners: number, eligible: number) =>
    `Cannot select ${winners} winners from ${eligible} eligible users`,
  tieredAmountsInvalid: (winners: number) => `Please enter valid amounts for all ${winners} positions`,
} as const;

/** Refusals that pages say by themselves, too. In a table of their own, or every page would load all the others. */
export const shownRefusals = {
  adminOnly: "You don't have admin access",
  activityHistorySuperAdminOnly: 'Only the Super Admin can view activity history',
  handleTaken: 'This account is already connected to another user',
  verifiesAnother: (link: NamedAccount, own: NamedAccount) =>
    `This link verifies the mailbox for ${accountName(link)}. You are signed in as ${accountName(own)}.`,
  claimsHeld: claimTexts.heldWhy,
} as const;

/** Texts of refusals that are not about the form of the input. */
export const refusals = {
  ...shownRefusals,
  notSignedIn: 'Connect your wallet to continue',
  superAdminOnly: 'Only the Super Admin can do this',
  grantNotRevocable: 'This reward cannot be taken back: it was claimed, cleared, reset or taken back before',
  needsSecondAdmin: 'This reward needs a second admin',
  rewardRequestUnknown: 'There is no such request for a reward',
  rewardRequestOver: 'This request was approved or declined already',
  rewardRequestExpired: 'This request has expired. Send the reward again.',
  ownRewardRequest: 'You asked for this reward: another admin has to approve it',
  sameHandRewardRequest:
    'One of the two owes the admin right to the other, or both to the same admin: somebody else has to approve it',
  requesterNoAdmin: 'Who asked for this reward is no admin any more',
  notUndoable: 'This act cannot be undone (any more)',
  alreadyUndone: 'This act was undone before',
  accountOfAdmin: 'This account belongs to an admin. Take the admin rights first.',
  accountOfAuditor: 'This account belongs to an auditor. The Super Admin has to take that right first.',
  originalAdmin: 'The original admin cannot be removed',
  alreadyAnAdmin: 'This wallet is an admin already',
  alreadyAnAuditor: 'This wallet is an auditor. The Super Admin has to take that right first.',
  adminNotFound: 'This wallet is no admin',
  auditorNotFound: 'This wallet is no auditor',
  auditorReadsOnly: 'You are an auditor: you can read this program, and change nothing',
  raffleUnderWay: 'Another raffle was started a moment ago. Reload to see it.',
  raffleStarted: (number: number) =>
    `Raffle ${number}, which you were shown, was started meanwhile. Nothing was started now: look at it before you start another one.`,
  raffleNotDrawn: 'This raffle has not been drawn',
  unknownPlace: 'There is no such place in this raffle',
  noRaffle: 'No Raffle Available',
  entriesLost:
    'The entries of this raffle have to be made anew from the ledger before anybody can be shown their own. Who took part does not change.',
  raffleFailed: (number: number, reason: string) =>
    `Raffle ${number} failed: ${reason}. Nobody was drawn, and it stays listed as failed. Mend the cause, then start a new raffle.`,
  massActUnderWay: 'A clear or reset of all accounts is still under way',
  massActSince:
    'Since you were shown this, all accounts were cleared or reset, or a reset was undone. Nothing was done now: look at it once more.',
  walletHeaderMismatch:
    'This page shows another account than the one that is signed in now (x-wallet-address). Nothing was done.',
  walletHeaderMissing:
    'The request does not say for which account it is (x-wallet-address). Nothing was done. Reload the page.',
  metricsToken: 'The token of METRICS_TOKEN is required: Authorization: Bearer …',
  walletNotYours: 'This is not the wallet of your session',
  challengeUnknown: 'This sign-in request is unknown or was used before. Please connect again.',
  challengeExpired: 'This sign-in request has expired. Please connect again.',
  challengeMismatch: 'The signed message is not the one that was issued. Please connect again.',
  signatureInvalid: 'The signature does not belong to this wallet',
  originRefused: 'This request did not come from the site itself',
  nothingToClear: 'There are no App Rewards to clear',
  clearsOtherwise:
    'The App Rewards of this user have changed since you were shown them. Nothing was done now: look at what is there.',
  platformAlreadyConnected: 'This platform is already connected to your account',
  platformNotConnected: 'Connect the platform first',
  taskAlreadyVerified: 'You have completed this task already',
  unknownTask: 'There is no such task',
  webhookRefused: 'This notification does not come from the platform',
  webhookLater: 'The platform could not be asked. Please deliver this again.',
  emailAlreadySignedUp: 'This wallet has already signed up with an email address',
  emailAlreadyVerified: 'This email address is verified already',
  verificationInvalid: 'This verification link is not valid or has expired. Please request a new one.',
  alreadyCheckedIn: 'You have checked in today. Come back tomorrow!',
  identityNeeded:
    'Before your first claim, prove one identity: verify your email address or connect X, Instagram or YouTube. Your rewards stay yours.',
  claimsHeldAlready: 'The claims of this account are held already',
  claimsNotHeld: 'The claims of this account are not held (any more)',
  tooManyNewAccounts:
    'Too many new accounts were opened from your network within an hour. Please try again later, or from another network.',
  nothingToClaim: 'There is nothing to claim right now',
  accountNotFound: 'No account has this wallet',
  accountRemoved: 'This account was removed',
  notYourDashboard: 'You can only see your own account',
  notYourAccount: 'You can only change your own account',
  idempotencyKeyReused: 'This Idempotency-Key was used with another request',
  usernameChanging: 'Your name is being changed in another window. Look there, then try again.',
  erasedMeanwhile: 'Your personal data were erased at this very moment. Please try again.',
  commandForgotten:
    'This request was first sent too long ago to know whether it was done. Look whether it was, then send it as a new one.',
  idempotencyKeyInvalid: 'An Idempotency-Key is a UUID',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
  ledgerUnavailable:
    'The ledger did not answer in time. Nothing was lost: try again, the same request is never applied twice.',
  ledgerCorrupt:
    'The ledger holds something here that was not written by this program. Nothing was changed, and nothing more is built on it until somebody has looked.',
  starting: 'The service is starting. Please try again in a moment.',
  databaseUnavailable: 'The service is restarting. Please try again in a moment.',
  chainUnavailable:
    'The chain does not answer, and only it knows the owners of this wallet. Please try again in a moment.',
  notFound: 'Not found',
  invalidRequest: 'The request is not valid',
  bodyTooLarge: 'The request is too large',
  notJson: 'The request is not JSON: its Content-Type must be application/json',
  encodingNotTaken: 'The request must be sent without a Content-Encoding',
  methodNotAllowed: 'This address does not take that method',
  headersTooLarge: 'The headers of the request are too large',
  requestTooSlow: 'The request took too long to arrive',
  expectationFailed: 'The server cannot do what the Expect header asks for',
  internal: 'Something went wrong on our side. Please try again.',
} as const;

/** Texts of commands that went through. */
export const confirmations = {
  checkedIn: (streak: number, reward: string) =>
    streak === 1 ? `Checked in: +${reward} EVO` : `Day ${streak} in a row: +${reward} EVO`,
  whitelistJoined: 'You are on the whitelist',
  raffleDrawn: (number: number, winners: number) =>
    `Raffle ${number} is drawn: ${winners} ${winners === 1 ? 'winner' : 'winners'}`,
  raffleWouldBeDrawn: (winners: number, eligible: number, total: string) =>
    `${winners} ${winners === 1 ? 'winner' : 'winners'} would be drawn among ${eligible.toLocaleString('en')} eligible ${eligible === 1 ? 'user' : 'users'}, ${total} EVO in total`,
  prizesWouldBeSettled: (paid: number, total: string, skipped: number, unpaid?: Unpaid) =>
    `${paid} ${paid === 1 ? 'prize' : 'prizes'} would be paid, ${total} EVO in total${skipped === 0 ? '' : `; ${skipped} would be skipped: no wallet, or the account was removed`}${unpaid ? `; ${unpaid.count} cannot be paid: ${unpaid.why}` : ''}`,
  prizesSettled: (paid: number, total: string, skipped: number, unpaid?: Unpaid) =>
    `${paid} ${paid === 1 ? 'prize' : 'prizes'} paid, ${total} EVO in total${skipped === 0 ? '' : `; ${skipped} skipped`}${unpaid ? `; ${unpaid.count} could not be paid: ${unpaid.why}` : ''}`,
} as const;

/** Prizes that a winner's account cannot take. */
type Unpaid = { readonly count: number; readonly why: string };

export const raffleTexts = {
  permanent:
    'A draw is public and permanent: the winners and their prizes stand in the ledger for everybody to see, and nobody can take them back or draw again.',
} as const;

export const pages = {
  notFoundTitle: shellTexts.notFoundTitle,
  verificationFailedTitle: 'Verification Failed',
  verificationFailedText: 'Something went wrong during verification.',
  invalidVerificationLink: 'Invalid Verification Link',
  verifyingTitle: 'Verifying your email',
  verifiedTitle: 'Email Verified!',
  verifiedFor: (email: string, account: NamedAccount) =>
    `${email} now belongs to the account ${accountName(account)}.`,
  rewardNeedsWallet: 'Connect a wallet and sign up with it to receive the reward.',
  rewardedBefore: 'The reward for an email address was paid to this account before, and is not paid twice.',
  anotherAccountTitle: 'Is this your account?',
  anotherAccountText:
    'Go on only if both accounts are yours. A mailbox belongs to one account, and whoever has that account gets the reward.',
  verifyForAnother: (account: NamedAccount) => `Verify for ${account.username}`,
  leaveLink: 'Leave it',
  processingTitle: 'Still processing',
  processingText: 'The server has not said yet how it went. The link is not lost: look again in a moment.',
  launchPrompt: shellTexts.launchPrompt,
} as const;

/** What the program says when it starts, to whoever started it. */
export const startTexts = {
  ready: (url: string) => `evo-rewards is ready at ${url}`,
  trial:
    'This is a local trial: the Demo wallets, all mails and unchecked tasks are open to everyone on this machine. It ends when a proxy sends it a request; to run a site, set PUBLIC_URL and SUPER_ADMIN_WALLET.',
} as const;
