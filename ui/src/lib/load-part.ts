import { FileNotFetched } from './fetch-files.ts';

/** Why the code of a part did not come, and so what a person can do about it. */
export class PartNotLoaded extends Error {
  /** No attempt on this page can bring it: its file is gone, or the browser has made up its mind. */
  readonly needsReload: boolean;

  constructor(why: keyof typeof reasons, cause: unknown) {
    super(reasons[why], { cause });
    this.name = 'PartNotLoaded';
    this.needsReload = why !== 'missed';
  }
}

const reasons = {
  missed: 'This part of the page did not arrive. Check your connection and try again.',
  replaced: 'The site was renewed since you opened this page. Reload it to go on.',
  stuck: 'This part of the page did not arrive, and only a reload can bring it now.',
} as const;

/** What the browser does for a loader; a test puts its own in the place. */
export type Fetching = {
  readonly importFrom: (url: string) => Promise<unknown>;
  /** The status of a file, undefined where no answer comes. */
  readonly statusOf: (url: string) => Promise<number | undefined>;
};

const listeners = new Set<() => void>();

/** Calls whenever a part came that had failed before: others that failed may come now, too. */
export function whenPartsCome(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What fetches one part of the program, each time it is called until it has come; calls at the same time share one
 * attempt.
 *
 * Chromium remembers a failed import of an address for as long as the page lives and asks no more
 * (https://github.com/whatwg/html/issues/6768). So the files of a part are fetched before it is imported (`fetchFiles`),
 * and one that failed as it was imported is imported under another address. Where that fails although the server has
 * the file, one that it shares with others is what failed, and only a new page forgets that.
 * @throws PartNotLoaded
 */
export function partLoader<Module>(
  load: () => Promise<Module>,
  fetching: Fetching = browser,
): () => Promise<Module> {
  let failures = 0;
  let coming: Promise<Module> | undefined;

  async function attempt(): Promise<Module> {
    try {
      const module = await load().catch((cause: unknown) => again(cause));
      if (failures > 0) for (const listener of listeners) listener();
      return module;
    } catch (cause) {
      failures += 1;
      if (cause instanceof FileNotFetched) {
        throw new PartNotLoaded(cause.status === 404 ? 'replaced' : 'missed', cause);
      }
      const url = urlIn(cause);
      const status = url === undefined ? undefined : await fetching.statusOf(url);
      if (status === 404) throw new PartNotLoaded('replaced', cause);
      const isThere = url === undefined || (status !== undefined && status < 400);
      throw new PartNotLoaded(failures > 1 && isThere ? 'stuck' : 'missed', cause);
    }
  }

  async function again(cause: unknown): Promise<Module> {
    const url = urlIn(cause);
    if (failures === 0 || url === undefined) throw cause;
    return (await importAnew(url, fetching)) as Module; // the same file, so the same module
  }

  return () => {
    coming ??= attempt().catch((error: unknown) => {
      coming = undefined;
      throw error;
    });
    return coming;
  };
}

/** How often a file was asked for under another address, and the module once one of them brought it. */
type Anew = { times: number; module?: Promise<unknown> };
const anew = new Map<string, Anew>();

/** One module for all parts that are in the same file: a second one would have state of its own. */
function importAnew(url: string, { importFrom }: Fetching): Promise<unknown> {
  const file = anew.get(url) ?? { times: 0 };
  anew.set(url, file);
  file.times += 1;
  const address = new URL(url);
  address.searchParams.set('again', String(file.times));
  file.module ??= importFrom(address.href).catch((cause: unknown) => {
    delete file.module;
    // The address that every later attempt starts from.
    throw new Error(`${NAMES_IT}${url}`, { cause });
  });
  return file.module;
}

/** Chromium and Firefox name the file in their messages; WebKit, which asks again by itself, does not. */
function urlIn(error: unknown): string | undefined {
  return error instanceof Error ? error.message.split(NAMES_IT)[1] : undefined;
}

const NAMES_IT = 'dynamically imported module: ';

const PATIENCE_MS = 5_000;

const browser: Fetching = {
  importFrom: (url) => import(/* @vite-ignore */ url),
  statusOf: (url) =>
    fetch(url, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
      ({ status }) => status,
      () => undefined,
    ),
};
