-- Until when a mail is its taker's, by the clock of Postgres: two replicas may be minutes apart for a while, one of them on a
-- machine that stood still. The release before writes none, and goes by when the mail is due.
alter table vault.mails add column taken_until timestamptz;
