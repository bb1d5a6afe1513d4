-- Admins are told of mails that were given up of late, however long they had waited before. By when each was taken last; the
-- release before goes by when they were asked for.
create index mails_given_up_at on vault.mails (due_at) where state = 'dropped';
