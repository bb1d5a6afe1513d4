-- The code that a user was given, sealed under the account's key: who asks for one in another tab is shown the same. The release
-- before writes none, and gives another code in the place of the first.
alter table vault.message_codes add column sealed_code text;
