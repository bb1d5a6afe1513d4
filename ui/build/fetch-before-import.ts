import type { Plugin } from 'vite';

/**
 * A part of the program is imported once all its files are in the browser's cache (`fetchFiles`), instead of beside
 * their preloading: a module that failed to come is remembered by Chromium, also one that was only preloaded.
 *
 * This takes the place of Vite's own code for that, which also looks after styles of a part. There are none: all
 * styles come with the page, and the build fails where that changes.
 */
export function fetchBeforeImport(): Plugin {
  let isKnown = false;
  return {
    name: 'fetch-before-import',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler() {
        isKnown = true;
        return { code: FETCHING, map: null };
      },
    },
    generateBundle(_, bundle) {
      if (!isKnown) this.error('the module that preloads has another name than this plugin knows');
      const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'));
      if (styles.length > 1) this.error(`a part has styles of its own: ${styles.join(', ')}`);
    },
  };
}

/** Vite names files from the root of the site, without its slash, and none for a part that is one file. */
const FETCHING = `
import { fetchFiles, importedFile } from '/src/lib/fetch-files.ts';
export const __vitePreload = async (load, files = []) => {
  await fetchFiles(files.length > 0 ? files.map((file) => '/' + file) : importedFile(load));
  return load();
};
`;
