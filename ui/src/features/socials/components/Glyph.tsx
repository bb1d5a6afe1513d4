import { Strokes } from '../../../components/ui/Icon.tsx';

/** Strokes on a 20 px grid, as the icons of the product: those that this page alone has. */
const paths = {
  left: 'M12.5 4.5 7 10l5.5 5.5',
  right: 'M7.5 4.5 13 10l-5.5 5.5',
  pause: 'M7 4.5v11M13 4.5v11',
  tiktok: 'M11.5 3v10a3.25 3.25 0 1 1-3.25-3.25M11.5 3c.2 2.3 1.9 4 4.25 4.2',
} as const;

export function Glyph({ name, className }: { name: keyof typeof paths; className?: string }) {
  return <Strokes path={paths[name]} className={className} />;
}
