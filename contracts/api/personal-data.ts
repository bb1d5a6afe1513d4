import * as z from 'zod/mini';
import { PLATFORMS } from '../constants.ts';
import { toSign } from './act-challenge.ts';
import { endpoint } from './endpoint.ts';
import { noAddresses } from './reason-input.ts';
import { uuidInput } from './uuid-input.ts';

const response = z.object({
  success: z.literal(true),
  message: z.string(),
  dryRun: z.boolean(),
  /** What of a person there is; after it was erased, what there was. */
  found: z.object({
    hasEmail: z.boolean(),
    handles: z.array(z.enum(PLATFORMS)),
    username: z.nullable(z.string()),
  }),
  toSign,
});
const dryRun = z.optional(z.boolean());

export const erasePersonalData = endpoint({
  method: 'POST',
  path: '/api/profile/erase-personal-data',
  summary: "Erase the personal data of the session's own account for ever; a wallet has to sign it",
  access: 'session',
  request: z.object({ dryRun }),
  response,
  command: true,
});

export const eraseUserData = endpoint({
  method: 'POST',
  path: '/api/admin/erase-personal-data',
  summary: 'Erase the personal data of an account for ever; a wallet has to sign it',
  access: 'admin',
  request: z.object({
    userId: uuidInput,
    reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200), noAddresses)),
    dryRun,
  }),
  response,
  command: true,
});
