-- How a journey to a platform and back has ended, for who comes back a second time because the answer was lost. The release
-- before writes none, and looks at the account alone.
alter table vault.oauth_states add column outcome text;
