import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '../../../components/ui/Button.tsx';
import { Card } from '../../../components/ui/Card.tsx';
import type { Direction } from '../model/carousel.ts';
import { type CarouselMotion, useCarousel } from '../model/use-carousel.ts';
import { Glyph } from './Glyph.tsx';
import { SectionHeading } from './SectionHeading.tsx';

type CarouselSectionProps = {
  readonly id: string;
  readonly title: string;
  readonly note: ReactNode;
  /** What is in it, for the names of its arrows: "shows". */
  readonly what: string;
  /** px that an arrow moves it. */
  readonly step: number;
  /** Below the note: how it stands with what is in it. */
  readonly aside?: ReactNode;
  /** What stands in place of the items: an empty state, an error. */
  readonly instead?: ReactNode;
  /** `<li>`s. */
  readonly children: ReactNode;
};

/** A section whose items stand in a row: moved by arrows, by a swipe, and by keys while it has the focus. */
export function CarouselSection({
  id,
  title,
  note,
  what,
  step,
  aside,
  instead,
  children,
}: CarouselSectionProps) {
  const motion = useCarousel(step);
  const titleId = `${id}-title`;
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-5 lg:grid-cols-[1fr_2fr] lg:gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4 lg:flex-col lg:items-start lg:justify-start">
        <div>
          <SectionHeading id={titleId} title={title} note={note} />
          {aside}
        </div>
        {!instead && (
          <div className="flex gap-2">
            <Arrow motion={motion} direction={-1} label={`Previous ${what}`} />
            <Arrow motion={motion} direction={1} label={`Next ${what}`} />
          </div>
        )}
      </div>
      {instead ? (
        <Card className="flex min-h-59">{instead}</Card>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form.
        <div
          ref={motion.view}
          role="group"
          aria-roledescription="carousel"
          aria-label={title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
          tabIndex={0}
          onKeyDown={motion.onKeyDown}
          className="overflow-x-auto overscroll-x-contain [scrollbar-width:none] max-sm:-mx-4 max-sm:px-4 motion-safe:scroll-smooth"
        >
          <ul className="flex w-max min-w-full gap-4">{children}</ul>
        </div>
      )}
    </section>
  );
}

type ArrowProps = {
  readonly motion: CarouselMotion;
  readonly direction: Direction;
  readonly label: string;
};

function Arrow({ motion: { ends, go, view, hadFocus }, direction, label }: ArrowProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isAtEnd = direction === 1 ? ends.end : ends.start;
  // An arrow that is switched off under the focus gives it to what it moved, whose keys go on.
  useLayoutEffect(() => {
    if (isAtEnd && hadFocus.current && hadFocus.current === button.current) {
      view.current?.focus({ preventScroll: true });
    }
  }, [isAtEnd, hadFocus, view]);
  return (
    <Button ref={button} size="icon" aria-label={label} disabled={isAtEnd} onClick={() => go(direction)}>
      <Glyph name={direction === 1 ? 'right' : 'left'} />
    </Button>
  );
}
