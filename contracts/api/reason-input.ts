import * as z from 'zod/mini';
import { reasonTexts } from '../admin-messages.ts';

/** The address of a mailbox or of a machine, as people write it in a sentence. */
const ADDRESS =
  /[\p{L}\p{N}._%+-]@[\p{L}\p{N}-]+\.\p{L}|\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-f]{1,4}:){3,7}/iu;

/** Of what an admin writes into the ledger, where anyone reads it for ever and no erasure reaches it. */
export const noAddresses = z.refine<string>((text) => !ADDRESS.test(text), reasonTexts.noAddresses);
