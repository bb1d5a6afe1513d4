import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawSharePicture, type SharedRaffle } from './draw-share-picture.ts';
import { prizeText } from './raffle-view.ts';

/** A text on the picture: what it says, and from where to where on which line, in pixels. */
type Written = { readonly text: string; readonly from: number; readonly to: number; readonly y: number };

let written: Written[];
let canvas: { width: number; height: number };

/** As wide as letters are, more or less: of one line all that matters is which text ends where. */
function widthOf(text: string, font: string): number {
  const size = Number(/(\d+)px/.exec(font)?.[1]);
  return [...text].reduce((width, letter) => width + size * (letter === 'W' ? 1 : 0.6), 0);
}

function newPen() {
  const nothing = () => undefined;
  const pen = {
    ...{ font: '', fillStyle: '', textAlign: 'left', strokeStyle: '', lineWidth: 0 },
    ...{ fillRect: nothing, beginPath: nothing, arc: nothing, fill: nothing, stroke: nothing },
    roundRect: nothing,
    createLinearGradient: () => ({ addColorStop: nothing }),
    measureText: (text: string) => ({ width: widthOf(text, pen.font) }),
    fillText(text: string, x: number, y: number) {
      const width = widthOf(text, pen.font);
      const from = pen.textAlign === 'left' ? x : pen.textAlign === 'right' ? x - width : x - width / 2;
      written.push({ text, from, to: from + width, y });
    },
  };
  return pen;
}

beforeEach(() => {
  written = [];
  const pen = newPen();
  const toBlob = (done: (blob: Blob) => void, type: string) => done(new Blob(['picture'], { type }));
  canvas = Object.assign({ width: 0, height: 0 }, { getContext: () => pen, toBlob });
  vi.stubGlobal('document', { fonts: { load: async () => [] }, createElement: () => canvas });
});
afterEach(() => vi.unstubAllGlobals());

const texts = () => written.map(({ text }) => text);
const ANNA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const winnerOf = (place: number, prize: string, username = `winner_${place}`) => ({
  ...{ place, username, prize },
  walletAddress: place === 2 ? null : ANNA,
});
const raffleOf = (winners: SharedRaffle['winners'], total: string): SharedRaffle => ({
  number: 7,
  winners,
  total: { label: 'Total to be distributed', amount: total },
  completedAt: '2026-01-31T23:59:59.000Z',
  site: 'evo.example',
});

test('the picture says which raffle it is, who has won what and what that comes to, and where to look', async () => {
  const winners = [winnerOf(1, '1250.5'), winnerOf(2, '25'), winnerOf(4, '0.00000001')];
  const blob = await drawSharePicture(raffleOf(winners, '1275.50000001'));
  expect([canvas.width, canvas.height, blob.type]).toEqual([1200, 800, 'image/png']);
  expect(texts()).toEqual([
    'EVO Raffle #7',
    '3 winners · January 31, 2026',
    ...['1st', 'winner_1', '0x7099…79C8', '1,250.50 EVO'],
    ...['2nd', 'winner_2', 'Wallet not shown', '25.00 EVO'],
    ...['4th', 'winner_4', '0x7099…79C8', '0.00000001 EVO'],
    ...['Total to be distributed', '1,275.50 EVO', 'evo.example'],
  ]);
});

test('one winner is one, and of more than there is room for it says how many there are', async () => {
  await drawSharePicture(raffleOf([winnerOf(1, '5')], '5'));
  expect(texts()[1]).toBe('1 winner · January 31, 2026');
  written = [];
  const many = Array.from({ length: 1_020 }, (_, index) => winnerOf(index + 1, '5'));
  await drawSharePicture(raffleOf(many, '5100'));
  expect(texts().filter((text) => text.startsWith('winner_'))).toHaveLength(14);
  expect(texts()).toContain('+1,006 more');
});

test.each([1, 5, 6, 10, 11, 15, 16])(
  'of %d winners with the longest names and prizes no amount is cut, and no text lies on another',
  async (count) => {
    const prize = `${'9'.repeat(20)}.12345678`;
    const name = 'W'.repeat(20);
    const winners = Array.from({ length: count }, (_, index) => winnerOf(index + 1, prize, name));
    const raffle = { ...raffleOf(winners, '9'.repeat(60)), site: 'rewards.of.the.community.example' };
    await drawSharePicture(raffle);
    expect(texts().filter((text) => text === prizeText(prize))).toHaveLength(
      Math.min(count, count > 15 ? 14 : 15),
    );
    expect(texts()).toContain(`${'999,'.repeat(19)}999.00 EVO`);
    for (const { text } of written.filter((one) => one.text.startsWith('W')))
      expect([name, 'Wallet not shown'].some((whole) => whole.startsWith(text.replace('…', '')))).toBe(true);
    for (const [index, one] of written.entries()) {
      expect(one.from, one.text).toBeGreaterThanOrEqual(0);
      expect(one.to, one.text).toBeLessThanOrEqual(1_200);
      for (const other of written.slice(index + 1)) {
        const isApart = Math.abs(one.y - other.y) > 16 || one.to <= other.from || other.to <= one.from;
        expect(isApart, `${one.text} and ${other.text}`).toBe(true);
      }
    }
  },
);
