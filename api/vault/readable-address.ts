import type { Logger } from 'pino';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import { SealBroken } from './aes-gcm.ts';
import { KeyClosed } from './master-key.ts';
import type { Seals } from './seal.ts';

type AddressSources = { readonly vault: Pick<Seals, 'unseal'>; readonly logger: Pick<Logger, 'error'> };

/**
 * The address that an account has sealed. One that does not open is logged, and holds up nothing else: it counts as one
 * that was erased.
 * @returns undefined where nobody can read it (any more)
 */
export async function readableAddress(
  { vault, logger }: AddressSources,
  userId: string,
  sealedEmail: string,
): Promise<string | undefined> {
  return unlessBroken(logger, userId, () => vault.unseal('email', userId, sealedEmail));
}

/**
 * The same, for what is decided by it once and for all: a replica that has not got the key of the vault decides nothing.
 * @throws LedgerUnavailable there; who is told so tells it again, until a replica that has the key leads
 */
export async function addressToDecideBy(
  { vault, logger }: AddressSources,
  userId: string,
  sealedEmail: string,
): Promise<string | undefined> {
  return unlessBroken(logger, userId, () =>
    vault.unseal('email', userId, sealedEmail).catch((error: unknown) => {
      throw error instanceof KeyClosed ? new VaultClosed(error) : error;
    }),
  );
}

class VaultClosed extends LedgerUnavailable {
  constructor(cause: KeyClosed) {
    super(cause);
    this.message = cause.message;
  }
}

async function unlessBroken(
  logger: AddressSources['logger'],
  userId: string,
  open: () => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    logger.error({ err: error, userId }, 'the address of an account does not open');
    return undefined;
  }
}
