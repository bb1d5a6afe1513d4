import { useEffect } from 'react';
import { adminChange, watchAdminChanges } from '../../../../contracts/api/admin-events.ts';
import { ledgerSync } from '../api/api.ts';
import { adminHeaders } from '../api/fetch-file.ts';
import { logFault } from '../log.ts';
import { refreshAdmin } from './admin-queries.ts';

const RECONNECT_MS = 5_000;
/** Many events in a row make one refresh. */
const SETTLE_MS = 400;

/**
 * While mounted, the page asks again whenever the server says that something changed (server-sent events, read by
 * fetch because an EventSource cannot send the header that names the wallet). Without it the page still polls.
 */
export function useLiveEvents(): void {
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refreshAdmin();
      }, SETTLE_MS);
    };
    void follow(changed, stop.signal);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, []);
}

async function follow(changed: () => void, signal: AbortSignal): Promise<void> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      const headers = adminHeaders();
      headers.set('accept', 'text/event-stream');
      const answer = await fetch(watchAdminChanges.path, { headers, signal });
      // What was missed while nobody listened; also how a wallet that lost its rights finds out at once.
      if (!isFirst || !answer.ok) changed();
      if (answer.ok && answer.body) await readEvents(answer.body, changed);
      if (!signal.aborted) changed();
    } catch (error) {
      if (!signal.aborted) logFault('live events', error);
    }
    await wait(RECONNECT_MS, signal);
  }
}

/** Each `data:` line is one message; what is read after it must not be older than what it tells of. */
async function readEvents(body: NonNullable<Response['body']>, changed: () => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let line = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (line + value).split(/\r?\n/);
    line = lines.pop() ?? '';
    for (const one of lines) {
      if (!one.startsWith('data:')) continue;
      const position = positionOf(one.slice('data:'.length));
      if (position !== undefined) ledgerSync.reached(position);
      changed();
    }
  }
}

function positionOf(text: string): string | undefined {
  try {
    return adminChange.safeParse(JSON.parse(text)).data?.position;
  } catch {
    return undefined;
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
