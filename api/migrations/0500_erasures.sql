-- How many erasures of an account were carried out, so that whoever seals for it need not read its stream to know. The release
-- before writes none, and what it has carried out is then carried out once more.
alter table vault.erasures add column erasures integer not null default 0;
