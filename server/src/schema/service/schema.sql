create table tabularium.answers (
  user_id bigint not null,
  key text not null,
  request_hash bytea not null,
  version bigint,
  answer text not null,
  beside text,
  created_on timestamp(3) with time zone not null default now(),
  constraint answers_key_unique PRIMARY KEY (user_id, key)
);
CREATE INDEX answers_created_on_index ON tabularium.answers USING btree (created_on);
comment on table tabularium.answers is 'The answers of writes that carried an Idempotency-Key, so that a repeat gets the same one.';

create table tabularium.count_deltas (
  model integer not null,
  block bigint not null,
  change integer not null
);
comment on table tabularium.count_deltas is 'Appended with each create and delete, and folded into the counts a moment later: a total is the sum of both.';

create table tabularium.counts (
  model integer not null,
  level smallint not null,
  block bigint not null,
  records bigint not null,
  constraint counts_pkey PRIMARY KEY (model, level, block)
);
comment on table tabularium.counts is 'How many records there are in a block of ids: of 2^10 (level 1), 2^15, 2^20, 2^25 and 2^30 (level 5).';

create table tabularium.journal (
  written_on timestamp(3) with time zone not null default now(),
  transaction xid8 not null default pg_current_xact_id(),
  model integer not null,
  record bigint not null,
  version bigint not null,
  operation "char" not null,
  author bigint,
  request_id text not null,
  changes json not null
) partition by RANGE (written_on);
CREATE INDEX journal_record_index ON ONLY tabularium.journal USING btree (model, record, version);
comment on table tabularium.journal is 'Appended to, never changed. A partition a month, so that old months can be detached.';
comment on column tabularium.journal.operation is 'c create, u update, d delete, r restore';
comment on column tabularium.journal.changes is 'The changed fields: {"field": [before, after]}';

create table tabularium.migrations (
  number integer not null,
  name text not null,
  applied_on timestamp(3) with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (number)
);

create table tabularium.models (
  number integer not null generated always as identity,
  name text not null,
  constraint models_pkey PRIMARY KEY (number),
  constraint models_name_unique UNIQUE (name)
);
comment on table tabularium.models is 'A short number for each model. A renamed model keeps it, a dropped one gives it up for ever.';

create table tabularium.renamed_fields (
  model integer not null,
  was text not null,
  name text not null,
  renamed_on timestamp(3) with time zone not null
);
comment on table tabularium.renamed_fields is 'What the journal called a field until it was renamed, and what the field is called now.';

create table tabularium.searches (
  digest bytea not null,
  model text not null,
  summary text not null,
  shape json not null,
  text text not null,
  uses bigint not null,
  last_used_on timestamp(3) with time zone not null default now(),
  constraint searches_pkey PRIMARY KEY (digest)
);
CREATE INDEX searches_last_used_on_index ON tabularium.searches USING btree (last_used_on);
comment on table tabularium.searches is 'The shapes of searches, never their values. Noted by the service now and then, read by tabularium doctor, forgotten after 30 days.';
comment on column tabularium.searches.digest is 'SHA-256 of the text.';
comment on column tabularium.searches.text is 'The statement, in which $1 … stand for the values.';

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

CREATE OR REPLACE FUNCTION tabularium.prepare_journal(months integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  month date;
  partition text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('tabularium journal', 0));
  for i in 0..months loop
    month := date_trunc('month', now() at time zone 'UTC') + make_interval(months => i);
    partition := to_char(month, '"journal_"YYYY_MM');
    continue when to_regclass('tabularium.' || partition) is not null;
    execute format('create table tabularium.%I (like tabularium.journal including all)', partition);
    execute format('alter table tabularium.journal attach partition tabularium.%I for values from (%L) to (%L)', partition,
      to_char(month, 'YYYY-MM-DD"T00:00:00Z"'), to_char(month + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"'));
    made := made + 1;
  end loop;
  return made;
end
$function$;
