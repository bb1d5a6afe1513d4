import { Button } from './Button.tsx';

type TableSwitchProps = { readonly asTable: boolean; readonly onChange: (asTable: boolean) => void };

/** Leads from a chart to the table of the same figures, and back. */
export function TableSwitch({ asTable, onChange }: TableSwitchProps) {
  return (
    <Button size="sm" variant="ghost" onClick={() => onChange(!asTable)}>
      {asTable ? 'Show as chart' : 'Show as table'}
    </Button>
  );
}
