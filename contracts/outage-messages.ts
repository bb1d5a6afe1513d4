/** What people are told while a part of the program cannot do what they ask for. */
export const outageTexts = {
  ledgerFull:
    'Nothing can be changed right now: the ledger has no room for new entries, and this was not done. What is there can be read as ever. Please try again later.',
} as const;
