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
