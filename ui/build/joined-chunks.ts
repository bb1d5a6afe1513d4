import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const UI = join(import.meta.dirname, '../src');
const ENTRY = join(UI, 'main.tsx');
/** A few lines each that most parts use: as files of their own they would be twice as large. */
const SMALL = ['use-infinite-query', 'paged-query'].map((name) => join(UI, `lib/api/${name}.ts`));
/** Where visitors arrive. */
const PAGES = ['SocialsPage', 'RewardsPage', 'RafflePage'].map((name) => join(UI, `app/pages/${name}.tsx`));

const ON_DEMAND = /\/node_modules\/(viem|ox|abitype|@noble|@scure)\//;

/**
 * Few files in place of many: left alone, each set of pages that share something is a file of its own, which costs a
 * request and compresses badly. What the program always needs is one, and what two of the public pages share is another.
 */
export function joinChunks(): Plugin {
  let isIn: ((id: string) => string | null) | undefined;
  return {
    name: 'join-chunks',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    buildStart() {
      isIn = undefined;
    },
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                {
                  debugName: 'first load',
                  // Asked once all modules are known.
                  name(id, context) {
                    isIn ??= filesOf((module) => context.getModuleInfo(module));
                    return isIn(id);
                  },
                },
              ],
            },
          },
        },
      },
    }),
  };
}

type ModuleOf = (id: string) => Pick<Rolldown.ModuleInfo, 'importedIds'> | null;

function filesOf(moduleOf: ModuleOf): (id: string) => string | null {
  const always = reachedFrom(ENTRY, moduleOf);
  const pages = PAGES.map((page) => reachedFrom(page, moduleOf));
  return (id) => {
    // The entry stays what the page names. Of a package that names all that it has in one file, most is left out, and
    // what only a part on demand uses shall come with that.
    if (id === ENTRY || ON_DEMAND.test(id)) return null;
    if (always.has(id) || SMALL.includes(id)) return 'base';
    return pages.filter((page) => page.has(id)).length > 1 ? 'pages' : null;
  };
}

/** All modules that one imports, those that they import, and so on; not what is imported on demand. */
function reachedFrom(id: string, moduleOf: ModuleOf, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(id)) return reached;
  const module = moduleOf(id);
  if (!module) throw new Error(`the build has no module ${id}`);
  reached.add(id);
  for (const imported of module.importedIds) reachedFrom(imported, moduleOf, reached);
  return reached;
}
