import { Strokes } from '../../../components/ui/Icon.tsx';

/** Beside the icons of the whole product: only whoever has no wallet in the browser sees it. */
export const PhoneIcon = ({ className }: { className?: string | undefined }) => (
  <Strokes
    path="M7 2.5h6A1.5 1.5 0 0 1 14.5 4v12a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 16V4A1.5 1.5 0 0 1 7 2.5ZM9 14.8h2"
    className={className}
  />
);
