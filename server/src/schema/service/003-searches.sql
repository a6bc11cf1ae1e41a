-- The searches that clients send, for tabularium doctor: it finds those that need an index.

create table tabularium.searches (
  digest bytea primary key,
  model text not null,
  summary text not null,
  shape json not null,
  text text not null,
  uses bigint not null,
  last_used_on timestamp(3) with time zone not null default now()
);

comment on table tabularium.searches is
  'The shapes of searches, never their values. Noted by the service now and then, '
  'read by tabularium doctor, forgotten after 30 days.';
comment on column tabularium.searches.digest is 'SHA-256 of the text.';
comment on column tabularium.searches.text is 'The statement, in which $1 … stand for the values.';

create index searches_last_used_on_index on tabularium.searches (last_used_on);
