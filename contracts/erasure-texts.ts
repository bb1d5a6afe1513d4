import type { Platform } from './constants.ts';
import { platformNames } from './messages.ts';

/** What an erasure finds of a person at an account. */
export type PersonalData = {
  readonly hasEmail: boolean;
  readonly handles: readonly Platform[];
  /** The name that its owner chose; null where it is the one that the account was opened with. */
  readonly username: string | null;
};

const listOf = ({ hasEmail, handles, username }: PersonalData): string => {
  const parts = [
    ...(hasEmail ? ['the email address'] : []),
    ...handles.map((platform) => `the name on ${platformNames[platform]}`),
    ...(username === null ? [] : [`the name ${username}`]),
  ];
  return parts.length === 0 ? 'nothing by which a person is known' : parts.join(', ');
};

/** Texts about erasing what is known of a person. */
export const erasureTexts = {
  /** What a person types to confirm it. */
  confirmation: 'ERASE',
  open: 'Erase my personal data',
  title: 'Erase Personal Data',
  intro:
    'Your email address, the names of your accounts elsewhere and your name here are made unreadable for ever, also in copies of the ledger. Nobody can bring them back.',
  keeps: [
    'Your EVO and your history stay, and your wallet signs in as before.',
    'Mails that are waiting are not sent. An address can be signed up anew, and is not paid for twice.',
    'The ledger keeps the wallet, the amounts and the names that you have chosen in public; the name stays taken.',
  ],
  doIt: 'Erase for ever',
  introOfAdmin: (username: string) =>
    `The email address, the names on other platforms and the name of ${username} are made unreadable for ever, also in copies of the ledger. The EVO and the history stay.`,
  done: 'Your personal data are erased.',
  doneByAdmin: 'Personal Data Erased',
  would: (found: PersonalData) => `This will erase ${listOf(found)}.`,
  erased: (found: PersonalData) => `Erased: ${listOf(found)}.`,
  alreadyErased: 'Nothing personal has come since it was erased.',
  words: 'Erase my personal data for ever',
  wordsOfAdmin: (userId: string) => `Erase the personal data of account ${userId} for ever`,
  byAdmin: 'Erased by an admin',
  failed: 'Failed to Erase Personal Data',
} as const;
