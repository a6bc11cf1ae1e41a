-- Failed logins, counted in the database, so that all processes share the limits.

create table tabularium.attempts (
  key bytea primary key,
  tries integer not null,
  since timestamp(3) with time zone not null default now(),
  last_on timestamp(3) with time zone not null default now()
);

comment on table tabularium.attempts is
  'How many logins were tried without success: of one account from one network, '
  'and from one network in a minute. Forgotten after a day.';
comment on column tabularium.attempts.key is
  'SHA-256 of network and username, or of the network alone: what people type by mistake is not kept.';

create index attempts_last_on_index on tabularium.attempts (last_on);
