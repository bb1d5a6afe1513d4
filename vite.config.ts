import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildBeside } from './ui/build/build-beside.ts';
import { compressFiles } from './ui/build/compressed-files.ts';
import { fetchBeforeImport } from './ui/build/fetch-before-import.ts';
import { joinChunks } from './ui/build/joined-chunks.ts';
import { leaveOutServerParts } from './ui/build/leave-out-server-parts.ts';
import { paintPages } from './ui/build/painted-pages.ts';

export default defineConfig({
  root: 'ui',
  plugins: [
    react(),
    tailwindcss(),
    paintPages(),
    joinChunks(),
    fetchBeforeImport(),
    leaveOutServerParts(),
    compressFiles(),
    buildBeside(),
  ],
  // What it stands in for is React's own since React 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The content security policy allows fonts and images from this origin only, so nothing becomes a data: URI.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
