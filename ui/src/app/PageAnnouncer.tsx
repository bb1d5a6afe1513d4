import { useEffect, useState } from 'react';

/** Says the title of each page after the first, which screen readers say by themselves. */
export function PageAnnouncer() {
  const [title, setTitle] = useState('');
  useEffect(() => {
    let said = document.title;
    const observer = new MutationObserver(() => {
      if (document.title === said) return;
      said = document.title;
      setTitle(said);
    });
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}
