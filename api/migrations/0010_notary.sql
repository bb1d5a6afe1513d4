-- What the notary and the witnesses of the ledger said. A system of record of the API: what was signed cannot be learnt
-- again from a ledger that somebody put in another one's place.
create schema if not exists notary;

-- The newest seal that this program knows it signed. It never goes back.
create table if not exists notary.newest_seal (
  one boolean primary key default true check (one),
  size bigint not null,
  root bytea not null,
  -- The compact range of the tree, 32 bytes a hash, so that a long ledger need not be read at each start.
  hashes bytea not null,
  -- Of the last event under the root.
  commit bigint not null,
  prepare bigint not null,
  -- When the whole ledger was last read from its first event and found to be what was sealed.
  read_at timestamptz not null
);

-- What the replica that leads says, for all of them.
create table if not exists notary.status (
  one boolean primary key default true check (one),
  state text not null check (state in ('starting', 'sealing', 'halted')),
  reason text,
  since timestamptz not null default now()
);

-- The newest checkpoint that each witness has cosigned, and how it answered last.
create table if not exists notary.witnesses (
  -- C2SP verifier key of type 0x04.
  verifier_key text primary key,
  size bigint,
  cosigned_at timestamptz,
  state text not null check (state in ('agrees', 'silent', 'refuses')),
  detail text,
  asked_at timestamptz not null
);

create table if not exists notary.cosignatures (
  size bigint not null,
  verifier_key text not null,
  root bytea not null,
  cosigned_at timestamptz not null,
  -- What follows the key id in its line of the note: the time and the signature.
  signature bytea not null,
  primary key (size, verifier_key)
);
