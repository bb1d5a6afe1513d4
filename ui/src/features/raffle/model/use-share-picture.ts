import { useMutation } from '@tanstack/react-query';
import { adminToasts } from '../../../../../contracts/admin-toasts.ts';
import { logFault } from '../../../lib/log.ts';
import { saveBlob } from '../../../lib/save-file.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import type { SharedRaffle } from './draw-share-picture.ts';

/** Draws the picture of a raffle and hands it to the browser as a download. */
export function useSharePicture() {
  return useMutation({
    mutationFn: async (raffle: Omit<SharedRaffle, 'site'>) => {
      // Few who look at a draw ask for its picture.
      const [{ drawSharePicture }, { shareFileName }] = await Promise.all([
        import('./draw-share-picture.ts'),
        import('./share-layout.ts'),
      ]);
      const name = shareFileName(raffle.completedAt);
      saveBlob(name, await drawSharePicture({ ...raffle, site: location.host }));
      showToast({ ...adminToasts.imageSaved, description: name });
    },
    onError: (error) => {
      logFault('share picture', error);
      showError(adminToasts.imageFailed);
    },
  });
}
