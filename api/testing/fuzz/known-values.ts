import type { Random } from '../../embedded/demo-data/random.ts';

/** What the server has said so far, by the name of the field that takes it: with these a request may be a real one. */
export type KnownValues = {
  note(field: string, value: string): void;
  /** Takes in what an answer says. `path` is the call's, for cursors are good for their own list only. */
  noteAnswer(path: string, body: unknown): void;
  /** Undefined when nothing is known. */
  draw(field: string, random: Random): string | undefined;
  /** The same, once: what is used up. */
  take(field: string): string | undefined;
};

/** Fields of answers that are called otherwise where they are sent. */
const SENT_AS: Readonly<Record<string, string>> = {
  'users.id': 'userId',
  'user.id': 'userId',
  'activities.id': 'eventId',
  'admins.id': 'adminId',
  wallet_address: 'walletAddress',
  nextCursor: 'cursor',
};
/** Kept of each field: the newest, so that a long run asks for what there is. */
const KEPT = 200;

export function createKnownValues(): KnownValues {
  const values = new Map<string, string[]>();
  const note = (field: string, value: string) => {
    const known = values.get(field) ?? [];
    if (known.includes(value)) return;
    known.push(value);
    if (known.length > KEPT) known.shift();
    values.set(field, known);
  };
  return {
    note,
    noteAnswer(path, body) {
      for (const [name, under, value] of leaves(body, '', '')) {
        const field = SENT_AS[`${under}.${name}`] ?? SENT_AS[name] ?? name;
        note(field === 'cursor' ? `cursor of ${path}` : field, value);
      }
    },
    draw(field, random) {
      const known = values.get(field);
      return known && known.length > 0 ? random.pick(known) : undefined;
    },
    take: (field) => values.get(field)?.shift(),
  };
}

/** Short texts with the name of their field and of what holds it. */
function* leaves(value: unknown, name: string, under: string): Generator<[string, string, string]> {
  if (typeof value === 'string') {
    if (value.length > 0 && value.length <= 300) yield [name, under, value];
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 50)) yield* leaves(item, name, under);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [member, inner] of Object.entries(value)) yield* leaves(inner, member, name);
}
