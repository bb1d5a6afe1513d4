import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ownPath } from '../model/own-path.ts';
import { OutLink } from './OutLink.tsx';

type Shown = {
  /** For screen readers, beginning with what is seen. */
  readonly label: string;
  readonly children: ReactNode;
};

type PlaceLinkProps = {
  readonly url: string;
  readonly className: string;
  /** Where it leads to a page of others. */
  readonly out: Shown;
  /** Where it leads to a page of this site. */
  readonly own: Shown;
};

/** A link to what is told of: on a platform, or on this very site. Nothing where the address is neither. */
export function PlaceLink({ url, className, out, own }: PlaceLinkProps) {
  const path = ownPath(url);
  return path === undefined ? (
    <OutLink url={url} label={out.label} className={className}>
      {out.children}
    </OutLink>
  ) : (
    <Link href={path} aria-label={own.label} className={`inline-flex items-center ${className}`}>
      {own.children}
    </Link>
  );
}
