/** What an export of the ledger is refused with. */
export const ledgerExportTexts = {
  range: 'An export ends where it begins, or behind.',
} as const;
