import { type DragEvent, useRef, useState, useSyncExternalStore } from 'react';
import { musicTexts } from '../../../../../contracts/admin-messages.ts';
import { Button, buttonClass } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { keepFocusIn } from '../../../components/ui/keep-focus-in.ts';
import { cx } from '../../../lib/class-names.ts';
import { useKeptPlace } from '../../../lib/use-kept-place.ts';
import { fileSize, sortedOut } from '../model/file-fault.ts';
import type { Uploads } from '../model/uploads.ts';
import { RefusedFiles } from './RefusedFiles.tsx';
import { UploadRow } from './UploadRow.tsx';

type MusicUploaderProps = {
  readonly uploads: Uploads;
  /** Of one file; not known before the server has said it. */
  readonly maxBytes: number | undefined;
  /** The names of files that are there. */
  readonly taken: ReadonlySet<string> | undefined;
};

/** Choose or drop audio files, name them, and send them all. */
export function MusicUploader({ uploads, maxBytes, taken }: MusicUploaderProps) {
  const items = useSyncExternalStore(uploads.subscribe, uploads.items);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const pending = items.filter(({ status }) => status === 'pending').length;
  const isBusy = items.some(({ status }) => status === 'uploading');
  const place = useKeptPlace<HTMLElement>(isBusy);

  function choose(files: readonly File[]): void {
    const { taken, faults } = sortedOut(files, maxBytes);
    setRefused(faults);
    uploads.add(taken);
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    choose([...event.dataTransfer.files]);
  }

  return (
    <Card ref={place} tabIndex={-1} aria-labelledby="music-upload-title" className="min-w-0">
      <CardHeader id="music-upload-title" title="Upload Music" />
      <div className="grid grid-cols-1 gap-4 px-5 pt-1 pb-5">
        <p className="text-sm text-muted">Upload and manage the music files of the floating player.</p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the other way to what the button does. */}
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={cx(
            'flex flex-col items-center gap-3 rounded-control border border-dashed px-4 py-7 text-center transition-colors duration-150',
            isOver ? 'border-accent bg-accent/10' : 'border-control',
          )}
        >
          <span className="grid size-10 place-items-center rounded-full bg-surface-2 text-faint">
            <Icon name="music" />
          </span>
          <label
            className={cx(
              buttonClass({ variant: 'secondary' }),
              'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            )}
          >
            Select audio files
            <input
              ref={input}
              type="file"
              accept="audio/*"
              multiple
              className="sr-only"
              onChange={({ target }) => {
                choose([...(target.files ?? [])]);
                // The same file can be chosen again.
                target.value = '';
              }}
            />
          </label>
          <p className="text-note text-muted">
            or drop them here
            {maxBytes !== undefined && <span className="text-faint"> · up to {fileSize(maxBytes)} each</span>}
          </p>
        </div>
        {/* Of one height whatever was chosen, as files come and go by themselves: the playlist stands below. */}
        <div className="flex h-88 flex-col gap-2">
          <RefusedFiles
            faults={refused}
            onClose={() => {
              setRefused([]);
              input.current?.focus();
            }}
          />
          {items.length > 0 ? (
            <ul
              ref={keepFocusIn}
              aria-label="Chosen files"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
              tabIndex={0}
              className="relative grid min-h-0 flex-1 auto-rows-max grid-cols-1 gap-2 overflow-y-auto rounded-control"
            >
              {items.map((item) => (
                <UploadRow
                  key={item.id}
                  item={item}
                  uploads={uploads}
                  replaces={taken?.has(item.file.name.normalize('NFC').trim()) ?? false}
                  onRemove={() => {
                    uploads.remove(item.id);
                    // The button that had it is gone.
                    input.current?.focus();
                  }}
                />
              ))}
            </ul>
          ) : (
            <div className="grid min-h-0 flex-1 rounded-control border border-line">
              <EmptyState icon="upload" title={musicTexts.noneChosen} next={musicTexts.noneChosenNext} />
            </div>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            pending={isBusy}
            disabled={pending === 0 && !isBusy}
            onClick={uploads.uploadAll}
          >
            <Icon name="upload" className="size-4" /> Upload All
          </Button>
          <Button
            variant="ghost"
            disabled={items.every(({ status }) => status === 'uploading')}
            onClick={() => {
              uploads.clear();
              // There may be nothing left to clear.
              input.current?.focus();
            }}
          >
            Clear
          </Button>
          <p role="status" className="min-h-5 text-note text-muted max-sm:w-full sm:ml-auto">
            {summary(items.map(({ status }) => status))}
          </p>
        </div>
      </div>
    </Card>
  );
}

function summary(states: readonly string[]): string {
  const count = (status: string) => states.filter((one) => one === status).length;
  return [
    [count('pending') + count('uploading'), 'to go'],
    [count('success'), 'uploaded'],
    [count('error'), 'failed'],
  ]
    .filter(([number]) => number !== 0)
    .map(([number, words]) => `${number} ${words}`)
    .join(' · ');
}
