/** What the server says to admins of what they did or would do. Amounts come formatted for display. */

const of = (count: number, word: string): string =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
const accounts = (count: number): string => of(count, 'account');

const theyAre = (count: number): string => (count === 1 ? 'it is' : 'they are');

/** How far an act on many has got. */
export const progressText = (done: number, count: number, word: 'account' | 'user'): string =>
  `${done.toLocaleString('en')} of ${of(count, word)}`;

/** Why an act on many stands still: the server counts what is asked of it. */
export const limitText = (time: string): string =>
  `Too many requests for now: it goes on by itself at ${time}.`;

/** On the bars of the charts. */
export const chartTexts = {
  newUsers: (count: number) => of(count, 'new user'),
} as const;

/** What is said of auditors. */
export const auditorTexts = {
  note: 'You are an auditor: read only.',
  noteMore: 'You see what admins see, but no email addresses, and change nothing.',
  title: 'Auditors',
  intro: 'They read what admins read, but no email addresses, and change nothing.',
  none: 'Nobody audits this program yet.',
  count: (count: number) => of(count, 'auditor'),
  hidden: 'Not shown',
  addTitle: 'Add Auditor',
  addAsk: 'The wallet can read the lists of the admin panel from this moment on.',
  removeTitle: 'Remove Auditor',
  removeAsk: 'The wallet can read nothing of the panel any more, and its sessions end.',
} as const;

/** Above the list of users. */
export const userListTexts = {
  above: (count: number) => `${of(count, 'more user')} above`,
} as const;

/** Above the history of admins' acts. */
export const historyTexts = {
  newer: (count: number) => of(count, 'newer act'),
} as const;

type RewardBefore = {
  readonly state: 'sent' | 'waits';
  readonly by: string;
  readonly age: number;
  readonly isSameReason: boolean;
};

const MINUTES_A_DAY = 24 * 60;

/** How long ago something was done that is so many milliseconds old. */
function agoOf(age: number): string {
  const minutes = Math.floor(age / 60_000);
  if (minutes < 1) return 'a moment ago';
  if (minutes < 60) return `${of(minutes, 'minute')} ago`;
  if (minutes < MINUTES_A_DAY) return `${of(Math.floor(minutes / 60), 'hour')} ago`;
  return `${of(Math.floor(minutes / MINUTES_A_DAY), 'day')} ago`;
}

