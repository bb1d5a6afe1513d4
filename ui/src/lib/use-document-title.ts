import { useEffect } from 'react';

const PRODUCT = 'EvoRewards';

export function useDocumentTitle(title: string): void {
  // It stays until the next page has one: it is what screen readers are told of a change of page.
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}
