-- One row of sums over all accounts, kept by adding what each batch changes.
create table if not exists stats (
  one boolean primary key default true check (one),
  total_users bigint not null default 0,
  verified_emails bigint not null default 0,
  marketing_opt_ins bigint not null default 0,
  -- All that was ever granted.
  total_rewards numeric(78, 18) not null default 0
);

insert into stats default values on conflict do nothing;
