import { useEffect, useState } from 'react';
import { cx } from '../../lib/class-names.ts';
import { copyFailure } from '../../lib/copy-failure.ts';
import { showError } from '../../lib/toast/toast.ts';
import { Icon } from './Icon.tsx';

const SHOWN_MS = 1_500;

/** Copies a text; the check mark and a spoken word say that it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showError(copyFailure(text));
    }
  }

  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => void copy()}
      className="touch-area inline-grid size-6 shrink-0 place-items-center rounded-md text-faint transition-colors duration-150 hover:bg-surface-2 hover:text-text"
    >
      <Icon name={copied ? 'check' : 'copy'} className={cx('size-4', copied && 'text-success')} />
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  );
}
