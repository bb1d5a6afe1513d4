import type { LedgerSource } from '../../ledger/audit/sources/source.ts';
import type { Progress } from '../../ledger/proof/audit/ledger-audit.ts';

/** Milliseconds between two lines. */
const EVERY = 1_000;

/** How far an audit is, how fast, and how long it will take, on standard error; one line on a terminal. */
export function showProgress(
  { done }: Pick<LedgerSource, 'done'>,
  size: number | undefined,
): { readonly show: (progress: Progress) => void; readonly end: () => void } {
  const { stderr } = process;
  const began = performance.now();
  let next = began + EVERY;
  let hasShown = false;
  return {
    show({ events }) {
      const now = performance.now();
      if (now < next) return;
      next = now + EVERY;
      hasShown = true;
      const seconds = (now - began) / 1000;
      const share = size ? done() / size : undefined;
      const left = share ? `, ${Math.ceil((seconds * (1 - share)) / share)} s left` : '';
      const text = `${events} events, ${Math.round(events / seconds)} a second${left}`;
      stderr.write(stderr.isTTY ? `\r${text.padEnd(70)}` : `${text}\n`);
    },
    end() {
      if (hasShown && stderr.isTTY) stderr.write('\n');
    },
  };
}
