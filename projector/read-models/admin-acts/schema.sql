-- What admins did, and what others were refused: one row an act.
create table if not exists admin_acts (
  -- The position of the event: the order and the cursor.
  commit bigint not null,
  prepare bigint not null,
  event_id uuid not null unique,
  type text not null,
  -- Who did it; null where the program itself did.
  wallet text,
  created_at timestamptz not null,
  -- What an undo names the act by, and the act that this one undoes.
  act_key text not null,
  undoes text,
  -- The account that it is about.
  user_id uuid,
  -- The wallet of an admin, the source of a grant, the kind of an export, the action that was refused, the id of a track.
  subject text,
  amount numeric(78, 18),
  reason text,
  -- Accounts of a mass act, rows of an export, winners of a raffle.
  count bigint,
  -- Of a raffle.
  number bigint,
  -- False while a mass act or a raffle is under way, null for an act that is done at once.
  completed boolean,
  primary key (commit, prepare)
);

create index if not exists admin_acts_by_type on admin_acts (type, commit, prepare);
create index if not exists admin_acts_by_key on admin_acts (act_key);
create index if not exists admin_acts_by_undone on admin_acts (undoes) where undoes is not null;
create index if not exists admin_acts_by_held on admin_acts (user_id, commit, prepare) where type = 'claims_held';