/** `would` is the text of a dry run. */
export const adminAnswers = {
  rewardSent: (amount: string, username: string, would: boolean) =>
    would ? `${amount} EVO would go to ${username}` : `${amount} EVO sent to ${username}`,
  rewardAsked: (amount: string, username: string, above: 'reward' | 'day', would: boolean) => {
    const why =
      above === 'reward'
        ? 'it is above what one admin sends alone'
        : 'the limit of this day (UTC) is reached';
    return would
      ? `${amount} EVO to ${username} needs a second admin: ${why}. Sending it asks for one.`
      : `${amount} EVO to ${username} waits for a second admin: ${why}`;
  },
  /** Said before a reward is sent or approved, of one of the same amount; `age` is milliseconds. */
  rewardBefore: (amount: string, username: string, { state, by, age, isSameReason }: RewardBefore) => {
    const why = isSameReason ? 'for the same reason' : 'for another reason';
    return state === 'sent'
      ? `${amount} EVO was already sent to ${username} ${agoOf(age)} by ${by}, ${why}. This one would come on top of it.`
      : `${amount} EVO to ${username} already waits for a second admin: ${by} asked for it ${agoOf(age)}, ${why}. This one would come on top of it.`;
  },
  rewardSince: (told: string) => `${told} You were not shown that, and nothing was done now.`,
  /** The same where nobody can say yet who has sent it. */
  rewardSinceUnread:
    'An equal reward was sent to this account at this moment. You were not shown that, and nothing was done now.',
  rewardAtOnce:
    'This reward needs no second admin any more: it would be sent at once. You were not shown that, and nothing was done now.',
  rewardApproved: (amount: string, username: string, would: boolean) =>
    would ? `${amount} EVO would go to ${username}` : `Approved: ${amount} EVO sent to ${username}`,
  rewardUnpaid: (amount: string, username: string, why: string) =>
    `Approved, but ${amount} EVO to ${username} was not sent. ${why}. It waits in the overview, to be tried again or dismissed.`,
  rewardDismissed: (amount: string, username: string) =>
    `Approved, but ${amount} EVO to ${username} is not sent: an admin has dismissed it`,
  rewardDeclined: (amount: string, username: string) => `Declined: ${amount} EVO to ${username} is not sent`,
  balanceCleared: (amount: string, username: string, would: boolean) =>
    would
      ? `${amount} EVO of App Rewards would be taken from ${username}`
      : `${amount} EVO of App Rewards taken from ${username}`,
  userRemoved: (username: string, would: boolean) =>
    would ? `${username} would be removed` : `${username} was removed`,
  /** `reasons` are those of the failures; `left` is how many were not asked for any more. */
  usersRemoved: (
    removed: number,
    failed: number,
    more: { reasons?: readonly string[]; left?: number } = {},
  ) => {
    const why = [...new Set(more.reasons)].slice(0, 2).join('; ');
    return [
      `${of(removed, 'user')} removed`,
      ...(failed > 0 ? [`${failed.toLocaleString('en')} could not be removed${why && ` (${why})`}`] : []),
      ...(more.left ? [`${more.left.toLocaleString('en')} left as ${theyAre(more.left)}`] : []),
    ].join(', ');
  },
  massClear: (count: number, amount: string, would: boolean) =>
    would
      ? `${amount} EVO of App Rewards would be taken from ${accounts(count)}`
      : `The App Rewards of ${accounts(count)} (${amount} EVO) are being cleared`,
  massReset: (count: number, amount: string, would: boolean) =>
    would
      ? `The rewards of ${accounts(count)} (${amount} EVO) would be set to zero`
      : `The rewards of ${accounts(count)} (${amount} EVO) are being set to zero`,
  ofRemoved: (count: number, amount: string) =>
    `and what ${of(count, 'removed account')} ${count === 1 ? 'has' : 'have'} left (${amount} EVO)`,
  adminAdded: (wallet: string) => `${wallet} is an admin now`,
  adminRemoved: (wallet: string) => `${wallet} is no longer an admin, and its sessions have ended`,
  auditorAdded: (wallet: string) => `${wallet} is an auditor now`,
  auditorRemoved: (wallet: string) => `${wallet} is no longer an auditor, and its sessions have ended`,
  rewardRevoked: (amount: string, username: string, would: boolean) =>
    would
      ? `${amount} EVO would be taken back from ${username}`
      : `${amount} EVO taken back from ${username}`,
  clearUndone: (amount: string, username: string, would: boolean) =>
    would ? `${amount} EVO would be given back to ${username}` : `${amount} EVO given back to ${username}`,
  userReinstated: (username: string, would: boolean) =>
    would ? `${username} would be let in again` : `${username} can sign in again`,
  claimsActed: (
    kind: 'hold' | 'release',
    {
      done,
      failed,
      why,
      pending,
      would,
    }: { done: number; failed: number; why: string | undefined; pending: string; would: boolean },
  ) => {
    const verb = kind === 'hold' ? 'held' : 'released';
    const what = `The claims of ${accounts(done)} (${pending} EVO pending) ${would ? 'would be' : 'are'} ${verb}`;
    if (failed === 0) return what;
    return `${what}; ${accounts(failed)} left as ${theyAre(failed)}${why === undefined ? '' : `: ${why}`}`;
  },
  claimsHeldAgain: (username: string, would: boolean) =>
    would ? `The claims of ${username} would be held again` : `The claims of ${username} are held again`,
  claimsReleased: (username: string, would: boolean) =>
    would ? `The claims of ${username} would be released` : `The claims of ${username} are released`,
  resetUndone: (would: boolean) =>
    would
      ? 'Every account would get back what the reset took'
      : 'Every account is getting back what the reset took',
  setAsideRetried: 'The event is acted on once more',
  setAsideDismissed: 'The event is dismissed: nothing will be done about it',
} as const;

/** Why an account is not removed. */
export const removalTexts = {
  reasonOfMergers:
    'Please give the reason in other words: “merged” alone is what the program says of an account whose mailbox went over to another one',
} as const;

