import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesToHex, concatBytes, utf8ToBytes } from './bytes.ts';
import { inclusionProof, merkleTree, verifyInclusion } from './merkle.ts';

const entry = (n: number) => utf8ToBytes(`entry ${n}`);
const entries = (size: number) => Array.from({ length: size }, (_, n) => entry(n));

/** The definition of RFC 6962 §2.1, word for word. */
function rootByDefinition(list: readonly Uint8Array[]): Uint8Array {
  if (list.length === 0) return sha256(new Uint8Array());
  if (list.length === 1) return sha256(concatBytes(Uint8Array.of(0), list[0]!));
  let k = 1;
  while (k * 2 < list.length) k *= 2;
  return sha256(
    concatBytes(Uint8Array.of(1), rootByDefinition(list.slice(0, k)), rootByDefinition(list.slice(k))),
  );
}

test("the test vectors of RFC 6962's reference implementation", () => {
  const inputs = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ];
  const roots = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];
  const leaves = inputs.map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')));
  for (const [index, root] of roots.entries()) {
    expect(bytesToHex(merkleTree(leaves.slice(0, index + 1)).root)).toBe(root);
  }
  expect(bytesToHex(merkleTree([]).root)).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
});

test('for every size up to 70 the root is the one of the definition and every entry proves itself', () => {
  for (let size = 0; size <= 70; size++) {
    const list = entries(size);
    const tree = merkleTree(list);
    expect(bytesToHex(tree.root)).toBe(bytesToHex(rootByDefinition(list)));
    for (const [index, leaf] of list.entries()) {
      expect(verifyInclusion(leaf, index, size, inclusionProof(tree, index), tree.root)).toBe(true);
    }
  }
});

describe('nothing else passes', () => {
  test('another entry, index, size, path or root', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 200 }), fc.nat(), fc.nat(), (size, a, b) => {
        const list = entries(size);
        const tree = merkleTree(list);
        const index = a % size;
        const other = (index + 1 + (b % (size - 1))) % size;
        const path = inclusionProof(tree, index);
        expect(verifyInclusion(entry(other), index, size, path, tree.root)).toBe(false);
        expect(verifyInclusion(entry(index), other, size, path, tree.root)).toBe(false);
        // A tree with a level more, in which every path has to be longer.
        const larger = 2 ** (Math.ceil(Math.log2(size)) + 1);
        expect(verifyInclusion(entry(index), index, larger, path, tree.root)).toBe(false);
        expect(verifyInclusion(entry(index), index, size, path.slice(1), tree.root)).toBe(false);
        expect(verifyInclusion(entry(index), index, size, [...path, tree.root], tree.root)).toBe(false);
        expect(verifyInclusion(entry(index), index, size, path, merkleTree(list.slice(1)).root)).toBe(false);
        const bent = path.map((hash, level) =>
          level === b % path.length ? hash.with(0, hash[0]! ^ 1) : hash,
        );
        expect(verifyInclusion(entry(index), index, size, bent, tree.root)).toBe(false);
      }),
    );
  });
  test.each([-1, 1.5, 5, Number.NaN])('the index %d of five', (index) => {
    const tree = merkleTree(entries(5));
    expect(() => inclusionProof(tree, index)).toThrow(RangeError);
    expect(verifyInclusion(entry(0), index, 5, [], tree.root)).toBe(false);
  });
});
