-- Links that mails bring: to set a forgotten password, to accept an invitation, to show that an address is one's own.

-- Who asked for a link, until it is looked up whose account that is: at a random moment, so that nobody can tell from
-- the time of an answer, or of the next one, whether there is an account.
create table tabularium.mail_requests (
  id bigint generated always as identity primary key,
  digest bytea not null,
  due_on timestamp(3) with time zone not null
);
create index mail_requests_due on tabularium.mail_requests (due_on);
comment on column tabularium.mail_requests.digest is 'SHA-256 of the username or address that was typed.';

-- The last link of each kind for each user. It is made when its mail is sent, and a later one takes its place.
create table tabularium.mail_links (
  user_id bigint not null,
  purpose text not null check (purpose in ('reset', 'invitation', 'address')),
  ordered_on timestamp(3) with time zone[] not null default '{}',
  digest bytea unique,
  password bytea,
  email text,
  expires_on timestamp(3) with time zone,
  primary key (user_id, purpose)
);
comment on column tabularium.mail_links.ordered_on is 'When its last mails were ordered: there are few in an hour.';
comment on column tabularium.mail_links.digest is 'SHA-256 of the token; null if it was used. The mail alone has it.';
comment on column tabularium.mail_links.password is 'SHA-256 of the hash of the password for which it was made.';
comment on column tabularium.mail_links.email is 'The address that the mail was sent to.';
