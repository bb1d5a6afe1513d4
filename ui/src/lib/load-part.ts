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

const listeners = new Set<() => void>();

/** Calls whenever a part came that had failed before: others that failed may come now, too. */
export function whenPartsCome(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What fetches one part of the program, each time it is called until it has come; calls at the same time share one
 * attempt. Its files are fetched before it is imported (`fetchFiles`), for Chromium remembers a failed import for as
 * long as the page lives (https://github.com/whatwg/html/issues/6768). Where an import fails all the same, and then
 * again, only a new page forgets that.
 * @throws PartNotLoaded
 */
export function partLoader<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let failures = 0;
  let coming: Promise<Module> | undefined;

  async function attempt(): Promise<Module> {
    try {
      const module = await load();
      if (failures > 0) for (const listener of listeners) listener();
      return module;
    } catch (cause) {
      failures += 1;
      coming = undefined;
      throw new PartNotLoaded(whyOf(cause, failures), cause);
    }
  }

  return () => {
    coming ??= attempt();
    return coming;
  };
}

function whyOf(cause: unknown, failures: number): keyof typeof reasons {
  if (cause instanceof FileNotFetched) return cause.status === 404 ? 'replaced' : 'missed';
  return failures > 1 ? 'stuck' : 'missed';
}
