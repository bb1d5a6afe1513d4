import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { PAINTED_PAGES_FILE, type PaintedPage, type PaintedPages } from '../../contracts/painted-pages.ts';
import { criticalStyles } from './critical-styles.ts';
import type { Drawings } from './draw-pages.tsx';

/**
 * Draws every page after the build, for the server to send before the program has come, with the styles that the
 * drawing needs and the files that take it over. Fails the build where a page cannot be drawn outside a browser.
 */
export function paintPages(): Plugin {
  return {
    name: 'paint-pages',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transformIndexHtml: { order: 'post', handler: paintFirst },
    async writeBundle({ dir = 'dist' }, bundle) {
      const painted = paintedFrom(await drawPages(), Object.values(bundle));
      const file = join(dir, PAINTED_PAGES_FILE);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, JSON.stringify(painted));
    },
  };
}

/**
 * Nothing stands between the first bytes and the first paint: the theme is set, and early presses are kept, by scripts
 * in the page itself, which the policy knows by their hashes; the program and the sheet of all styles, whose first part
 * the page brings, are fetched behind that paint.
 */
async function paintFirst(html: string): Promise<string> {
  const scripts = await readScripts();
  const found = html.match(PROGRAM)?.map((tag) => tag.trim()) ?? [];
  const program = [...found.filter((tag) => SHEET.test(tag)), ...found.filter((tag) => !SHEET.test(tag))];
  return html
    .replaceAll(PROGRAM, '')
    .replace(
      '</body>',
      () => `  <template id="program">${program.join('')}<!--modules--></template>
    <script src="/start-program.js"></script>
  </body>`,
    )
    .replaceAll(/<script src="\/([\w-]+\.js)"><\/script>/g, (_, name: string) => {
      const script = scripts.get(name);
      if (!script) throw new Error(`the page asks for ${name}, which would hold up the first paint`);
      return `<script>${withoutComments(script)}</script>`;
    });
}

/** First: what the program draws anew needs it. */
const SHEET = /^<link rel="stylesheet"/;
/** What the build puts into the page: the program's own script, what that imports, and the styles. */
const PROGRAM = /<script type="module"[^>]*><\/script>\s*|<link rel="(?:modulepreload|stylesheet)"[^>]*>\s*/g;

/** By the name that the page asks for. */
async function readScripts(): Promise<ReadonlyMap<string, string>> {
  const files = ['../public/theme.js', '../public/early-press.js', 'start-program.js'];
  return new Map(
    await Promise.all(
      files.map(
        async (file) => [basename(file), await readFile(join(import.meta.dirname, file), 'utf8')] as const,
      ),
    ),
  );
}

const withoutComments = (script: string): string => script.replaceAll(/^\s*\/\/.*\n|^ +/gm, '').trim();

/** In a build of their own: what runs here is what runs in the browser. */
async function drawPages(): Promise<Drawings> {
  const outDir = await mkdtemp(join(tmpdir(), 'evo-paint-'));
  try {
    await build({
      configFile: false,
      root: join(import.meta.dirname, '..'),
      logLevel: 'warn',
      plugins: [react()],
      ssr: { noExternal: true },
      build: {
        ssr: join(import.meta.dirname, 'draw-pages.tsx'),
        outDir,
        emptyOutDir: true,
        copyPublicDir: false,
        assetsInlineLimit: 0,
        rolldownOptions: { output: { entryFileNames: 'draw-pages.mjs' } },
      },
    });
    return await drawn(pathToFileURL(join(outDir, 'draw-pages.mjs')));
  } finally {
    await rm(outDir, { recursive: true });
  }
}

async function drawn(worker: URL): Promise<Drawings> {
  const drawing = new Worker(worker, { env: { ...process.env, NODE_ENV: 'production' } });
  try {
    return await new Promise<Drawings>((resolve, reject) => {
      drawing.once('message', resolve);
      drawing.once('error', reject);
      drawing.once('exit', (code) => reject(new Error(`the pages were not drawn (exit ${code})`)));
    });
  } finally {
    await drawing.terminate();
  }
}

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;

function paintedFrom(drawings: Drawings, outputs: readonly Output[]): PaintedPages {
  const chunks = outputs.filter((output) => output.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('the build has no entry');
  const css = outputs.flatMap((output) =>
    output.type === 'asset' && output.fileName.endsWith('.css') ? [String(output.source)] : [],
  );
  const sans = outputs.find(({ fileName }) => /\/geist-latin-wght-normal-[^/]*\.woff2$/.test(fileName));
  if (!sans) throw new Error('the build has no font for the first screen');
  const known = closure(chunks, entry);

  const painted = Object.entries(drawings).map(([page, { markup, withAnswers, part }]) => {
    const modules = part ? [...closure(chunks, chunkOf(chunks, part))] : [];
    return [
      page,
      {
        withAnswers,
        markup,
        styles: criticalStyles(css.join(''), Object.values(markup).join('')),
        modules: modules.filter((file) => !known.has(file)).map((file) => `/${file}`),
        fonts: [`/${sans.fileName}`],
      },
    ] satisfies [string, PaintedPage];
  });
  return { pages: Object.fromEntries(painted) };
}

/** The one that a page comes with, by the name of its component. */
function chunkOf(chunks: readonly Rolldown.OutputChunk[], part: string): Rolldown.OutputChunk {
  const found = chunks.find(({ isDynamicEntry, exports }) => isDynamicEntry && exports.includes(part));
  if (!found) throw new Error(`the build has no chunk of a page ${part}`);
  return found;
}

/** The files that a chunk needs to run, itself included. */
function closure(
  chunks: readonly Rolldown.OutputChunk[],
  chunk: Rolldown.OutputChunk,
  files = new Set<string>(),
): ReadonlySet<string> {
  if (files.has(chunk.fileName)) return files;
  files.add(chunk.fileName);
  for (const file of chunk.imports) {
    const imported = chunks.find(({ fileName }) => fileName === file);
    if (imported) closure(chunks, imported, files);
  }
  return files;
}
