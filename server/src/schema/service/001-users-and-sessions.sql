-- Users and their sessions. The migration 004 turns both into records.

create table tabularium.users (
  id bigint generated always as identity primary key,
  version bigint not null default 0,
  username text not null constraint users_username_unique unique,
  name text not null,
  password_hash text,
  admin boolean not null default false,
  disabled boolean not null default false,
  created_on timestamp(3) with time zone not null default now(),
  updated_on timestamp(3) with time zone not null default now()
);

comment on column tabularium.users.username is
  'Small ASCII letters, digits and . _ - @ +, so that no two names look alike.';
comment on column tabularium.users.password_hash is
  'argon2id in the PHC string format; null: nobody can log in with a password.';

create table tabularium.sessions (
  token_hash bytea primary key,
  user_id bigint not null constraint sessions_user_id_reference references tabularium.users (id) on delete cascade,
  created_on timestamp(3) with time zone not null default now(),
  used_on timestamp(3) with time zone not null default now()
);

comment on table tabularium.sessions is
  'One row a session. Whether it still lives is decided at each look-up, by used_on, created_on and the settings.';
comment on column tabularium.sessions.token_hash is
  'SHA-256 of the token. The token itself is known to the client alone.';

create index sessions_user_id_index on tabularium.sessions (user_id);
create index sessions_used_on_index on tabularium.sessions (used_on);
