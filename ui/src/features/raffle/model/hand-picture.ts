import { raffleToasts } from '../../../../../contracts/raffle-toasts.ts';
import { logFault } from '../../../lib/log.ts';
import { saveBlob } from '../../../lib/save-file.ts';
import { showToast } from '../../../lib/toast/toast.ts';
import { drawSharePicture, type SharedRaffle } from './draw-share-picture.ts';
import { shareFileName } from './share-layout.ts';

export type PicturedRaffle = Omit<SharedRaffle, 'site'>;

/** Draws the picture of a raffle and hands it to the browser as a download. */
export async function savePicture(raffle: PicturedRaffle): Promise<void> {
  save(await pictureOf(raffle));
}

/** The same for the share sheet of the device. Where that fails it is a download. */
export async function sharePicture(raffle: PicturedRaffle): Promise<void> {
  const picture = await pictureOf(raffle);
  try {
    await navigator.share({ title: `EVO Raffle #${raffle.number}`, files: [picture] });
  } catch (error) {
    // The person closed the sheet.
    if (error instanceof Error && error.name === 'AbortError') return;
    logFault('share sheet', error);
    save(picture);
  }
}

async function pictureOf(raffle: PicturedRaffle): Promise<File> {
  const picture = await drawSharePicture({ ...raffle, site: location.host });
  return new File([picture], shareFileName(raffle.completedAt), { type: picture.type });
}

function save(picture: File): void {
  saveBlob(picture.name, picture);
  showToast({ ...raffleToasts.imageSaved, description: picture.name });
}
