import { useEffect, useState } from 'react';
import { lowerCase } from '../../../../../contracts/wallet-address-text.ts';
import { openChannel } from '../../../lib/storage/open-channel.ts';

/**
 * Whether the personal data of an account were erased in another tab since this page shows something of them: what it
 * was answered lies in the page alone, where nothing else forgets it.
 */
export function useIsErased(walletAddress: string | null): boolean {
  const [erased, setErased] = useState<string>();
  useEffect(() => {
    // As `personalDataErased` tells it.
    const tabs = openChannel('session');
    tabs?.addEventListener('message', ({ data }) => {
      const account: unknown = Reflect.get(Object(data), 'erased');
      if (typeof account === 'string') setErased(lowerCase(account));
    });
    return () => tabs?.close();
  }, []);
  return erased !== undefined && walletAddress !== null && erased === lowerCase(walletAddress);
}
