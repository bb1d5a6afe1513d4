import { type DragEvent, useId, useState } from 'react';
import { buttonClass } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { cx } from '../../../lib/class-names.ts';
import { droppedFile } from '../model/dropped-file.ts';

type FileDropProps = {
  /** What to choose: "Choose an export". */
  readonly label: string;
  readonly hint: string;
  /** As the `accept` of a file field. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
};

/** A place to drop a file on, with a button for who has none in the hand. */
export function FileDrop({ label, hint, accept, onFile }: FileDropProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const file = droppedFile(event.dataTransfer);
    if (file) onFile(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's way to do what the field does.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-dashed p-4 transition-colors duration-150',
        isOver ? 'border-accent bg-accent/10' : 'border-control',
      )}
    >
      <label
        htmlFor={id}
        className={cx(
          buttonClass({}),
          'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent',
        )}
      >
        <Icon name="upload" className="size-4" /> {label}
        <input
          id={id}
          type="file"
          accept={accept}
          className="sr-only"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) onFile(file);
            // The same file again is another choice.
            target.value = '';
          }}
        />
      </label>
      <p className="min-w-40 flex-1 text-note text-muted">{hint}</p>
    </div>
  );
}
