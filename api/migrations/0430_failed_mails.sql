-- What admins are told of mails: those that were given up, and those that wait for another attempt.
create index if not exists mails_given_up on vault.mails (created_at) where state = 'dropped';
create index if not exists mails_tried on vault.mails (created_at) where state = 'waiting' and attempts > 0;
