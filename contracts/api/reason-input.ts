import * as z from 'zod/mini';

/** The address of a mailbox or of a machine, as people write it in a sentence. */
const ADDRESS = [
  /[\p{L}\p{N}._%+-]@[\p{L}\p{N}-]+\.\p{L}|\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-f]{1,4}:){3,7}/iu,
  // RFC 5952: most are written with their zeros left out. Names of two parts have no digit. No address has more than 39.
  /\b(?=[0-9a-f:]{0,38}\d)(?:(?:[0-9a-f]{1,4}:)+:[0-9a-f]{1,4}\b|(?:[0-9a-f]{1,4}:){2,}:)/i,
];

/** What is refused of a reason. */
export const reasonTexts = {
  noAddresses: 'A reason stays in the ledger for ever: leave email and network addresses out',
} as const;

/** Whether a text names a mailbox or a machine. */
export const namesAddress = (text: string): boolean => ADDRESS.some((pattern) => pattern.test(text));

/** Of what an admin writes into the ledger, where anyone reads it for ever and no erasure reaches it. */
export const noAddresses = z.refine<string>((text) => !namesAddress(text), reasonTexts.noAddresses);
