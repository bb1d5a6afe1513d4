import { useMutation } from '@tanstack/react-query';
import { raffleToasts } from '../../../../../contracts/raffle-toasts.ts';
import { PartNotLoaded, partLoader } from '../../../lib/load-part.ts';
import { logFault } from '../../../lib/log.ts';
import { showError } from '../../../lib/toast/toast.ts';
import type { PicturedRaffle } from './hand-picture.ts';

/** Few who look at a draw ask for its picture. */
const loadHands = partLoader(() => import('./hand-picture.ts'));

/** Hands the picture of a raffle to a person, as a file or in the share sheet. */
export function usePicture(how: 'savePicture' | 'sharePicture') {
  return useMutation({
    mutationFn: async (raffle: PicturedRaffle) => {
      const hands = await loadHands();
      await hands[how](raffle);
    },
    onError: (error) => {
      logFault('share picture', error);
      const { title, description } = raffleToasts.imageFailed;
      showError({ title, description: error instanceof PartNotLoaded ? error.message : description });
    },
  });
}

/** Whether the browser has a share sheet that takes pictures. */
export function sharesPictures(): boolean {
  // TypeScript takes it for granted; few browsers of computers have it.
  if (!('canShare' in navigator)) return false;
  return navigator.canShare({ files: [new File(['-'], 'picture.png', { type: 'image/png' })] });
}
