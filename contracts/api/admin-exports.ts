import * as z from 'zod/mini';
import { refusals } from '../messages.ts';
import { activityType } from './admin-users.ts';
import { endpoint } from './endpoint.ts';

const file = { method: 'GET', response: z.string(), command: false } as const;
const forAdmins = { ...file, access: 'admin', request: undefined } as const;

export const exportEmails = endpoint({
  ...forAdmins,
  path: '/api/admin/export-emails',
  summary: 'The email addresses of all users, one a line; recorded',
  produces: 'text/plain',
});

export const exportWallets = endpoint({
  ...forAdmins,
  path: '/api/admin/export-wallets',
  summary: 'The wallets of all users, one a line; recorded',
  produces: 'text/plain',
});

export const exportUsers = endpoint({
  ...forAdmins,
  path: '/api/admin/export-users',
  summary: 'All users as CSV; recorded',
  produces: 'text/csv',
});

export const exportWhitelist = endpoint({
  ...forAdmins,
  path: '/api/admin/export-whitelist',
  summary: 'All users on the whitelist as CSV; recorded',
  produces: 'text/csv',
});

export const exportActivity = endpoint({
  ...file,
  path: '/api/admin/export-activity',
  summary: 'What admins did as CSV; recorded. 404 when there is nothing',
  access: 'superAdmin',
  refusal: refusals.activityHistorySuperAdminOnly,
  request: z.object({ type: z.optional(activityType) }),
  produces: 'text/csv',
});
