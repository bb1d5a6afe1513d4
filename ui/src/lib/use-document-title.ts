import { useEffect } from 'react';
import { documentTitle } from '../../../contracts/pages.ts';

/** It stays until the next page has one: it is what screen readers are told of a change of page. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
}
