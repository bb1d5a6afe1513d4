import * as z from 'zod/mini';
import { validation } from '../messages.ts';
import { listedAddressInput, walletAddressInput } from '../wallet-address.ts';
import { endpoint } from './endpoint.ts';

export const auditorRecord = z.object({
  /** The wallet, checksum form. */
  id: z.string(),
  username: z.nullable(z.string()),
  addedBy: z.string(),
});
export type AuditorRecord = z.infer<typeof auditorRecord>;

export const listAuditors = endpoint({
  method: 'GET',
  path: '/api/admin/auditors',
  summary: 'The wallets that may read what admins read, and change nothing',
  access: 'admin',
  forAuditors: true,
  request: undefined,
  response: z.object({ auditors: z.array(auditorRecord) }),
  command: false,
});

export const addAuditor = endpoint({
  method: 'POST',
  path: '/api/admin/auditors/add',
  summary: 'Let a wallet read what admins read, at once',
  access: 'superAdmin',
  request: z.object({
    auditorWallet: z.pipe(
      z
        .string(validation.adminWalletRequired)
        .check(z.trim(), z.minLength(1, { error: validation.adminWalletRequired, abort: true })),
      walletAddressInput,
    ),
  }),
  response: z.object({ success: z.literal(true), message: z.string() }),
  command: true,
});

export const removeAuditor = endpoint({
  method: 'POST',
  path: '/api/admin/auditors/remove',
  summary: "Take an auditor's right and end its sessions, at once",
  access: 'superAdmin',
  /** The id of `auditors`: the wallet. */
  request: z.object({ auditorId: listedAddressInput }),
  response: z.object({ success: z.literal(true), message: z.string() }),
  command: true,
});
