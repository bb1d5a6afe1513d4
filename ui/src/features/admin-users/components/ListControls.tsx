import { useEffect, useState } from 'react';
import { Field } from '../../../components/ui/Field.tsx';
import { Select } from '../../../components/ui/Select.tsx';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { FILTERS, SORTS, type UserList } from '../model/user-list.ts';

const SEARCH_AFTER_MS = 200;

type ListControlsProps = { readonly list: UserList; readonly onChange: (next: Partial<UserList>) => void };

/** Search, filter and sort. The field answers at once; the list follows when typing stands still. */
export function ListControls({ list, onChange }: ListControlsProps) {
  // `of` is the search that the text was begun from: another one in the address (the command bar) takes its place.
  const [field, setField] = useState({ of: list.search, text: list.search });
  if (field.of !== list.search) setField({ of: list.search, text: list.search });
  const settled = useDebounced(field.text, SEARCH_AFTER_MS);

  useEffect(() => {
    if (settled !== field.text || settled === list.search) return;
    setField({ of: settled, text: settled });
    onChange({ search: settled });
  });

  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_12rem_12rem]">
      <Field
        label="Search users"
        hidesLabel
        type="search"
        placeholder="Search by username, email or wallet"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={field.text}
        onChange={({ target }) => setField({ of: list.search, text: target.value })}
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
