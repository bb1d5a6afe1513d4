import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { nodePrimitives } from '../audit/node-primitives.ts';
import { base64Of } from './base64.ts';
import { utf8ToBytes } from './bytes.ts';
import { cosign, cosignaturesOf, cosignedAt } from './cosignature.ts';
import { keysFault, keysFrom, keysSince, successionFault, successionText } from './notary-keys.ts';
import {
  COSIGNATURE_V1,
  isKeyName,
  isSignedBy,
  parseNote,
  parseSignatureLine,
  parseVerifierKey,
  signatureLine,
  signText,
  verifierKeyOf,
  verifyNote,
} from './signed-note.ts';

const seedOf = (n: number) => new Uint8Array(32).fill(n);
const publicOf = (n: number) => ed25519.getPublicKey(seedOf(n));
const signed = (text: string, n = 1, name = 'a') => signText(text, name, seedOf(n));

describe('the keys of a notary', () => {
  const [first, second] = [1, 2].map((n) => verifierKeyOf('notary', publicOf(n))) as [string, string];
  const over = (verifierKey: string, by = 1) =>
    base64Of(signText(successionText(verifierKey), 'notary', seedOf(by)).signature);

  test('follow each other, or it is said why not', () => {
    const replaces = { verifierKey: first, signature: over(second) };
    expect(successionFault(first, { verifierKey: second, replaces })).toBeUndefined();
    const witness = verifierKeyOf('notary', publicOf(2), COSIGNATURE_V1);
    const renamed = verifierKeyOf('other', publicOf(2));
    for (const [before, key, fault] of [
      [null, { verifierKey: 'nothing', replaces: null }, 'nothing is no Ed25519 key'],
      [null, { verifierKey: witness, replaces: null }, `${witness} is no Ed25519 key`],
      [null, { verifierKey: second, replaces }, 'the first key replaces one that is not there'],
      [first, { verifierKey: second, replaces: null }, `${second} does not replace ${first}`],
      [
        first,
        { verifierKey: first, replaces: { verifierKey: first, signature: over(first) } },
        'a key cannot replace itself',
      ],
      [
        first,
        { verifierKey: second, replaces: { ...replaces, signature: 'no' } },
        'its signature cannot be read',
      ],
      [
        'odd',
        { verifierKey: second, replaces: { verifierKey: 'odd', signature: over(second) } },
        'its signature cannot be read',
      ],
      [
        first,
        { verifierKey: renamed, replaces: { verifierKey: first, signature: over(renamed) } },
        `${renamed} has another name than ${first}`,
      ],
      [
        first,
        { verifierKey: second, replaces: { ...replaces, signature: over(second, 3) } },
        `${first} did not sign ${second}`,
      ],
    ] as const)
      expect(successionFault(before, key)).toBe(fault);
    expect(keysFault([])).toBe('there is no key');
  });

  test('count from the one that is pinned on, and those that cannot be read not at all', () => {
    const keys = [first, 'odd', second].map((verifierKey) => ({ verifierKey, replaces: null }));
    const names = (pinned?: string) => keysFrom(keys, pinned).map(({ publicKey }) => publicKey);
    expect(names()).toEqual([publicOf(1), publicOf(2)]);
    expect(names(second)).toEqual([publicOf(2)]);
    expect(names('another')).toEqual([]);
  });

  test('leave behind what a key has replaced that came back', () => {
    const keys = [first, second, first].flatMap((key) => parseVerifierKey(key) ?? []);
    const since = (...seeds: number[]) => {
      const signatures = seeds.map((n) => signText('text\n', 'notary', seedOf(n)));
      return keysSince(keys, { text: 'text\n', signatures }).map(({ publicKey }) => publicKey);
    };
    expect(since(2)).toEqual([publicOf(2), publicOf(1)]);
    expect(since(1)).toEqual([publicOf(1)]);
    expect(since(1, 1)).toEqual([publicOf(1)]);
    expect(since(3)).toEqual([]);
  });
});

