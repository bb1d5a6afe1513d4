import type { EventLog } from '../store/event-log.ts';
import type { Pages } from '../store/pages.ts';
import { decodeFrame, type Frame, frameHeader, inForm, resolvedLink, type WireForm } from '../wire/frame.ts';
import type { ReadRequest } from './read-request.ts';

export type Ledger = { readonly log: EventLog; readonly pages: Pages };

/** Turns a stored frame into the message that this client asked for; for most it is the same bytes. */
export type Present = (frame: Frame) => Uint8Array;

const LINK_TYPE = '$>';

export function presentation(ledger: Ledger, request: ReadRequest): Present {
  const form: WireForm = { structuredIds: request.structuredIds, positionStep: ledger.log.positionStep };
  const isAsStored = !form.structuredIds && form.positionStep === 1;
  const plain: Present = isAsStored ? (frame) => frame : (frame) => inForm(frame, form);
  if (!request.resolveLinks) return plain;
  return (frame) => {
    if (frameHeader(frame).type !== LINK_TYPE) return plain(frame);
    return resolvedLink(linkTarget(ledger, frame), frame, form);
  };
}

/** A link's data is `revision@stream`. */
function linkTarget(ledger: Ledger, link: Frame): Frame | undefined {
  const text = Buffer.from(decodeFrame(link).data).toString('utf8');
  const at = text.indexOf('@');
  const revision = Number(text.slice(0, at));
  if (at < 1 || !Number.isSafeInteger(revision)) return undefined;
  const page = ledger.pages.ofStream(text.slice(at + 1), revision, 'forwards', 1);
  if ('missing' in page) return undefined;
  const frame = page.frames[0];
  return frame && decodeFrame(frame).revision === revision ? frame : undefined;
}
