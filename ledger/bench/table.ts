/** Prints rows in columns, the first to the left and the others to the right. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const [index, row] of rows.entries()) {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    console.log(cells.join('  '));
    if (index === 0) console.log(widths.map((width) => '─'.repeat(width)).join('  '));
  }
}

export function thousands(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** The value in the middle, the upper of two. */
export function median<T>(values: readonly T[], by: (value: T) => number): T {
  const middle = values.toSorted((a, b) => by(a) - by(b))[Math.floor(values.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}
