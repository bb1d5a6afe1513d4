/** The product's mark: three ledger lines, the middle one closing in a coin. */
export function Logo() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-7 shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent-solid" />
      <path
        d="M9 10.5h14M9 16h9.5M9 21.5h14"
        className="stroke-on-accent"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <circle cx="22.6" cy="16" r="1.9" fill="#fac131" />
    </svg>
  );
}
