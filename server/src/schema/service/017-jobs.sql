-- What the service does besides answering requests: jobs, how far reactions have followed the changes, and when
-- schedules are due. This migration creates the table of tabularium.Job exactly as the schema planner would, so that
-- the planner finds no difference.

create sequence record.tabularium_job_ids maxvalue 9007199254740991;
create table record.tabularium_job (
  id bigint not null,
  version bigint not null,
  created_on timestamp(3) with time zone not null,
  created_by bigint,
  updated_on timestamp(3) with time zone not null,
  updated_by bigint,
  name text not null,
  kind text not null default 'job'::text,
  state text not null default 'waiting'::text,
  input jsonb,
  due_on timestamp(3) with time zone,
  progress bigint,
  note text,
  tries bigint not null default '0'::bigint,
  failures bigint not null default '0'::bigint,
  error text,
  steps jsonb,
  request_id text,
  constraint tabularium_job_pkey primary key (id),
  constraint tabularium_job_id_positive check (id > 0),
  constraint tabularium_job_name_check_eb0abb64 check (char_length(name) <= 200),
  constraint tabularium_job_kind_check_bfa4ac94 check (kind in ('job', 'reaction', 'schedule')),
  constraint tabularium_job_state_check_ea92afbb check (state in ('waiting', 'running', 'done', 'failed')),
  constraint tabularium_job_progress_check_85ad9e76 check (progress >= (0) and progress <= (100)),
  constraint tabularium_job_note_check_eb0abb64 check (char_length(note) <= 200),
  constraint tabularium_job_error_check_064c377c check (char_length(error) <= 4000),
  constraint tabularium_job_request_id_check_9c651651 check (char_length(request_id) <= 2000)
);
alter sequence record.tabularium_job_ids owned by record.tabularium_job.id;
create index tabularium_job_sort_90d79f35 on record.tabularium_job (state, due_on nulls last, id);
comment on column record.tabularium_job.kind is 'default "job"';
comment on column record.tabularium_job.state is 'default "waiting"';
comment on column record.tabularium_job.tries is 'default 0';
comment on column record.tabularium_job.failures is 'default 0';

insert into tabularium.models (name) values ('tabularium.Job');

create table tabularium.cursors (
  name text primary key,
  position bigint not null,
  digest text not null,
  holder text,
  held_until timestamp(3) with time zone,
  moved_on timestamp(3) with time zone not null default now(),
  error text
);

comment on table tabularium.cursors is
  'Up to which position of the journal each reaction has handled the changes. Its writes are in the same transaction.';
comment on column tabularium.cursors.digest is 'A digest of the entry at that position, as in the tokens of the feed.';
comment on column tabularium.cursors.holder is 'The process that follows at the moment.';
comment on column tabularium.cursors.error is 'Why it can''t go on at the moment.';

create table tabularium.schedules (
  name text primary key,
  times text not null,
  next_on timestamp(3) with time zone not null
);

comment on table tabularium.schedules is 'When each schedule is due. The job of that time is in the same transaction.';
comment on column tabularium.schedules.times is 'What was declared: if that changes, the next time is found again.';
