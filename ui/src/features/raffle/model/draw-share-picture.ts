import { displayEvo, parseSum } from '../../../../../contracts/money.ts';
import { shortenAddress } from '../../../../../contracts/wallet-address-text.ts';
import { placeLabel } from './place.ts';
import { prizeText } from './raffle-view.ts';
import { PICTURE, type ShareBox, shareLayout } from './share-layout.ts';

export type SharedRaffle = {
  readonly number: number;
  readonly winners: readonly {
    readonly place: number;
    readonly username: string;
    readonly walletAddress: string | null;
    readonly prize: string;
  }[];
  /** EVO in normal form, and what it is: nothing is said to be distributed before it is. */
  readonly total: { readonly label: string; readonly amount: string };
  readonly completedAt: string;
  /** The community's website, for the footer. */
  readonly site: string;
};

const { width, height, row, margin } = PICTURE;
const SANS = '"Geist Variable", system-ui, sans-serif';
const MONO = '"Geist Mono Variable", ui-monospace, monospace';
// A picture leaves the page, so it has its own colours: those of the dark theme, whatever the page shows.
const ink = {
  text: '#f2f3f7',
  muted: '#b9bccb',
  gold: '#fac131',
  panel: 'rgb(11 12 17 / 0.55)',
  edge: 'rgb(255 255 255 / 0.12)',
};
const medals = ['#f7c747', '#c1c4cb', '#cf8d60'];

/**
 * The results as a picture to share, PNG of 1200 × 800.
 * @throws Error where the browser cannot draw
 */
