-- What happened on each UTC day, of all accounts together.
create table if not exists program_days (
  day date primary key,
  new_users bigint not null,
  claimed numeric(78, 18) not null
);

create table if not exists program_day_grants (
  day date not null,
  source text not null,
  amount numeric(78, 18) not null,
  primary key (day, source)
);
