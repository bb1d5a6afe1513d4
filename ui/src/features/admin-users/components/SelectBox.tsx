type SelectBoxProps = {
  readonly label: string;
  readonly checked: boolean;
  readonly mixed?: boolean;
  readonly onChange: () => void;
};

export function SelectBox({ label, checked, mixed = false, onChange }: SelectBoxProps) {
  return (
    <input
      ref={(input) => {
        if (input) input.indeterminate = mixed;
      }}
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={onChange}
      className="touch-area size-6 lg:size-5"
    />
  );
}
