create table tabularium.access (
  revision bigint not null,
  changed_in xid8,
  before bigint
);
comment on table tabularium.access is 'One row. Its revision grows with every change of a user, a role, a rule or who has which role: what was permitted under another revision is judged anew.';
comment on column tabularium.access.changed_in is 'The transaction that changed it last.';
comment on column tabularium.access.before is 'The revision that this transaction found: with it a write of rights can tell its own changes from those of others.';

create table tabularium.answers (
  user_id bigint not null,
  key text not null,
  request_hash bytea not null,
  version bigint,
  answer text not null,
  beside text,
  created_on timestamp(3) with time zone not null default now(),
  rights bytea,
  constraint answers_key_unique PRIMARY KEY (user_id, key)
);
CREATE INDEX answers_created_on_index ON tabularium.answers USING btree (created_on);
comment on table tabularium.answers is 'The answers of writes that carried an Idempotency-Key, so that a repeat gets the same one.';
comment on column tabularium.answers.rights is 'SHA-256 of what the caller of the first request could read. A repeat with other rights gets the records as its caller can read them now.';

create table tabularium.attempts (
  key bytea not null,
  tries integer not null,
  since timestamp(3) with time zone not null default now(),
  last_on timestamp(3) with time zone not null default now(),
  constraint attempts_pkey PRIMARY KEY (key)
);
CREATE INDEX attempts_last_on_index ON tabularium.attempts USING btree (last_on);
comment on table tabularium.attempts is 'How many logins were tried without success: of one account from one network, and from one network in a minute. Forgotten after a day.';
comment on column tabularium.attempts.key is 'SHA-256 of network and username, or of the network alone: what people type by mistake is not kept.';

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
  changes json not null,
  left_records bigint[]
) partition by RANGE (written_on);
CREATE INDEX journal_deleted_index ON ONLY tabularium.journal USING btree (model, written_on, record) WHERE (operation = 'd'::"char");
CREATE INDEX journal_left_records_index ON ONLY tabularium.journal USING gin (left_records) WHERE (left_records IS NOT NULL);
CREATE INDEX journal_record_index ON ONLY tabularium.journal USING btree (model, record, version);
comment on table tabularium.journal is 'Appended to, never changed. A partition a month, so that old months can be detached.';
comment on column tabularium.journal.operation is 'c create, u update, d delete, r restore';
comment on column tabularium.journal.changes is 'The changed fields: {"field": [before, after]}';
comment on column tabularium.journal.left_records is 'The records whose collections this record left by this write: by its delete, or by a change of the reference.';

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

create table tabularium.secrets (
  name text not null,
  value bytea not null,
  created_on timestamp(3) with time zone not null default now(),
  constraint secrets_pkey PRIMARY KEY (name)
);
comment on table tabularium.secrets is 'Keys that never leave the service and its database.';
comment on column tabularium.secrets.value is '256 random bits. The key named signing is for page tokens and for the digests of requests with an Idempotency-Key.';

create table tabularium.series (
  model integer not null,
  field text not null,
  period text not null,
  last bigint not null,
  constraint series_pkey PRIMARY KEY (model, field, period),
  constraint series_last_check CHECK ((last >= 0))
);
comment on table tabularium.series is 'The last number of a series that was given out or drawn ahead. Gapless numbers are drawn in the statement that uses them. Half of each page is free, so that a new version of a row stays on its page.';
comment on column tabularium.series.period is 'What the count begins anew with, in UTC: 2026, 2026-11 or 2026-11-15; empty if it never does.';

CREATE OR REPLACE FUNCTION tabularium.change_access()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tabularium.raise_revision();
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION tabularium.keep_administrator()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tabularium.raise_revision();
  if (
    exists (select from before where admin and not disabled)
    and not exists (select from record.tabularium_user where admin and not disabled)
  ) or (
    exists (select from before where admin and not disabled and password is not null)
    and not exists (select from record.tabularium_user where admin and not disabled and password is not null)
  )
  then
    raise exception using errcode = '23514', constraint = 'last_administrator',
      message = 'No administrator would be left who can log in.', hint = 'Make somebody else an administrator first.';
  end if;
  return null;
end
$function$;

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

CREATE OR REPLACE FUNCTION tabularium.raise_revision()
 RETURNS void
 LANGUAGE sql
AS $function$
  update tabularium.access set revision = revision + 1, changed_in = pg_current_xact_id(),
    before = case when changed_in = pg_current_xact_id() then before else revision end
$function$;

CREATE OR REPLACE FUNCTION tabularium.unaccented(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(given) = length(given)) THEN given ELSE NORMALIZE(regexp_replace(NORMALIZE(translate(replace(replace(replace(replace(replace(replace(replace(replace(given, 'ß'::text, 'ss'::text), 'ẞ'::text, 'SS'::text), 'æ'::text, 'ae'::text), 'Æ'::text, 'AE'::text), 'œ'::text, 'oe'::text), 'Œ'::text, 'OE'::text), 'þ'::text, 'th'::text), 'Þ'::text, 'TH'::text), 'øØłŁđĐðÐħĦıŧŦ'::text, 'oOlLdDdDhHitT'::text), NFD), '[\u0300-\u036f]+'::text, ''::text, 'g'::text), NFC) END;

CREATE TRIGGER change_access AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON record.tabularium_key_roles_links FOR EACH STATEMENT EXECUTE FUNCTION tabularium.change_access();

CREATE TRIGGER change_access AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON record.tabularium_role FOR EACH STATEMENT EXECUTE FUNCTION tabularium.change_access();

CREATE TRIGGER change_access AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON record.tabularium_rule FOR EACH STATEMENT EXECUTE FUNCTION tabularium.change_access();

CREATE TRIGGER change_access AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON record.tabularium_user_roles_links FOR EACH STATEMENT EXECUTE FUNCTION tabularium.change_access();

CREATE TRIGGER change_access AFTER INSERT OR TRUNCATE ON record.tabularium_user FOR EACH STATEMENT EXECUTE FUNCTION tabularium.change_access();

CREATE TRIGGER keep_administrator_deleted AFTER DELETE ON record.tabularium_user REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION tabularium.keep_administrator();

CREATE TRIGGER keep_administrator_updated AFTER UPDATE ON record.tabularium_user REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION tabularium.keep_administrator();
