import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { base64Of, bytesOfBase64 } from './base64.ts';
import { bytesToHex, hexToBytes, utf8ToBytes } from './bytes.ts';
import { type Checkpoint, checkpointText, parseCheckpoint } from './checkpoint.ts';
import { cosign, cosignaturesOf, cosignedAt } from './cosignature.ts';
import {
  COSIGNATURE_V1,
  formatNote,
  parseNote,
  parseSignatureLine,
  parseVerifierKey,
  signatureLine,
  signText,
  verifierKeyOf,
  verifyNote,
} from './signed-note.ts';

/** The pair of golang.org/x/mod/sumdb/note's own tests. */
const NEUMANN = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const NEUMANN_NOTE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;
/** The example of C2SP tlog-cosignature. */
const SOFA = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`;

const seed = Uint8Array.from({ length: 32 }, (_, n) => n);
const keyOf = (name: string) => parseVerifierKey(verifierKeyOf(name, ed25519.getPublicKey(seed)))!;
const witness = parseVerifierKey(verifierKeyOf('w.example/1', ed25519.getPublicKey(seed), COSIGNATURE_V1))!;

describe('C2SP signed-note', () => {
  test("the Go implementation's note verifies by its key, and not when a byte of it is another", () => {
    const key = parseVerifierKey(NEUMANN)!;
    const note = parseNote(NEUMANN_NOTE)!;
    expect(verifyNote(note, [key])).toEqual([key]);
    expect(formatNote(note)).toBe(NEUMANN_NOTE);
    expect(verifierKeyOf(key.name, key.publicKey)).toBe(NEUMANN);
    expect(verifyNote(parseNote(NEUMANN_NOTE.replace('think', 'thimk'))!, [key])).toEqual([]);
  });

  test("what we sign is what OpenSSL signs with the same key, and what the note's text is goes back", () => {
    const text = 'one\n\ntwo\n';
    const signature = signText(text, 'a.example/log', seed);
    const note = parseNote(formatNote({ text, signatures: [signature] }))!;
    expect(note).toEqual({ text, signatures: [signature] });
    expect(base64Of(signature.signature)).toBe(opensslSignature(text));
    expect(verifyNote(note, [keyOf('a.example/log')])).toHaveLength(1);
  });

  test('signatures of others are passed over; a false one of a known key refuses the whole note', () => {
    const [known, other] = [keyOf('known'), signText('text\n', 'other', seed)];
    const good = signText('text\n', 'known', seed);
    const bad = { ...good, signature: good.signature.with(3, good.signature[3]! ^ 1) };
    const noted = (...signatures: (typeof good)[]) => ({ text: 'text\n', signatures });
    expect(verifyNote(noted(other, good), [known])).toEqual([known]);
    expect(verifyNote(noted(other), [known])).toEqual([]);
    expect(verifyNote(noted(good, bad), [known])).toEqual([]);
    expect(verifyNote(noted({ ...bad, keyId: '00000000' }, good), [known])).toEqual([known]);
    expect(verifyNote(noted({ ...good, signature: good.signature.slice(1) }), [known])).toEqual([]);
  });

  test.each([
    ['no blank line', 'text\n— a AAAAAAA=\n'],
    ['no last newline', 'text\n\n— a AAAAAAA='],
    ['no signature', 'text\n\n'],
    ['a hyphen for the dash', 'text\n\n- a AAAAAAA=\n'],
    ['no name', 'text\n\n—  AAAAAAA=\n'],
    ['a plus in the name', 'text\n\n— a+b AAAAAAA=\n'],
    ['a no-break space in the name', 'text\n\n— a\u00a0b AAAAAAA=\n'],
    ['four bytes', 'text\n\n— a AAAAAA==\n'],
    ['Base64 with bits that mean nothing', 'text\n\n— a AAAAAAB=\n'],
    ['Base64 without padding', 'text\n\n— a AAAAAAA\n'],
    ['a control character', 'te\u0009xt\n\n— a AAAAAAA=\n'],
    ['a lone surrogate', 'te\ud800xt\n\n— a AAAAAAA=\n'],
    ['65 signatures', `text\n\n${'— a AAAAAAA=\n'.repeat(65)}`],
    ['more than 64 KiB', `${'x'.repeat(65_536)}\n\n— a AAAAAAA=\n`],
  ])('%s is no note', (_, text) => {
    expect(parseNote(text)).toBeUndefined();
  });

  test('what is no note is not written', () => {
    const signatures = [signText('text\n', 'a', seed)];
    expect(() => formatNote({ text: 'text', signatures })).toThrow(RangeError);
    expect(() => formatNote({ text: 'te\rxt\n', signatures })).toThrow(RangeError);
    expect(() => formatNote({ text: 'text\n', signatures: [] })).toThrow(RangeError);
    expect(() => verifierKeyOf('a b', new Uint8Array(32))).toThrow(RangeError);
    expect(() => signatureLine({ ...signatures[0]!, name: 'a+b' })).toThrow(RangeError);
  });

  test.each([
    ['another id', NEUMANN.replace('c74f20a3', 'c74f20a4')],
    ['another key', NEUMANN.replace('ARpc', 'ARpd')],
    ['another name', NEUMANN.replace('Peter', 'Petra')],
    ['an unknown type', 'a+d0c4cf81+f39/f39/f39/f39/f39/f39/f39/f39/f39/f39/f39/'],
    ['no key', 'PeterNeumann+c74f20a3'],
    ['nothing', ''],
  ])('a verifier key with %s is none', (_, text) => {
    expect(parseVerifierKey(text)).toBeUndefined();
  });
});

describe('C2SP tlog-checkpoint', () => {
  test("the standard's example", () => {
    const checkpoint = parseCheckpoint(parseNote(SOFA)!.text)!;
    expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20852163 });
    expect(bytesToHex(checkpoint.root)).toBe(
      '0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62',
    );
    expect(checkpointText(checkpoint)).toBe(parseNote(SOFA)!.text);
  });

  const root = base64Of(new Uint8Array(32));
  test.each([
    ['a leading zero', `a\n01\n${root}\n`],
    ['a sign', `a\n+1\n${root}\n`],
    ['a size beyond what a number holds', `a\n9007199254740992\n${root}\n`],
    ['no origin', `\n1\n${root}\n`],
    ['an origin with a space', `a b\n1\n${root}\n`],
    ['a short root', `a\n1\n${base64Of(new Uint8Array(31))}\n`],
    ['an extension line', `a\n1\n${root}\nmore\n`],
    ['no last newline', `a\n1\n${root}`],
  ])('%s is no checkpoint', (_, text) => {
    expect(parseCheckpoint(text)).toBeUndefined();
  });

  test.each<Checkpoint>([
    { origin: 'a b', size: 1, root: new Uint8Array(32) },
    { origin: 'a', size: -1, root: new Uint8Array(32) },
    { origin: 'a', size: 2 ** 53, root: new Uint8Array(32) },
    { origin: 'a', size: 1, root: new Uint8Array(31) },
  ])('none is written of %o', (checkpoint) => {
    expect(() => checkpointText(checkpoint)).toThrow(RangeError);
  });
});

describe('C2SP tlog-cosignature', () => {
  const text = parseNote(SOFA)!.text;

  test("the time of the standard's example stands in its signature", () => {
    const { signature, name } = parseNote(SOFA)!.signatures[1]!;
    expect(name).toBe('witness.example.com/w1');
    expect(signature).toHaveLength(8 + 64);
    expect(new DataView(signature.buffer, signature.byteOffset).getBigUint64(0)).toBe(1679315147n);
  });

  test('the signed message is the header, the time and the checkpoint, as OpenSSL signs it', () => {
    const { signature } = cosign(text, witness.name, seed, 1679315147);
    expect(bytesToHex(signature.slice(0, 8))).toBe('00000000641850cb');
    expect(base64Of(signature.slice(8))).toBe(opensslSignature(`cosignature/v1\ntime 1679315147\n${text}`));
  });

  test('it counts for its checkpoint, its time and its key alone', () => {
    const good = cosign(text, witness.name, seed, 1679315147);
    expect(cosignedAt(text, good, witness)).toBe(1679315147);
    expect(cosignedAt(text.replace('163', '164'), good, witness)).toBeUndefined();
    expect(cosignedAt(text, { ...good, signature: good.signature.with(7, 0) }, witness)).toBeUndefined();
    expect(cosignedAt(text, { ...good, signature: good.signature.with(0, 0xff) }, witness)).toBeUndefined();
    expect(cosignedAt(text, { ...good, signature: good.signature.slice(1) }, witness)).toBeUndefined();
    expect(cosignedAt(text, { ...good, name: 'w.example/2' }, witness)).toBeUndefined();
    // The same key as a log's has another id, and a log's signature is no cosignature.
    expect(cosignedAt(text, signText(text, witness.name, seed), keyOf(witness.name))).toBeUndefined();
  });

  test('of each known witness the newest counts; false and foreign ones do not stand in its way', () => {
    const [older, newer] = [1_000_000, 2_000_000].map((at) => cosign(text, witness.name, seed, at));
    const bad = { ...older!, signature: older!.signature.with(20, older!.signature[20]! ^ 1) };
    const note = { text, signatures: [...parseNote(SOFA)!.signatures, bad, older!, newer!, older!] };
    expect(cosignaturesOf(note, [witness])).toEqual([{ key: witness, at: 2_000_000, signature: newer }]);
    expect(cosignaturesOf(note, [])).toEqual([]);
    expect(parseSignatureLine(signatureLine(newer!).slice(0, -1))).toEqual(newer);
  });
});

test('Base64 is RFC 4648: its own vectors, and one text for each bytes', () => {
  for (const [text, encoded] of [
    ['', ''],
    ['f', 'Zg=='],
    ['fo', 'Zm8='],
    ['foo', 'Zm9v'],
    ['foobar', 'Zm9vYmFy'],
  ] as const) {
    expect(base64Of(utf8ToBytes(text))).toBe(encoded);
    expect(bytesOfBase64(encoded)).toEqual(utf8ToBytes(text));
  }
  for (const odd of ['Zh==', 'Zg', 'Zg=', 'Z g=', 'Zm8=\n', '====', '_w==']) {
    expect(bytesOfBase64(odd)).toBeUndefined();
  }
});

/** Another implementation than the one that is tested. */
function opensslSignature(text: string): string {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  expect(bytesToHex(ed25519.getPublicKey(seed))).toBe(spki.subarray(-32).toString('hex'));
  expect(hexToBytes(spki.toString('hex'))).toHaveLength(44);
  return sign(null, Buffer.from(text), key).toString('base64');
}
