import type { Logger } from 'pino';
import { PLATFORMS, type Platform } from '../../../contracts/constants.ts';
import type { SealedHandle } from '../../../ledger/accounts/commands.ts';
import type { AccountState } from '../../../ledger/accounts/state.ts';
import { SealBroken } from '../../vault/aes-gcm.ts';
import type { Vault } from '../../vault/vault.ts';

/** What seals handles, and tells them apart. */
export type HandleSeals = Pick<Vault, 'seal' | 'unseal' | 'handleHash'> & {
  /** How often an account was erased, all of it carried out. */
  readonly erasures: (userId: string) => Promise<number>;
};

/**
 * A handle as events hold it.
 * @param named with how often its account was erased when it was begun to be given, where that was not just now
 */
export async function sealHandle(
  seals: HandleSeals,
  named: {
    readonly userId: string;
    readonly platform: Platform;
    readonly handle: string;
    readonly sealedAfter?: number;
  },
): Promise<SealedHandle> {
  const { userId, platform, handle } = named;
  const sealedAfter = named.sealedAfter ?? (await seals.erasures(userId));
  return {
    sealedAfter,
    sealedHandle: await seals.seal('handle', userId, handle),
    handleHash: seals.handleHash(platform, handle),
  };
}

/** A handle as it is kept: in clear text by the first version, sealed since, and neither once it was erased. */
export type KeptHandle = { readonly handle?: string | null; readonly sealedHandle?: string | null };

export type Handles = Readonly<Partial<Record<Platform, string>>>;

type HandleSources = { readonly vault: Pick<Vault, 'unseal'>; readonly logger: Pick<Logger, 'error'> };

/**
 * The handles that an account's owner may see; one that was erased is not among them. One that does not open is logged,
 * and counts as one that was erased: the others are shown, and its owner may name it again.
 */
export async function openHandles(
  sources: HandleSources,
  userId: string,
  kept: Readonly<Partial<Record<Platform, KeptHandle>>> | AccountState['socials'],
): Promise<Handles> {
  const handles: Partial<Record<Platform, string>> = {};
  for (const platform of PLATFORMS) {
    const { handle, sealedHandle } = kept[platform] ?? {};
    const opened = sealedHandle ? await readableHandle(sources, userId, platform, sealedHandle) : handle;
    if (opened) handles[platform] = opened;
  }
  return handles;
}

async function readableHandle(
  { vault, logger }: HandleSources,
  userId: string,
  platform: Platform,
  sealedHandle: string,
): Promise<string | undefined> {
  try {
    return await vault.unseal('handle', userId, sealedHandle);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    logger.error({ err: error, userId, platform }, 'a handle of an account does not open');
    return undefined;
  }
}
