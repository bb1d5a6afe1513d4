import { ArrayParameter, type Element, type ElementType } from './array-parameter.ts';

/**
 * Many rows in one statement, as one array a column, in binary form.
 * `names` is the list of columns, `source` what stands after `from` or `using`, `values` the parameters.
 */
export function rowSet<Column extends string>(types: Readonly<Record<Column, ElementType>>) {
  // The keys of an object literal are its columns, in the order in which they were written.
  const columns = Object.keys(types) as Column[];
  const names = columns.join(', ');
  const arrays = columns.map((column, at) => `$${at + 1}::${types[column]}[]`).join(', ');
  return {
    names,
    source: `unnest(${arrays}) as row (${names})`,
    values: (rows: readonly Readonly<Record<Column, Element>>[]) =>
      columns.map(
        (column) =>
          new ArrayParameter(
            types[column],
            rows.map((row) => row[column]),
          ),
      ),
  };
}
