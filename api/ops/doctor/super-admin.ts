import { LIVE_SCHEMA } from '../../../projector/database.ts';
import { REMOVED_SUPER_ADMIN } from '../../auth/removed-super-admin.ts';
import type { Config } from '../../config.ts';
import { openConnection } from '../connect.ts';
import type { Finding } from './finding.ts';

/** Whether the super admin that the settings name can sign in, as far as the read models of this release know. */
export async function examineSuperAdmin(
  { superAdminWallet }: Config,
  databaseUrl: string,
): Promise<Finding[]> {
  if (superAdminWallet === undefined) return [];
  const client = await openConnection(databaseUrl);
  try {
    const { rows: found } = await client.query<{ there: boolean }>(
      `select to_regclass('${LIVE_SCHEMA}.users') is not null as there`,
    );
    if (!found[0]?.there) return [];
    const { rowCount } = await client.query(
      `select from ${LIVE_SCHEMA}.users where lower(wallet_address) = lower($1) and removed`,
      [superAdminWallet],
    );
    return rowCount === 0 ? [] : [{ name: 'settings', state: 'fault', text: REMOVED_SUPER_ADMIN }];
  } finally {
    await client.end();
  }
}
