-- Why a code that was sent connects nothing, for the user whom it was given to: nobody else can tell them. The release before
-- writes none, and takes such a code up again, to no other end.
alter table vault.message_codes add column refusal text;