export async function drawSharePicture(raffle: SharedRaffle): Promise<Blob> {
  await Promise.all([document.fonts.load(`600 32px ${SANS}`), document.fonts.load(`600 32px ${MONO}`)]);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  paintGround(pen);
  writeHeader(pen, raffle);
  const { rows, more, columns } = shareLayout(raffle.winners.length);
  for (const [index, box] of rows.entries()) {
    const winner = raffle.winners[index];
    if (winner) writeWinner(pen, winner, box, columns);
  }
  if (more) writeMore(pen, more.count, more.box);
  writeFooter(pen, raffle);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

function paintGround(pen: CanvasRenderingContext2D): void {
  const ground = pen.createLinearGradient(0, 0, width, height);
  ground.addColorStop(0, '#2b1a73');
  ground.addColorStop(0.55, '#171233');
  ground.addColorStop(1, '#3d2a08');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
}

function writeHeader(pen: CanvasRenderingContext2D, { number, winners, completedAt }: SharedRaffle): void {
  const count = winners.length === 1 ? '1 winner' : `${winners.length} winners`;
  write(pen, `EVO Raffle #${number}`, { x: margin, y: 92, font: `700 54px ${SANS}`, color: ink.text });
  write(pen, `${count} · ${longDate(completedAt)}`, {
    x: margin,
    y: 144,
    font: `400 28px ${SANS}`,
    color: ink.muted,
  });
}

function writeWinner(
  pen: CanvasRenderingContext2D,
  { place, username, walletAddress, prize }: SharedRaffle['winners'][number],
  { x, y, width: room }: ShareBox,
  columns: number,
): void {
  const narrow = columns === 3;
  paintPanel(pen, x, y, room);
  const middle = y + row / 2;
  const color = medals[place - 1] ?? ink.muted;
  pen.beginPath();
  pen.arc(x + 46, middle, 27, 0, 2 * Math.PI);
  pen.fillStyle = `${color}26`;
  pen.fill();
  pen.strokeStyle = color;
  pen.lineWidth = 1.5;
  pen.stroke();
  write(pen, placeLabel(place), {
    x: x + 46,
    y: middle + 6,
    font: `600 ${place > 99 ? 14 : 18}px ${MONO}`,
    color,
    align: 'center',
  });

  const left = x + 90;
  const wallet = walletAddress ? shortenAddress(walletAddress) : 'Wallet not shown';
  const amount = prizeText(prize);
  if (narrow) {
    // Three columns leave no room for a prize beside the name.
    write(pen, username, { x: left, y: y + 35, font: `600 22px ${SANS}`, color: ink.text, room: room - 106 });
    const small = fittingSize(pen, amount, 20, room - 106);
    write(pen, amount, { x: left, y: y + 63, font: `600 ${small}px ${MONO}`, color: ink.gold });
    return;
  }
  const size = fittingSize(pen, amount, 26, room * 0.42);
  pen.font = `600 ${size}px ${MONO}`;
  const prizeRoom = pen.measureText(amount).width;
  const nameRoom = room - 90 - prizeRoom - 48;
  write(pen, username, { x: left, y: y + 36, font: `600 26px ${SANS}`, color: ink.text, room: nameRoom });
  write(pen, wallet, { x: left, y: y + 64, font: `400 18px ${MONO}`, color: ink.muted, room: nameRoom });
  write(pen, amount, {
    x: x + room - 24,
    y: middle + 9,
    font: `600 ${size}px ${MONO}`,
    color: ink.gold,
    align: 'right',
  });
}

function writeMore(pen: CanvasRenderingContext2D, count: number, { x, y, width: room }: ShareBox): void {
  paintPanel(pen, x, y, room);
  write(pen, `+${count.toLocaleString('en')} more`, {
    x: x + room / 2,
    y: y + row / 2 + 9,
    font: `600 26px ${SANS}`,
    color: ink.text,
    align: 'center',
  });
}

function writeFooter(pen: CanvasRenderingContext2D, { total, site }: SharedRaffle): void {
  pen.fillStyle = ink.edge;
  pen.fillRect(margin, 712, width - 2 * margin, 1);
  write(pen, total.label, { x: margin, y: 764, font: `400 24px ${SANS}`, color: ink.muted });
  const left = margin + pen.measureText(total.label).width + 18;
  const font = `500 24px ${SANS}`;
  pen.font = font;
  const shownSite = fitted(pen, site, 300);
  const room = width - margin - pen.measureText(shownSite).width - 24 - left;
  const sum = `${displayEvo(parseSum(total.amount), 2)} EVO`;
  write(pen, sum, {
    x: left,
    y: 766,
    font: `700 ${fittingSize(pen, sum, 34, room)}px ${MONO}`,
    color: ink.gold,
  });
  write(pen, shownSite, { x: width - margin, y: 764, font, color: ink.text, align: 'right' });
}

function paintPanel(pen: CanvasRenderingContext2D, x: number, y: number, room: number): void {
  pen.beginPath();
  pen.roundRect(x, y, room, row, 16);
  pen.fillStyle = ink.panel;
  pen.fill();
  pen.strokeStyle = ink.edge;
  pen.lineWidth = 1;
  pen.stroke();
}

type Text = {
  readonly x: number;
  readonly y: number;
  readonly font: string;
  readonly color: string;
  readonly align?: CanvasTextAlign;
  /** Longer texts end in an ellipsis. */
  readonly room?: number;
};

function write(pen: CanvasRenderingContext2D, text: string, { x, y, font, color, align, room }: Text): void {
  pen.font = font;
  pen.fillStyle = color;
  pen.textAlign = align ?? 'left';
  pen.fillText(room === undefined ? text : fitted(pen, text, room), x, y);
}

/** An amount is never cut: it is written smaller instead. The size is in pixels. */
function fittingSize(pen: CanvasRenderingContext2D, text: string, largest: number, room: number): number {
  pen.font = `600 ${largest}px ${MONO}`;
  const { width: needed } = pen.measureText(text);
  return needed <= room ? largest : Math.floor((largest * room) / needed);
}

function fitted(pen: CanvasRenderingContext2D, text: string, room: number): string {
  if (pen.measureText(text).width <= room) return text;
  const characters = [...text];
  while (characters.length > 1 && pen.measureText(`${characters.join('')}…`).width > room) characters.pop();
  return `${characters.join('')}…`;
}

const longDate = (at: string): string =>
  new Date(at).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
