import type { ReactNode } from 'react';
import { Icon } from '../../../components/ui/Icon.tsx';
import { cx } from '../../../lib/class-names.ts';
import { secureWebUrl } from '../../../lib/web-url.ts';

type OutLinkProps = {
  readonly url: string;
  /** For screen readers, beginning with what is seen: "Follow EVO on X". */
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
};

/** A link to a page of others, in a new tab; nothing where the address is not https. */
export function OutLink({ url, label, className, children }: OutLinkProps) {
  const href = secureWebUrl(url);
  if (href === undefined) return null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${label}, in a new tab`}
      className={cx('inline-flex items-center gap-1.5', className)}
    >
      {children} <Icon name="external" className="size-3.5!" />
    </a>
  );
}
