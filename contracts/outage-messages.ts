/** What people are told while a part of the program cannot do what they ask for. */
export const outageTexts = {
  /** To who sent a command that was begun, and its Idempotency-Key with it. */
  mayBeDone:
    'A part of the service did not answer in time, and this may have been done. Nothing was lost: try again, the same request is never applied twice.',
  /** To who sent one without a key: sent again it would be another one. */
  mayBeDoneOnce:
    'A part of the service did not answer in time, and this may have been done, or may still be. Look whether it was before you send it again.',
  ledgerFull:
    'Nothing can be changed right now: the ledger has no room for new entries, and this was not done. What is there can be read as ever. Please try again later.',
} as const;
