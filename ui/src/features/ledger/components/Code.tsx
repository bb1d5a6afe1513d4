import { CopyButton } from '../../../components/ui/CopyButton.tsx';
import { cx } from '../../../lib/class-names.ts';

type CodeProps = {
  readonly text: string;
  /** What it is, for the copy button: "the event's hash". */
  readonly what: string;
  /** One line, cut where there is no room; the title has all of it. */
  readonly cut?: boolean;
};

/** A hash, a key or an id, with a button that copies it. */
export function Code({ text, what, cut = false }: CodeProps) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1 align-middle">
      <code
        title={cut ? text : undefined}
        className={cx('min-w-0 font-mono text-note', cut ? 'truncate' : 'break-all')}
      >
        {text}
      </code>
      <CopyButton text={text} label={`Copy ${what}`} />
    </span>
  );
}
