/** Where everybody reads and checks the ledger. */
export const LEDGER_PATH = '/ledger';

/** Where one event of it is shown, with its proof. */
export const eventPath = (eventId: string): string => `${LEDGER_PATH}?event=${eventId}`;
