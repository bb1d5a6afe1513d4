import { Fragment, type ReactNode } from 'react';
import { type Block, type Piece, readMarkdown } from '../model/read-markdown.ts';

/** A page of `docs/` as a page of the site. */
export function Markdown({ source }: { source: string }) {
  return (
    <article className="grid max-w-3xl grid-cols-1 gap-4 text-lead leading-relaxed text-muted">
      {numbered(readMarkdown(source), (block) => (
        <Shown block={block} />
      ))}
    </article>
  );
}

function Shown({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return block.level === 1 ? (
        <h1 className="pb-2 text-2xl font-semibold tracking-[-0.03em] text-text sm:text-3xl">
          <Line text={block.text} />
        </h1>
      ) : (
        <h2 className="pt-5 text-lg font-semibold tracking-[-0.02em] text-text">
          <Line text={block.text} />
        </h2>
      );
    case 'paragraph':
      return (
        <p>
          <Line text={block.text} />
        </p>
      );
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List className={block.isOrdered ? 'grid list-decimal gap-2 pl-6' : 'grid list-disc gap-2 pl-6'}>
          {numbered(block.items, (item) => (
            <li className="pl-1 marker:text-faint">
              <Line text={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        // Focusable, so that the keyboard scrolls what is wider than a phone.
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable (WCAG 2.1.1).
          tabIndex={0}
          aria-label={block.head.map(plainText).join(', ')}
          className="card overflow-x-auto"
        >
          <table className="w-full min-w-136 border-collapse text-sm">
            <thead>
              <tr className="border-b border-line text-left text-text">
                {numbered(block.head, (cell) => (
                  <th scope="col" className="px-4 py-2.5 font-medium">
                    <Line text={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {numbered(block.rows, (row) => (
                <tr className="border-b border-line align-top last:border-b-0">
                  {numbered(row, (cell) => (
                    <td className="px-4 py-2.5">
                      <Line text={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      );
  }
}

function Line({ text }: { text: readonly Piece[] }) {
  return numbered(text, ({ look, text }) => {
    switch (look) {
      case 'plain':
        return text;
      case 'strong':
        return <strong className="font-semibold text-text">{text}</strong>;
      case 'em':
        return <em>{text}</em>;
      case 'code':
        return (
          <code className="rounded bg-surface-2 px-1 py-0.5 font-mono text-[0.875em] break-words text-text">
            {text}
          </code>
        );
    }
  });
}

const plainText = (text: readonly Piece[]): string => text.map((piece) => piece.text).join('');

/** The text does not change while it is shown, so its order is name enough. */
const numbered = <Item,>(items: readonly Item[], show: (item: Item) => ReactNode): ReactNode[] =>
  items.map((item, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nothing in it ever moves.
    <Fragment key={place}>{show(item)}</Fragment>
  ));
