import { useEffect, useState } from 'react';
import { lowerCase } from '../../../../../contracts/wallet-address-text.ts';
import { onErasedElsewhere } from '../../../lib/session/session-change.ts';

/**
 * Whether the personal data of an account were erased in another tab since this page shows something of them: what it
 * was answered lies in the page alone, where nothing else forgets it.
 */
export function useIsErased(walletAddress: string | null): boolean {
  const [erased, setErased] = useState<string>();
  useEffect(() => onErasedElsewhere((account) => setErased(lowerCase(account))), []);
  return erased !== undefined && walletAddress !== null && erased === lowerCase(walletAddress);
}
