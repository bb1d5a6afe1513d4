import type { Plugin } from 'vite';

/**
 * What a call is for stands in its contract for whoever reads about the API. No page shows it, so it is not in the
 * program that everybody loads.
 */
export function leaveOutSummaries(): Plugin {
  return {
    name: 'leave-out-summaries',
    apply: 'build',
    transform: {
      filter: { id: /\/contracts\/api\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(SUMMARY, '$1""'), map: null }),
    },
  };
}

const SUMMARY = /(\bsummary:\s*)(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`$]*`)/g;
