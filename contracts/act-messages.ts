import { exactEvo } from './money.ts';

/** Words of acts that a wallet signs one by one, and of sessions. Amounts come in base units. */

const people = (count: number, word: string): string =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/**
 * What will happen, as the wallet shows it and the admin signs it: ASCII without line breaks, because EIP-4361 allows
 * nothing else in a statement.
 */
export const actWords = {
  resetAll: 'Reset all rewards of every account',
  clearAll: 'Clear the App Rewards of every account',
  undoReset: 'Undo the reset of all rewards: give back to every account what it took',
  undoClear: (amount: bigint, wallet: string) =>
    `Undo a clear: give ${exactEvo(amount, 0)} EVO back to ${wallet}`,
  addAdmin: (wallet: string) => `Add ${wallet} as an admin`,
  addAuditor: (wallet: string) => `Add ${wallet} as an auditor`,
  reward: (amount: bigint, wallet: string) => `Send ${exactEvo(amount, 0)} EVO to ${wallet}`,
  approve: (amount: bigint, wallet: string) =>
    `Approve a reward that another admin asks for: ${exactEvo(amount, 0)} EVO to ${wallet}`,
  raffle: (amounts: readonly bigint[]) => {
    const [first = 0n] = amounts;
    const winners = people(amounts.length, 'winner');
    const total = exactEvo(sumOf(amounts), 0);
    return amounts.every((amount) => amount === first)
      ? `Draw ${winners} of ${exactEvo(first, 0)} EVO each, ${total} EVO in all`
      : `Draw ${winners} with a prize for each place, ${total} EVO in all`;
  },
  prize: (number: number, place: number, amount: bigint) =>
    `Pay place ${place} of raffle ${number}: ${exactEvo(amount, 0)} EVO`,
  prizes: (number: number, amounts: readonly bigint[]) =>
    `Pay the prizes of raffle ${number}: ${exactEvo(sumOf(amounts), 0)} EVO to ${people(amounts.length, 'winner')}`,
} as const;

/** The statement of the text to sign. `hash` is that of the whole request, in hex. */
export const actStatement = (words: string, hash: string): string =>
  `${words}. This request costs no gas and moves no funds of this wallet. Hash of the request: ${hash}`;

export const actRefusals = {
  signatureNeeded: (words: string) => `Your wallet has to sign this act: ${words}`,
  unknownAct: 'There is no such act to sign',
  needsNone: 'This act needs no signature',
  notIssued: 'This signature was asked for another act, was used before or has expired. Please sign again.',
  wrongSigner: 'The signature does not belong to the wallet of this session. Please sign again.',
} as const;

/** Around the wallet's own dialog. */
export const actTexts = {
  willSign: 'Your wallet will ask you to sign:',
  waiting: 'Waiting for your wallet …',
  withdrawn: 'The act was given up before your wallet signed it. Nothing was done.',
  doneBefore:
    'This was done when you sent it before, although no answer came. Nothing was done now. Send it once more if you mean another one.',
  otherAccount:
    'Your wallet shares another account than the one you are signed in with. Change it, then try again.',
} as const;

/** What is said of an account's sessions. */
export const sessionTexts = {
  title: 'Where You Are Signed In',
  intro: 'A session ends by itself when it is old or was not used for long. No IP address is kept.',
  thisOne: 'This browser',
  startedAt: 'Signed in',
  lastSeenAt: 'Last used',
  unknownBrowser: 'Unknown browser',
  on: (browser: string, system: string) => `${browser} on ${system}`,
  endAll: 'Sign out everywhere',
  endAllAsk: 'Every browser that is signed in with this wallet is signed out at once, this one too.',
  ended: (count: number) => `${people(count, 'session')} ended`,
  /** Where how many there were was lost on the way. */
  endedAll: 'All sessions ended',
} as const;
