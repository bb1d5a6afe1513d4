/**
 * The roles that a table's parts have anyway, said once more: laid out as cards they would lose them in some
 * browsers. https://adrianroselli.com/2018/02/tables-css-display-properties.html
 */
export const is = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
