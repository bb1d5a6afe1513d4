/** A count as people read it; a dash where it is not known. */
export function Count({ value }: { value: number | bigint | null }) {
  if (value === null) {
    return (
      <span className="text-faint">
        <span aria-hidden="true">—</span>
        <span className="sr-only">not known</span>
      </span>
    );
  }
  return value.toLocaleString('en');
}