/** What admins read of accounts that look like a farm. */
export const clusterTexts = {
  title: 'Clusters',
  notYourOwn: 'You cannot release your own account: ask another admin.',
  newAccounts: 'New accounts',
  kinds: {
    network: 'Same network',
    minute: 'Same minute',
    referrer: 'Same referrer',
    idle: 'Nothing but claims',
    held: 'Claims held',
  },
  why: {
    network: 'Opened from one network (IPv4 /24, IPv6 /48) within the last 30 days.',
    minute: 'Opened within the same minute.',
    referrer: 'Referred by the same user.',
    idle: 'Did nothing but claim since the day they were opened.',
    held: 'Claims are refused until somebody releases them.',
  },
  acts: {
    hold: {
      title: 'Hold claims',
      why: 'Claims are refused until they are released. What is earned meanwhile stays pending.',
      toast: 'claimsHeld',
    },
    release: {
      title: 'Release claims',
      why: 'What is pending can be claimed again.',
      toast: 'claimsReleased',
    },
  },
  choose: 'In common',
  show: 'Show accounts',
  members: 'Accounts of the cluster',
  reason: 'Reason',
  reasonHint: 'Stands in the history of each account.',
  /** Where a dry run asks for a reason before there is one. */
  dryRunReason: 'Dry run',
  goOn: 'Go on',
  size: accounts,
  idleOf: (count: number) => `${count.toLocaleString('en')} only ${count === 1 ? 'claims' : 'claim'}`,
  heldOf: (count: number) => `${count.toLocaleString('en')} held`,
  idleBadge: 'Only claims',
  heldBadge: 'Held',
  heldBecause: (reason: string) => `held: ${reason}`,
  pending: 'pending',
  claimed: 'claimed',
  network: (start: string) => `Network ${start}…`,
  minute: (minute: string) => `Opened at ${minute} UTC`,
  referrer: (username: string) => `Referred by ${username}`,
  idle: (day: string) => `Opened on ${day}, idle`,
  held: 'All held accounts',
  unknown: 'There is no such cluster',
  none: 'No clusters of this kind',
  noneNext: 'Three accounts or more with this in common stand here.',
  noneHeld: 'No claims are held',
  noneHeldNext: 'Accounts whose claims you hold stand here until they are released.',
  bonuses: (granted: string, limit: string | null) =>
    limit === null
      ? `${granted} EVO of welcome bonuses today`
      : `${granted} of ${limit} EVO of welcome bonuses today`,
  bonusesOver: 'The day’s sum is reached: new accounts get their bonus with a later sign-in.',
  waiting: (count: number) =>
    count === 1
      ? '1 account waits for its welcome bonus'
      : `${count.toLocaleString('en')} accounts wait for their welcome bonus`,
  asks: (needs: 'nothing' | 'identity') =>
    needs === 'identity' ? 'Claims need a proven identity' : 'Claims need no proven identity',
  aNetwork: (count: number | null) =>
    count === null
      ? 'New accounts of a network are not limited'
      : `At most ${of(count, 'new account')} of a network an hour`,
} as const;

/** What admins read of events that the program could not act on. */
export const setAsideTexts = {
  notice: (parked: number, waiting: number) =>
    [
      ...(parked > 0 ? [`${of(parked, 'event')} could not be handled`] : []),
      ...(waiting > 0 ? [`${of(waiting, 'event')} will be tried again`] : []),
    ].join(', '),
  gone: 'This event is not there any more: it was handled, or somebody has decided about it.',
  mustEnd:
    'What this event began has to end before the next can begin: it can be tried again, and not dismissed.',
  stillTried:
    'This event is tried again by itself, and may be done at this moment: only one that is parked can be dismissed.',
  rewardDismissed: 'An admin has dismissed this reward',
  nothing: 'Nothing is waiting',
  nothingNext: 'Events that the program could not act on stand here until they are handled or dismissed.',
} as const;

/** What is refused of giving a right. */
export const rightTexts = {
  accountRemoved:
    'The account of this wallet was removed. The super admin has to undo that in Activity History first.',
} as const;

/** What admins read of rewards that need a second admin. */
export const rewardRequestTexts = {
  title: 'Rewards that need a second admin',
  lists: { open: 'Waiting', over: 'Decided' },
  nothing: 'No reward waits',
  nothingDecided: 'No reward was decided yet',
  nothingNext: 'A reward above a limit waits here until an admin other than the sender approves it.',
  own: 'You asked for this. Another admin has to approve it.',
  above: {
    reward: 'Above what one admin sends alone',
    day: 'Above the limit of its day (UTC)',
  },
  states: { open: 'Waiting', approved: 'Approved', declined: 'Declined', expired: 'Expired' },
  unpaid: 'Approved, not sent yet',
  unpaidNext: 'Where the account cannot take it, it waits in the overview, to be tried again or dismissed.',
  dismissed: 'Approved, then dismissed',
  dismissedNext: 'The account could not take it, and an admin has dismissed it: nothing is sent.',
} as const;

