/** A file of the program did not come. */
export class FileNotFetched extends Error {
  /** Undefined where no answer came. */
  readonly status: number | undefined;

  constructor(path: string, status: number | undefined, cause?: unknown) {
    super(`${path} did not come`, { cause });
    this.name = 'FileNotFetched';
    this.status = status;
  }
}

/** Milliseconds after which a file that does not come is given up: whoever waits for it is told, and can ask anew. */
const TIMEOUT_MS = 60_000;

const fetched = new Map<string, Promise<void>>();

/**
 * Fetches the files of a part of the program into the browser's cache, from which it is imported then. Chromium
 * remembers an import that failed for as long as the page lives, so nothing is imported before all of it is here. The
 * build calls this in the place of Vite's own preloading (`ui/build/fetch-before-import.ts`).
 * @param paths of the scripts, from the root of the site
 * @throws FileNotFetched
 */
export async function fetchFiles(paths: readonly string[]): Promise<void> {
  await Promise.all(
    paths.map((path) => {
      const file = fetched.get(path) ?? (hasCome(path) ? Promise.resolve() : fetchFile(path));
      fetched.set(path, file);
      return file;
    }),
  );
}

/**
 * The file that a function of the build imports, as `()=>import("./part.js")` says: nothing else tells it. None where
 * it says otherwise, and then the import fetches it alone.
 * @param load its file stands beside the one that this is in, as all scripts of the build do
 */
export function importedFile(load: () => unknown): readonly string[] {
  const file = /\bimport\(["'`]\.\/([\w.-]+\.js)["'`]\)/.exec(String(load))?.[1];
  return file === undefined ? [] : [`/assets/${file}`];
}

async function fetchFile(path: string): Promise<void> {
  try {
    const answer = await fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause: unknown) => {
      throw new FileNotFetched(path, undefined, cause);
    });
    if (!answer.ok) throw new FileNotFetched(path, answer.status);
    // To its end, so that it is in the cache.
    await answer.arrayBuffer().catch((cause: unknown) => {
      throw new FileNotFetched(path, undefined, cause);
    });
  } catch (error) {
    fetched.delete(path);
    throw error;
  }
}

/** With the page, or with a part before this one. */
function hasCome(path: string): boolean {
  const entries = performance.getEntriesByName(new URL(path, location.href).href, 'resource');
  return entries.some((entry) => entry instanceof PerformanceResourceTiming && entry.responseStatus === 200);
}
