import { expect, test } from 'vitest';
import { hashHere, textsOf } from '../hashing/line-hashing.ts';
import { exportText } from '../testing/audit-text.ts';
import { mixedLedger } from '../testing/simulated-ledger.ts';
import { recognisedEvent } from './recognised-event.ts';

test('an event that is cut out of its line is the one that parsing gives', async () => {
  const events = await mixedLedger(['RewardsClaimed', 'AdminAdded'], 150);
  const cause = { process: 'referrals', position: 'C:7/P:7' };
  // In another order than the program's, and of a process.
  const others = events.map(({ metadata, ...event }) => ({
    ...event,
    metadata: Object.fromEntries(Object.entries({ ...(metadata as object), cause }).toReversed()),
  }));
  const text = await exportText([...events, ...events, ...others, ...others]);
  const found = { cut: 0, byProcesses: 0, byAdmins: 0 };
  for (const whole of [text, `{"é":1}\n${text}`]) {
    const { bytes, lines } = await hashHere().hash(new TextEncoder().encode(whole));
    const { ends, isEvent, dataAt, metadataAt } = lines;
    const texts = textsOf(bytes);
    expect(texts.length).toBeGreaterThan(1);
    let which = 0;
    for (const [line, to] of ends.entries()) {
      const from = line === 0 || to < (ends[line - 1] ?? 0) ? 0 : (ends[line - 1] ?? 0) + 1;
      if (line > 0 && from === 0) which += 1;
      const read = texts[which] ?? '';
      const places = { dataAt: dataAt[line] ?? 0, metadataAt: metadataAt[line] ?? 0 };
      const event = recognisedEvent({ text: read, from, ...places });
      if (!event) continue;
      expect(isEvent[line]).toBe(1);
      expect(event).toEqual(JSON.parse(read.slice(from, to)));
      found.cut += 1;
      if (Reflect.get(event.metadata as object, 'cause')) found.byProcesses += 1;
      if (Reflect.get(event.metadata as object, 'right')) found.byAdmins += 1;
    }
  }
  expect(found.cut).toBeGreaterThan(events.length);
  expect(Math.min(found.byProcesses, found.byAdmins)).toBeGreaterThan(0);
});