/** What is refused of music, and what was done with it. */
export const musicTexts = {
  noneChosen: 'No files chosen',
  noneChosenNext: 'What you choose stands here, with its title and artist, until it is uploaded.',
  filenameInvalid: 'A file name has 1 to 200 characters and no path',
  nameInvalid: 'Title and artist have 1 to 100 characters each',
  notAudio: 'Only audio files can be uploaded: MP3, AAC, M4A, Ogg, Opus, FLAC, WAV, AIFF or WebM',
  empty: 'The file is empty',
  sameName: 'Another file of this name was chosen with it, and a track has one file',
  notTaken: (filename: string, fault: string) => `${filename}: ${fault}`,
  tooLarge: (bytes: number) => `The file is too large: at most ${megabytes(bytes)} MB`,
  broken: 'The upload broke off. Nothing was kept.',
  stopped: 'The upload was stopped as the panel was left.',
  linkUnknown: 'This upload link is unknown, was used before or has expired. Please start the upload again.',
  begun: 'This upload has begun already',
  tooMany: (most: number) => `There are ${most} tracks already. Remove one first.`,
  unknownTrack: 'There is no such track',
  added: (title: string) => `${title} is in the playlist`,
  addedMany: (count: number) => `${count} tracks are in the playlist`,
  notUploaded: (count: number) => `${count} files could not be uploaded. The list says why.`,
  removed: (title: string) => `${title} was removed`,
} as const;

const megabytes = (bytes: number): string => String(Math.floor(bytes / 10_000) / 100);

/** Reasons where an admin gives none. */
export const defaultReasons = {
  clear: 'Cleared by an admin',
  clearAll: 'All App Rewards were cleared by an admin',
  reset: 'All rewards were reset by an admin',
  remove: 'Removed by an admin',
  /** As much of it as an event takes, in whole characters: half of one has no hash. */
  undo: (reason: string | null) =>
    (reason ? `Undo: ${reason}` : 'Undo').slice(0, 200).replace(/\p{Cs}$/u, ''),
} as const;

/** Lines of Activity History. */
export const activityTexts = {
  adminAdded: (wallet: string) => `Added admin ${wallet}`,
  adminRemoved: (wallet: string) => `Removed admin ${wallet}`,
  auditorAdded: (wallet: string) => `Added auditor ${wallet}`,
  auditorRemoved: (wallet: string) => `Removed auditor ${wallet}`,
  rewardSent: (amount: string, username: string) => `Sent ${amount} EVO to ${username}`,
  rewardRequested: (amount: string, username: string) => `Asked to send ${amount} EVO to ${username}`,
  rewardApproved: (amount: string, username: string) => `Approved ${amount} EVO to ${username}`,
  rewardDeclined: (amount: string, username: string) => `Declined ${amount} EVO to ${username}`,
  prizeSent: (amount: string, username: string) => `Sent a raffle prize of ${amount} EVO to ${username}`,
  raffleRun: (number: number, winners: number, amount: string) =>
    `Ran raffle ${number}: ${of(winners, 'winner')}, ${amount} EVO`,
  raffleFailed: (number: number) => `Began raffle ${number}, which failed before its draw`,
  userRemoved: (username: string) => `Removed user ${username}`,
  personalDataErased: (username: string) => `Erased the personal data of ${username}`,
  balanceCleared: (amount: string, username: string) => `Cleared ${amount} EVO of ${username}`,
  claimsHeld: (username: string) => `Held the claims of ${username}`,
  claimsReleased: (username: string) => `Released the claims of ${username}`,
  allCleared: () => 'Cleared all App Rewards',
  resetAll: () => 'Reset all user rewards',
  exported: (kind: string, count: number) => `Exported ${kind} (${of(count, 'row')})`,
  denied: (action: string) => `Was refused: ${action}`,
  deniedMore: (count: number, wallets: number) =>
    `${of(count, 'more refusal')} of ${of(wallets, 'wallet')}, too many to note each`,
  musicAdded: (title: string, artist: string) => `Added the track ${title} by ${artist}`,
  musicRemoved: (title: string, artist: string) => `Removed the track ${title} by ${artist}`,
  rewardRevoked: (amount: string, username: string) => `Undo: took ${amount} EVO back from ${username}`,
  clearUndone: (amount: string, username: string) => `Undo: gave ${amount} EVO back to ${username}`,
  userReinstated: (username: string) => `Undo: let ${username} in again`,
  resetUndone: () => 'Undo: gave back what a reset took',
  /** An account that the read models do not know. */
  unknownUser: 'an unknown user',
  unknownTrack: 'an unknown track',
} as const;
