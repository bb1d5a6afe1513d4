import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { type MorePages, showMore } from '../../lib/api/paged-query.ts';
import { cx } from '../../lib/class-names.ts';
import { Button, type ButtonLook } from './Button.tsx';

type LoadMoreProps = Pick<ButtonLook, 'size'> & {
  readonly list: MorePages & { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean };
  /** What stands in the place of the button where there is no further page. */
  readonly end?: ReactNode;
  readonly className: string;
  /** What the button says. */
  readonly children: string;
};

/** Asks for the next page of a list. Whoever got the last one by it goes on at the list's end: the button is gone. */
export function LoadMore({ list, end, className, children, ...look }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage } = list;
  const [wasAsked, setAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    if (wasAsked && !hasNextPage && isLost) place.current?.focus({ preventScroll: true });
  }, [wasAsked, hasNextPage]);

  function ask(): void {
    setAsked(true);
    void showMore(list);
  }

  return (
    <div ref={place} tabIndex={-1} className={cx('outline-none', hasNextPage || end ? className : 'sr-only')}>
      {hasNextPage ? (
        <Button {...look} pending={isFetchingNextPage} onClick={ask}>
          {children}
        </Button>
      ) : (
        (end ?? (wasAsked && <p>That is all.</p>))
      )}
    </div>
  );
}
