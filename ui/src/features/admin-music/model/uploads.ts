import { v4 as uuid } from 'uuid';
import { musicTexts } from '../../../../../contracts/admin-messages.ts';
import { namesOf } from '../../../../../contracts/music-catalogue.ts';

export type UploadStatus = 'pending' | 'uploading' | 'success' | 'error';

/** A chosen file on its way. */
export type Upload = {
  readonly id: string;
  readonly file: File;
  readonly title: string;
  readonly artist: string;
  readonly status: UploadStatus;
  /** The share of its bytes that have left, 0 to 1. */
  readonly progress: number;
  /** Why it failed. */
  readonly reason: string | undefined;
};

/** How a run of uploads came out. */
export type UploadRun = { readonly uploaded: readonly Upload[]; readonly failed: readonly Upload[] };

/** The chosen files of one admin panel. They go one after the other, also while another tab is shown. */
export type Uploads = {
  readonly items: () => readonly Upload[];
  readonly subscribe: (listener: () => void) => () => void;
  /** A file of the name of one that waits takes its place. */
  readonly add: (files: readonly File[]) => void;
  readonly rename: (id: string, names: { readonly title?: string; readonly artist?: string }) => void;
  /** Takes a file out of the list; one that is on its way is stopped. */
  readonly remove: (id: string) => void;
  /** Takes out what is not on its way. */
  readonly clear: () => void;
  readonly uploadAll: () => void;
  readonly retry: (id: string) => void;
  /** Stops what is on its way; for when nobody can see it any more. */
  readonly stop: () => void;
};

export type UploadsParts = {
  /** Rejects with the reason. */
  readonly send: (upload: Upload, onProgress: (share: number) => void, signal: AbortSignal) => Promise<void>;
  readonly reasonOf: (error: unknown) => string;
  /** From the first byte of a run to its end. */
  readonly onBusy: (busy: boolean) => void;
  readonly onEnd: (run: UploadRun) => void;
};

export function createUploads({ send, reasonOf, onBusy, onEnd }: UploadsParts): Uploads {
  let items: readonly Upload[] = [];
  let queue: readonly string[] = [];
  let running = false;
  let current: { readonly id: string; readonly stopper: AbortController } | undefined;
  const listeners = new Set<() => void>();

  function set(next: readonly Upload[]): void {
    items = next;
    for (const listener of listeners) listener();
  }

  const find = (id: string) => items.find((item) => item.id === id);
  const change = (id: string, more: Partial<Upload>): void =>
    set(items.map((item) => (item.id === id ? { ...item, ...more } : item)));

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    onBusy(true);
    // Once each: what failed may be tried again while the others are on their way.
    const ended = new Set<string>();
    for (let next = takeNext(); next; next = takeNext()) {
      ended.add(next.id);
      await upload(next);
    }
    running = false;
    onBusy(false);
    const left = items.filter(({ id }) => ended.has(id));
    const of = (status: UploadStatus) => left.filter((item) => item.status === status);
    if (left.length > 0) onEnd({ uploaded: of('success'), failed: of('error') });
  }

  function takeNext(): Upload | undefined {
    const [id, ...rest] = queue;
    queue = rest;
    if (id === undefined) return undefined;
    const item = find(id);
    return item?.status === 'pending' ? item : takeNext();
  }

  async function upload(item: Upload): Promise<void> {
    const { id } = item;
    const stopper = new AbortController();
    current = { id, stopper };
    change(id, { status: 'uploading', progress: 0 });
    try {
      await send(item, (progress) => change(id, { progress }), stopper.signal);
      change(id, { status: 'success', progress: 1 });
    } catch (error) {
      change(id, { status: 'error', reason: reasonOf(error) });
    } finally {
      current = undefined;
    }
  }

  function start(ids: readonly string[]): void {
    queue = [...queue, ...ids];
    void run();
  }

  return {
    items: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(files) {
      const names = new Set(files.map(({ name }) => name));
      const kept = items.filter((item) => item.status === 'uploading' || !names.has(item.file.name));
      set([...kept, ...files.map(newUpload)]);
    },
    rename: change,
    remove(id) {
      set(items.filter((item) => item.id !== id));
      if (current?.id === id) current.stopper.abort();
    },
    clear: () => set(items.filter(({ status }) => status === 'uploading')),
    uploadAll: () => start(items.filter(({ status }) => status === 'pending').map(({ id }) => id)),
    retry(id) {
      change(id, { status: 'pending', progress: 0, reason: undefined });
      start([id]);
    },
    stop() {
      queue = [];
      current?.stopper.abort(new Error(musicTexts.stopped));
    },
  };
}

const newUpload = (file: File): Upload => ({
  id: uuid(),
  file,
  ...namesOf(file.name),
  status: 'pending',
  progress: 0,
  reason: undefined,
});
