import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { openDelay, tooltipClosed } from './tooltip-delay.ts';

/** Time to move the pointer from the control onto its tooltip (WCAG 1.4.13: it can be pointed at). */
const LEAVE_MS = 120;
const GAP_PX = 6;
const EDGE_PX = 8;

/**
 * Shows the name of an icon button to those who point at it or reach it by keyboard; the button carries the
 * same name for screen readers itself. A few lines of our own, because a positioning library would be a tenth
 * of the first load's JavaScript.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  function after(ms: number, next: boolean): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), ms);
  }
  function close(): void {
    clearTimeout(timer.current);
    setOpen(false);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside it.
    <span
      ref={anchor}
      className="inline-flex"
      onPointerEnter={(event) => event.pointerType === 'mouse' && after(openDelay(Date.now()), true)}
      onPointerLeave={() => after(LEAVE_MS, false)}
      onPointerDown={close}
      onFocus={(event) => event.target.matches(':focus-visible') && setOpen(true)}
      onBlur={close}
    >
      {children}
      {open && anchor.current && (
        <Bubble
          anchor={anchor.current}
          text={text}
          onClose={close}
          onEnter={() => clearTimeout(timer.current)}
          onLeave={() => after(LEAVE_MS, false)}
        />
      )}
    </span>
  );
}

type BubbleProps = {
  readonly anchor: HTMLElement;
  readonly text: string;
  readonly onClose: () => void;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
};

function Bubble({ anchor, text, onClose, onEnter, onLeave }: BubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null);
  const latestOnClose = useRef(onClose);
  latestOnClose.current = onClose;

  useLayoutEffect(() => {
    if (bubble.current) place(bubble.current, anchor.getBoundingClientRect());
  }, [anchor]);

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') latestOnClose.current();
    };
    const onScroll = (): void => latestOnClose.current();
    document.addEventListener('keydown', onKey);
    window.addEventListener('scroll', onScroll, { passive: true, capture: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', onScroll, { capture: true });
      tooltipClosed(Date.now());
    };
  }, []);

  return createPortal(
    <span
      ref={bubble}
      role="tooltip"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fixed z-60 max-w-64 animate-fade rounded-control border border-line bg-surface-2 px-2.5 py-1.5 text-xs text-text"
    >
      {text}
    </span>,
    document.body,
  );
}

/** Below the control and centred on it; above where there is no room; never over the window's edge. */
function place(bubble: HTMLElement, control: DOMRect): void {
  const { width, height } = bubble.getBoundingClientRect();
  const centred = control.left + control.width / 2 - width / 2;
  const left = Math.max(EDGE_PX, Math.min(centred, document.documentElement.clientWidth - width - EDGE_PX));
  const below = control.bottom + GAP_PX;
  const hasRoom = below + height <= window.innerHeight - EDGE_PX;
  bubble.style.left = `${left}px`;
  bubble.style.top = `${hasRoom ? below : control.top - GAP_PX - height}px`;
}
