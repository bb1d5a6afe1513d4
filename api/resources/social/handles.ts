import { PLATFORMS, type Platform } from '../../../contracts/constants.ts';
import type { SealedHandle } from '../../../ledger/accounts/commands.ts';
import type { AccountState } from '../../../ledger/accounts/state.ts';
import type { Vault } from '../../vault/vault.ts';

/** What seals handles, and tells them apart. */
export type HandleSeals = Pick<Vault, 'seal' | 'unseal' | 'handleHash'> & {
  /** How often an account was erased, all of it carried out. */
  readonly erasures: (userId: string) => Promise<number>;
};

/** A handle as events hold it. */
export async function sealHandle(
  seals: HandleSeals,
  {
    userId,
    platform,
    handle,
  }: { readonly userId: string; readonly platform: Platform; readonly handle: string },
): Promise<SealedHandle> {
  const sealedAfter = await seals.erasures(userId);
  return {
    sealedAfter,
    sealedHandle: await seals.seal('handle', userId, handle),
    handleHash: seals.handleHash(platform, handle),
  };
}

/** A handle as it is kept: in clear text by the first version, sealed since, and neither once it was erased. */
export type KeptHandle = { readonly handle?: string | null; readonly sealedHandle?: string | null };

export type Handles = Readonly<Partial<Record<Platform, string>>>;

/**
 * The handles that an account's owner may see; one that was erased is not among them.
 * @throws SealBroken when one was altered
 */
export async function openHandles(
  seals: Pick<Vault, 'unseal'>,
  userId: string,
  kept: Readonly<Partial<Record<Platform, KeptHandle>>> | AccountState['socials'],
): Promise<Handles> {
  const handles: Partial<Record<Platform, string>> = {};
  for (const platform of PLATFORMS) {
    const { handle, sealedHandle } = kept[platform] ?? {};
    const opened = sealedHandle ? await seals.unseal('handle', userId, sealedHandle) : handle;
    if (opened) handles[platform] = opened;
  }
  return handles;
}
