import { useState } from 'react';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import type { PicturedRaffle } from '../model/hand-picture.ts';
import { sharesPictures, usePicture } from '../model/use-picture.ts';

/** The picture of a raffle as a file, and for the share sheet where the browser has one. */
export function PictureButtons({ raffle, label }: { raffle: PicturedRaffle; label: string }) {
  const save = usePicture('savePicture');
  const share = usePicture('sharePicture');
  const [canShare] = useState(sharesPictures);
  return (
    <>
      <Button pending={save.isPending} onClick={() => save.mutate(raffle)}>
        <Icon name="download" className="size-4" /> {label}
      </Button>
      {canShare && (
        <Button pending={share.isPending} onClick={() => share.mutate(raffle)}>
          <Icon name="share" className="size-4" /> Share
        </Button>
      )}
    </>
  );
}
