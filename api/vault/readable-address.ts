import type { Logger } from 'pino';
import { SealBroken } from './aes-gcm.ts';
import type { Seals } from './seal.ts';

/**
 * The address that an account has sealed. One that does not open is logged, and holds up nothing else: it counts as one
 * that was erased.
 * @returns undefined where nobody can read it (any more)
 */
export async function readableAddress(
  { vault, logger }: { readonly vault: Pick<Seals, 'unseal'>; readonly logger: Pick<Logger, 'error'> },
  userId: string,
  sealedEmail: string,
): Promise<string | undefined> {
  try {
    return await vault.unseal('email', userId, sealedEmail);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    logger.error({ err: error, userId }, 'the address of an account does not open');
    return undefined;
  }
}
