import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type Direction, endsOf, type Scroll, stepFrom } from './carousel.ts';

/** Milliseconds without a movement after which a step has arrived. */
const SETTLED_MS = 150;

export type CarouselMotion = {
  /** For the element that scrolls; its first child is what it holds. */
  readonly view: RefObject<HTMLDivElement | null>;
  readonly ends: ReturnType<typeof endsOf>;
  /** What had the focus before it came to an end, and may have lost it by that. */
  readonly hadFocus: RefObject<Element | null>;
  readonly go: (direction: Direction) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/** @param step px that an arrow moves it */
export function useCarousel(step: number): CarouselMotion {
  const view = useRef<HTMLDivElement>(null);
  // Where a step that is under way leads: a second one goes on from there, not from where the first one is by now.
  const aim = useRef<number>(undefined);
  const hadFocus = useRef<Element>(null);
  const [ends, setEnds] = useState({ start: true, end: true });

  useLayoutEffect(() => {
    const element = view.current;
    if (!element) return;
    let settling: ReturnType<typeof setTimeout> | undefined;
    const measure = (): void => {
      const now = endsOf(scrollOf(element));
      hadFocus.current = document.activeElement;
      setEnds((before) => (before.start === now.start && before.end === now.end ? before : now));
    };
    const onScroll = (): void => {
      measure();
      clearTimeout(settling);
      settling = setTimeout(() => {
        aim.current = undefined;
      }, SETTLED_MS);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    if (element.firstElementChild) sizes.observe(element.firstElementChild);
    element.addEventListener('scroll', onScroll, { passive: true });
    measure();
    return () => {
      sizes.disconnect();
      clearTimeout(settling);
      element.removeEventListener('scroll', onScroll);
    };
  }, []);

  function goTo(element: HTMLElement, left: number): void {
    aim.current = left;
    element.scrollTo({ left });
  }

  function go(direction: Direction): void {
    const element = view.current;
    if (!element) return;
    const scroll = scrollOf(element);
    goTo(element, stepFrom({ ...scroll, position: aim.current ?? scroll.position }, step, direction));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const element = view.current;
    if (!element || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowRight') go(1);
    else if (event.key === 'ArrowLeft') go(-1);
    else if (event.key === 'Home') goTo(element, 0);
    else if (event.key === 'End') goTo(element, element.scrollWidth - element.clientWidth);
    else return;
    event.preventDefault();
  }

  return { view, ends, hadFocus, go, onKeyDown };
}

const scrollOf = ({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): Scroll => ({
  position: scrollLeft,
  viewport: clientWidth,
  content: scrollWidth,
});
