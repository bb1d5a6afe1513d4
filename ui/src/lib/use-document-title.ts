import { useEffect } from 'react';
import { documentTitle } from '../../../contracts/pages.ts';

/** The title that the server sent with the page stands until another page has one. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
}
