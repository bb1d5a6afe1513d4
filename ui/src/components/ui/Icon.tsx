import { cx } from '../../lib/class-names.ts';

/** Strokes on a 20 px grid. */
const paths = {
  alert:
    'M10 6.5v4M10 13.5v.01M8.8 3.2 2.3 14.5a1.4 1.4 0 0 0 1.2 2.1h13a1.4 1.4 0 0 0 1.2-2.1L11.2 3.2a1.4 1.4 0 0 0-2.4 0Z',
  arrow: 'M4 10h12M11 5l5 5-5 5',
  bolt: 'M11 2.5 4 11.5h5l-1 6 7-9h-5l1-6Z',
  check: 'm4 10.5 4 4 8-9',
  chevronDown: 'm5.5 8 4.5 4.5L14.5 8',
  chart: 'M3.5 16.5v-6M10 16.5v-13M16.5 16.5v-9',
  chevron: 'm8 5 5 5-5 5',
  clock: 'M10 5.5V10l3 2M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0Z',
  close: 'm5 5 10 10M15 5 5 15',
  coins:
    'M12.5 7.5c0 1.66-2.24 3-5 3s-5-1.34-5-3 2.24-3 5-3 5 1.34 5 3ZM2.5 7.5v5c0 1.66 2.24 3 5 3s5-1.34 5-3v-5M12.5 9.6c2.8 0 5 1 5 2.4s-2.2 2.5-5 2.5M17.5 12v2.5c0 1.4-2.2 2.5-5 2.5-1.2 0-2.3-.2-3.2-.6',
  copy: 'M7 7V4.5A1.5 1.5 0 0 1 8.5 3h7A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H13M4.5 7h7A1.5 1.5 0 0 1 13 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 15.5v-7A1.5 1.5 0 0 1 4.5 7Z',
  download: 'M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13',
  erase:
    'm7 16.5-3.6-3.6a1.4 1.4 0 0 1 0-2l7.5-7.5a1.4 1.4 0 0 1 2 0l3.7 3.7a1.4 1.4 0 0 1 0 2L9 16.5H7ZM7.2 7.1l5.7 5.7M11 16.5h5.5',
  exit: 'M8 3.5H4.5a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1H8M13 13.5l3.5-3.5L13 6.5M16 10H7.5',
  external:
    'M8 4.5H5A1.5 1.5 0 0 0 3.5 6v9A1.5 1.5 0 0 0 5 16.5h9a1.5 1.5 0 0 0 1.5-1.5v-3M11.5 3.5h5v5M16.5 3.5 9 11',
  flame:
    'M10 2.5c.5 3 4.5 4.6 4.5 8.7A4.5 4.5 0 0 1 10 16.5a4.5 4.5 0 0 1-4.5-4.7c0-1.8.9-3 1.8-4 .3 1 .8 1.6 1.5 2 0-2.6.2-5 1.2-7.3Z',
  gift: 'M3.5 9.5h13v7h-13v-7ZM2.5 6.5h15v3h-15v-3ZM10 6.5v10M10 6.5C8 6.5 6.2 5.7 6.2 4.3S8.9 2.8 10 6.5Zm0 0c2 0 3.8-.8 3.8-2.2S11.1 2.8 10 6.5Z',
  inbox: 'M2.5 11h4l1.5 2.5h4l1.5-2.5h4M4.6 4h10.8l2.1 7v4.5a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1V11l2.1-7Z',
  info: 'M10 9v4.5M10 6.5v.01M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0Z',
  instagram:
    'M6.5 3h7A3.5 3.5 0 0 1 17 6.5v7a3.5 3.5 0 0 1-3.5 3.5h-7A3.5 3.5 0 0 1 3 13.5v-7A3.5 3.5 0 0 1 6.5 3ZM13 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM14.1 5.9v.01',
  ledger: 'M4 3.5h10a2 2 0 0 1 2 2v11H6a2 2 0 0 1-2-2v-11ZM4 14.5a2 2 0 0 1 2-2h10M7.5 7h5',
  mail: 'M3.5 4.5h13a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM3 5.5l7 5.5 7-5.5',
  moon: 'M16.5 11.7A7 7 0 0 1 8.3 3.5a7 7 0 1 0 8.2 8.2Z',
  muted: 'M3.5 8v4h2.8l4.2 3.5v-11L6.3 8H3.5ZM14 8l3.5 4M17.5 8 14 12',
  music:
    'M7.5 15V4.5l9-2V13M7.5 15a2.25 2.25 0 1 1-4.5 0 2.25 2.25 0 0 1 4.5 0ZM16.5 13a2.25 2.25 0 1 1-4.5 0 2.25 2.25 0 0 1 4.5 0Z',
  refresh: 'M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 3v3.2h-3.2',
  share:
    'M10 12.5V3M6.5 6 10 2.8 13.5 6M5 9.5H4a.5.5 0 0 0-.5.5v6a.5.5 0 0 0 .5.5h12a.5.5 0 0 0 .5-.5v-6a.5.5 0 0 0-.5-.5h-1',
  play: 'M6.5 4v12l9.5-6-9.5-6Z',
  search: 'M14 9a5 5 0 1 1-10 0 5 5 0 0 1 10 0ZM16.5 16.5l-4-4',
  shield: 'M10 2.5 4 5v4.5c0 3.7 2.5 6.6 6 8 3.5-1.4 6-4.3 6-8V5l-6-2.5ZM7.5 10l1.8 1.8 3.2-3.6',
  sound: 'M3.5 8v4h2.8l4.2 3.5v-11L6.3 8H3.5ZM13.2 7.6a3.4 3.4 0 0 1 0 4.8M15.4 5.4a6.5 6.5 0 0 1 0 9.2',
  sun: 'M10 2.5V4M10 16v1.5M3.7 3.7l1 1M15.3 15.3l1 1M2.5 10H4M16 10h1.5M3.7 16.3l1-1M15.3 4.7l1-1M13.5 10a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0Z',
  swap: 'M4 7.5h11.5L12.5 4.5M16 12.5H4.5l3 3',
  trophy:
    'M6.5 3.5h7V8a3.5 3.5 0 0 1-7 0V3.5ZM6.5 5H3.5v1A2.5 2.5 0 0 0 6 8.5h.6M13.5 5h3v1A2.5 2.5 0 0 1 14 8.5h-.6M10 11.5v3M7 16.5h6',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l.7 10h7.6l.7-10M8.5 9v4.5M11.5 9v4.5',
  twitter: 'M3.5 3.5h3.6l9.4 13h-3.6l-9.4-13ZM16 3.5l-5.2 5.9M9.3 11.1 4.4 16.5',
  undo: 'M7.5 3.5 4 7l3.5 3.5M4.5 7h7a4.5 4.5 0 0 1 0 9H7',
  upload: 'M10 12.5V3M6 6.5l4-4 4 4M3.5 16.5h13',
  user: 'M13 7a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM4 16.5c.6-2.8 3-4 6-4s5.4 1.2 6 4',
  users:
    'M10.5 7.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM2.5 16c.5-2.5 2.7-3.5 5.5-3.5s5 1 5.5 3.5M13 5.2a2.5 2.5 0 0 1 0 4.6M15 12.8c1.5.5 2.3 1.6 2.5 3.2',
  wallet: 'M3.5 6v8.5A1.5 1.5 0 0 0 5 16h11V7H4.5A1.5 1.5 0 0 1 3 5.5 1.5 1.5 0 0 1 4.5 4H14v3M13 11.5h.01',
  youtube:
    'M5 4.5h10a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5H5A2.5 2.5 0 0 1 2.5 13V7A2.5 2.5 0 0 1 5 4.5ZM8.5 7.5v5l4-2.5-4-2.5Z',
} as const;

export type IconName = keyof typeof paths;

type StrokesProps = {
  /** On a grid of 20 px. */
  readonly path: string;
  readonly className?: string | undefined;
};

/** Decoration beside a text; it says nothing to a screen reader. 20 px unless a class says another size. */
export function Strokes({ path, className }: StrokesProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('[:where(&)]:size-5 shrink-0', className)}
    >
      <path d={path} />
    </svg>
  );
}

/** One of the icons that the whole product uses. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <Strokes path={paths[name]} className={className} />;
}
