-- Who verifies with a link now, and until when nobody else does so for the same address. The release before locks the
-- row instead, and knows nothing of these.
alter table vault.email_tokens
  add column redeeming_until timestamptz,
  add column redeemer uuid;
create index email_tokens_redeeming on vault.email_tokens (email_hash) where redeemer is not null;
