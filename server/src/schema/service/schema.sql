create table tabularium.migrations (
  number integer not null,
  name text not null,
  applied_on timestamp(3) with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (number)
);

create table tabularium.sessions (
  token_hash bytea not null,
  user_id bigint not null,
  created_on timestamp(3) with time zone not null default now(),
  used_on timestamp(3) with time zone not null default now(),
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_user_id_reference FOREIGN KEY (user_id) REFERENCES tabularium.users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_used_on_index ON tabularium.sessions USING btree (used_on);
CREATE INDEX sessions_user_id_index ON tabularium.sessions USING btree (user_id);
comment on table tabularium.sessions is 'One row a session. Whether it still lives is decided at each look-up, by used_on, created_on and the settings.';
comment on column tabularium.sessions.token_hash is 'SHA-256 of the token. The token itself is known to the client alone.';

create table tabularium.users (
  id bigint not null generated always as identity,
  version bigint not null default 0,
  username text not null,
  name text not null,
  password_hash text,
  admin boolean not null default false,
  disabled boolean not null default false,
  created_on timestamp(3) with time zone not null default now(),
  updated_on timestamp(3) with time zone not null default now(),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_username_unique UNIQUE (username)
);
comment on column tabularium.users.username is 'Small ASCII letters, digits and . _ - @ +, so that no two names look alike.';
comment on column tabularium.users.password_hash is 'argon2id in the PHC string format; null: nobody can log in with a password.';
