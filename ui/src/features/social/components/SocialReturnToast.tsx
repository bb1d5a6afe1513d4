import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { socialReturn } from '../model/social-return.ts';

/** Tells how the way to a platform and back ended, once, and takes it out of the address. */
export function SocialReturnToast() {
  const [query, setQuery] = useSearchParams();
  useEffect(() => {
    const end = socialReturn(query);
    if (!end) return;
    if (end.isConnected) showToast(end.toast);
    else showError(end.toast);
    setQuery(
      (rest) => {
        rest.delete('social');
        rest.delete('platform');
        return rest;
      },
      { replace: true },
    );
  }, [query, setQuery]);
  return null;
}
