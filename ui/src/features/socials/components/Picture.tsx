import { useState } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { ownPicture } from '../model/picture.ts';
import stockPicture from '../stock-picture.svg';

type PictureProps = {
  /** Of this site; any other, none, and one that does not load give way to the stock picture. */
  readonly url: string | null;
  /** Empty where the words beside it say it all. */
  readonly alt: string;
  /** Width and height of the place, in px. */
  readonly size: number;
  readonly className?: string;
};

export function Picture({ url, alt, size, className }: PictureProps) {
  const [broken, setBroken] = useState<string>();
  const own = ownPicture(url, location.origin);
  const src = own === undefined || own === broken ? stockPicture : own;
  return (
    <img
      src={src}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(own)}
      className={cx('shrink-0 rounded-control border border-line bg-surface-2 object-cover', className)}
    />
  );
}
