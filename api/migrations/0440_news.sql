-- Who sends mails, and who tells processes what was set aside, hears of it instead of asking again and again. It is told
-- when the transaction is through; nothing is said of what or of whom.
create function processes.tell_news() returns trigger language plpgsql as $$
begin
  perform pg_notify('evo_news', tg_argv[0]);
  return null;
end
$$;

create trigger mails_news after insert on vault.mails
  for each statement execute function processes.tell_news('mails');

create trigger set_aside_news after insert or update on processes.set_aside
  for each statement execute function processes.tell_news('set-aside');
