import { Field } from '../../../components/ui/Field.tsx';
import { Select } from '../../../components/ui/Select.tsx';
import { FILTERS, SORTS, type UserList } from '../model/user-list.ts';

type ListControlsProps = { readonly list: UserList; readonly onChange: (next: Partial<UserList>) => void };

/** Search, filter and sort. */
export function ListControls({ list, onChange }: ListControlsProps) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_12rem_12rem]">
      <Field
        label="Search users"
        hidesLabel
        className="max-sm:col-span-2"
        type="search"
        placeholder="Search by username, email or wallet"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={list.search}
        onChange={({ target }) => onChange({ search: target.value })}
      />
      <Select
        label="Status filter"
        hidesLabel
        value={list.filter}
        options={FILTERS}
        onChoose={(filter) => onChange({ filter })}
      />
      <Select
        label="Sort by balance"
        hidesLabel
        value={list.sort}
        options={SORTS}
        onChoose={(sort) => onChange({ sort })}
      />
    </div>
  );
}
