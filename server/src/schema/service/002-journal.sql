-- The journal: one row for each write, in the same transaction. History, conflicts, totals and Idempotency-Key use it.

create table tabularium.models (
  number integer generated always as identity primary key,
  name text not null constraint models_name_unique unique
);

comment on table tabularium.models is
  'A short number for each model. A renamed model keeps it, a dropped one gives it up for ever.';

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
) partition by range (written_on);

comment on table tabularium.journal is
  'Appended to, never changed. A partition a month, so that old months can be detached.';
comment on column tabularium.journal.operation is 'c create, u update, d delete, r restore';
comment on column tabularium.journal.changes is 'The changed fields: {"field": [before, after]}';

create index journal_record_index on tabularium.journal (model, record, version);

create table tabularium.renamed_fields (
  model integer not null,
  was text not null,
  name text not null,
  renamed_on timestamp(3) with time zone not null
);

comment on table tabularium.renamed_fields is
  'What the journal called a field until it was renamed, and what the field is called now.';

create table tabularium.counts (
  model integer not null,
  level smallint not null,
  block bigint not null,
  records bigint not null,
  primary key (model, level, block)
);

comment on table tabularium.counts is
  'How many records there are in a block of ids: of 2^10 (level 1), 2^15, 2^20, 2^25 and 2^30 (level 5).';

create table tabularium.count_deltas (
  model integer not null,
  block bigint not null,
  change integer not null
) with (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 5000
);

comment on table tabularium.count_deltas is
  'Appended with each create and delete, and folded into the counts a moment later: a total is the sum of both.';

create table tabularium.answers (
  user_id bigint not null,
  key text not null,
  request_hash bytea not null,
  version bigint,
  answer text not null,
  beside text,
  created_on timestamp(3) with time zone not null default now(),
  constraint answers_key_unique primary key (user_id, key)
);

comment on table tabularium.answers is
  'The answers of writes that carried an Idempotency-Key, so that a repeat gets the same one.';

create index answers_created_on_index on tabularium.answers (created_on);

-- Creates the missing partitions of the journal, for this month and the given number of months after it. A partition is
-- created as a table and then attached, since that does not block writes. The service calls this function regularly.
create function tabularium.prepare_journal(months integer) returns integer language plpgsql as $$
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
$$;

select tabularium.prepare_journal(3);
