import { adminChange, REMOVED_EVENT, watchAdminChanges } from '../../../../contracts/api/admin-events.ts';
import { HEADERS } from '../../../../contracts/constants.ts';
import { ledgerSync, shownWallet } from '../api/api.ts';
import { adminHeaders } from '../api/fetch-file.ts';
import { logFault } from '../log.ts';
import { createSilence } from '../silence.ts';
import { wait } from '../wait.ts';
import { setLive, setRemoved } from './live-state.ts';

const RECONNECT_MS = 5_000;
/** The server sends something at least every 5 seconds; after this silence it is as good as gone. */
const SILENCE_MS = 9_000;

type Changed = (position?: string) => void;

/**
 * Reads what the server tells until the signal is given, connecting again after each end.
 * @param changed at a message, with its position, and after each end of the stream
 * @param from how far the ledger was before what is on screen was asked for: the server tells what happened since.
 *   None: nobody knows, and `changed` is told at once when it is connected
 */
export async function followEvents(changed: Changed, signal: AbortSignal, from?: string): Promise<void> {
  for (let seen = from; !signal.aborted; seen = undefined) {
    const silence = createSilence(SILENCE_MS);
    try {
      const headers = adminHeaders();
      headers.set('accept', 'text/event-stream');
      if (seen !== undefined) headers.set(HEADERS.ledgerPosition, seen);
      const answer = await fetch(watchAdminChanges.path, {
        headers,
        signal: AbortSignal.any([signal, silence.signal]),
      });
      // What was missed while nobody listened; also how a wallet that lost its rights finds out at once.
      if (seen === undefined || !answer.ok) changed();
      if (answer.ok && answer.body) {
        setLive(true);
        await readEvents(answer.body, changed, silence.heard);
      }
      if (!signal.aborted) changed();
    } catch (error) {
      if (!signal.aborted) logFault('live events', error);
    }
    silence.stop();
    if (signal.aborted) return;
    setLive(false);
    await wait(RECONNECT_MS, signal);
  }
}

/** Each `data:` line is one message; what is read after it must not be older than what it tells of. */
async function readEvents(
  body: NonNullable<Response['body']>,
  changed: Changed,
  heard: () => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const wallet = shownWallet();
  let line = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    const lines = (line + value).split(/\r?\n/);
    line = lines.pop() ?? '';
    for (const one of lines) {
      if (one === `event: ${REMOVED_EVENT}`) setRemoved(wallet);
      if (!one.startsWith('data:')) continue;
      const position = positionOf(one.slice('data:'.length));
      if (position !== undefined) ledgerSync.reached(position);
      changed(position);
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
