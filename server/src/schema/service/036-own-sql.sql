-- SQL of the application, values for new columns, and data migrations: what the database has of each.

create table tabularium.own_sql (
  name text primary key,
  digest text not null,
  models json not null,
  up json not null,
  down json not null,
  transaction boolean not null,
  constraints json not null,
  applied_on timestamp(3) with time zone not null default now(),
  version integer not null default 1
);

comment on table tabularium.own_sql is
  'The SQL that the application declares with sql(), as it was run in this database. "down" takes it back.';

create table tabularium.fills (
  model integer not null,
  field text not null,
  digest text not null,
  last_id bigint not null default 0,
  done_on timestamp(3) with time zone,
  primary key (model, field)
);

comment on table tabularium.fills is
  'The new fields that existing records get a value for, and the last record that has it.';

create table tabularium.data_migrations (
  name text primary key,
  digest text not null,
  last_id bigint not null default 0,
  done bigint not null default 0,
  failed bigint not null default 0,
  problems json not null default '[]',
  change_set bigint,
  done_on timestamp(3) with time zone
);

comment on table tabularium.data_migrations is
  'The migrations of data that the application declares, and the last record that each has handled.';

alter table tabularium.change_sets alter column ended_on drop not null;

comment on column tabularium.change_sets.ended_on is
  'Null while its writes take several transactions, of which the last has not ended.';