describe('signatures', () => {
  test('a key of small order signs nothing, in the browser as in Node', () => {
    // The neutral point: by a laxer rule (ZIP 215) it would have signed every message with this.
    const neutral = new Uint8Array(32).with(0, 1);
    const signature = new Uint8Array(64).with(0, 1);
    for (const verify of [isSignedBy, nodePrimitives.isSignedBy])
      expect(verify(neutral, utf8ToBytes('anything'), signature)).toBe(false);
  });

  test('what is no key or no signature has signed nothing', () => {
    const { signature } = signed('text\n');
    const message = utf8ToBytes('text\n');
    expect(isSignedBy(publicOf(1), message, signature)).toBe(true);
    for (const [key, given] of [
      [publicOf(1).slice(1), signature],
      [publicOf(1), signature.slice(1)],
      [publicOf(1), new Uint8Array(65)],
      [new Uint8Array(33), signature],
      [new Uint8Array(32).fill(255), signature],
      [publicOf(2), signature],
    ] as const)
      expect(isSignedBy(key, message, given)).toBe(false);
  });

  test('a note may have 64 signatures, and be of 64 KiB', () => {
    const line = signatureLine({ name: 'a', keyId: '00000000', signature: Uint8Array.of(7) });
    expect(parseNote(`text\n\n${line.repeat(64)}`)?.signatures).toHaveLength(64);
    expect(parseNote(`text\n\n${line.repeat(65)}`)).toBeUndefined();
    const rest = `\n\n${line}`;
    expect(parseNote('x'.repeat(65_536 - rest.length) + rest)).toBeDefined();
    expect(parseNote('x'.repeat(65_537 - rest.length) + rest)).toBeUndefined();
    expect(parseNote(`\n\n${line}`)).toEqual({
      text: '\n',
      signatures: [{ name: 'a', keyId: '00000000', signature: Uint8Array.of(7) }],
    });
    expect(parseNote(`text\n${line}`)).toBeUndefined();
    expect(parseNote(`text\n\n${line.trimEnd()}`)).toBeUndefined();
  });

  test('a line with a word more, and one with no word of a signature, are none', () => {
    const line = signatureLine(signed('text\n')).trimEnd();
    expect(parseSignatureLine(line)).toEqual(signed('text\n'));
    for (const odd of [`${line} more`, '— a', '—', '', '— a !!!!'])
      expect(parseSignatureLine(odd), odd).toBeUndefined();
  });

  test('a verifier key stands alone, with its own id, in 33 bytes of a known type', () => {
    const key = verifierKeyOf('a', publicOf(1));
    expect(parseVerifierKey(key)?.publicKey).toEqual(publicOf(1));
    const [, id = '', bytes = ''] = key.split('+');
    const odd = ['a', `+${id}+${bytes}`, `a+${id}+`, `a+${id}+!`, `x+a+${id}+${bytes}`, `${key}\n`];
    for (const text of [...odd, `a b+${id}+${bytes}`, `a+${id}+${base64Of(publicOf(1))}`, `a+${id}`])
      expect(parseVerifierKey(text), text).toBeUndefined();
    const short = Uint8Array.of(1, ...publicOf(1).slice(1));
    expect(parseVerifierKey(verifierKeyOf('a', short.slice(1)))).toBeUndefined();
    expect(parseVerifierKey(verifierKeyOf('a', publicOf(1), 2))).toBeUndefined();
  });

  test('names of keys have no spaces, no plus and no control characters', () => {
    expect(['a', 'rewards.example/ledger', 'ä'].map(isKeyName)).toEqual([true, true, true]);
    for (const name of ['', ' ', 'a b', 'a+b', 'a\u0001', 'a\n', 'a\u0085', '\ud800'])
      expect(isKeyName(name), JSON.stringify(name)).toBe(false);
  });

  test('of keys with one name the one with the id counts, and the other way round', () => {
    const keys = [
      verifierKeyOf('a', publicOf(2)),
      verifierKeyOf('b', publicOf(1)),
      verifierKeyOf('a', publicOf(1)),
    ].map((text) => parseVerifierKey(text)!);
    const note = { text: 'text\n', signatures: [signed('text\n')] };
    expect(verifyNote(note, keys)).toEqual([keys[2]]);
    const witness = parseVerifierKey(verifierKeyOf('a', publicOf(1), COSIGNATURE_V1))!;
    const asWitness = { ...note.signatures[0]!, keyId: witness.keyId };
    expect(verifyNote({ ...note, signatures: [asWitness] }, [witness])).toEqual([]);
  });
});

describe('cosignatures', () => {
  const text = 'text\n';
  const keyOf = (n: number, name = 'w') =>
    parseVerifierKey(verifierKeyOf(name, publicOf(n), COSIGNATURE_V1))!;

  test('count for the name and the id of their key together', () => {
    const keys = [keyOf(2), keyOf(1, 'v'), keyOf(1)];
    const mine = cosign(text, 'w', seedOf(1), 1_000);
    expect(cosignaturesOf({ text, signatures: [mine] }, keys)).toEqual([
      { key: keys[2], at: 1_000, signature: mine },
    ]);
    expect(cosignedAt(text, mine, keyOf(2))).toBeUndefined();
    expect(cosignedAt(text, { ...mine, name: 'v' }, keyOf(1))).toBeUndefined();
    expect(cosignedAt(text, { ...mine, keyId: '00000000' }, keyOf(1))).toBeUndefined();
    expect(cosignedAt(text, mine, { ...keyOf(1), type: 1 })).toBeUndefined();
  });

  test('of one time the first that stands there counts', () => {
    const mine = cosign(text, 'w', seedOf(1), 1_000);
    const again = { ...mine, signature: mine.signature.slice() };
    const [found] = cosignaturesOf({ text, signatures: [mine, again] }, [keyOf(1)]);
    expect(found?.signature).toBe(mine);
  });

  test('count up to the last second that a time in an answer can say, and no longer', () => {
    const last = Date.parse('9999-12-31T23:59:59Z') / 1_000;
    expect(cosignedAt(text, cosign(text, 'w', seedOf(1), last), keyOf(1))).toBe(last);
    expect(cosignedAt(text, cosign(text, 'w', seedOf(1), last + 1), keyOf(1))).toBeUndefined();
  });
});
