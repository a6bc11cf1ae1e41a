-- Webhooks, up to where each has read the change feed, and what is not delivered yet. This migration creates the table
-- of tabularium.Webhook exactly as the schema planner would, so that the planner finds no difference.

create sequence record.tabularium_webhook_ids maxvalue 9007199254740991;
create table record.tabularium_webhook (
  id bigint not null,
  version bigint not null,
  created_on timestamp(3) with time zone not null,
  created_by bigint,
  updated_on timestamp(3) with time zone not null,
  updated_by bigint,
  name text not null,
  url text not null,
  models jsonb not null,
  condition jsonb,
  "user" bigint not null,
  secret text,
  previous_secret text,
  secret_changed_on timestamp(3) with time zone,
  state text not null default 'active'::text,
  "order" text not null default 'record'::text,
  constraint tabularium_webhook_pkey primary key (id),
  constraint tabularium_webhook_id_positive check (id > 0),
  constraint tabularium_webhook_name_check_f7ea9434 check (char_length(name) <= 100),
  constraint tabularium_webhook_url_check_9c651651 check (char_length(url) <= 2000),
  constraint tabularium_webhook_secret_check_81f90a8d check (char_length(secret) <= 120),
  constraint tabularium_webhook_previous_secret_check_81f90a8d check (char_length(previous_secret) <= 120),
  constraint tabularium_webhook_state_check_57ed5628 check (state in ('active', 'paused', 'ended')),
  constraint tabularium_webhook_order_check_83082b4a check ("order" in ('record', 'all'))
);
alter sequence record.tabularium_webhook_ids owned by record.tabularium_webhook.id;
create index tabularium_webhook_user_index on record.tabularium_webhook ("user");
comment on column record.tabularium_webhook.state is 'default "active"';
comment on column record.tabularium_webhook."order" is 'default "record"';

alter table record.tabularium_webhook
  add constraint tabularium_webhook_user_reference foreign key ("user") references record.tabularium_user (id);

insert into tabularium.models (name) values ('tabularium.Webhook');

create table tabularium.webhook_cursors (
  webhook bigint primary key,
  position bigint not null,
  digest text not null,
  holder text,
  leased_until timestamp(3) with time zone,
  fault text,
  attempted_on timestamp(3) with time zone,
  status integer,
  failing_since timestamp(3) with time zone
) with (fillfactor = 50);

comment on table tabularium.webhook_cursors is
  'For each webhook: up to where it has read the change feed, which process delivers for it, and how that goes.';
comment on column tabularium.webhook_cursors.holder is 'The process that delivers until leased_until.';
comment on column tabularium.webhook_cursors.fault is 'Why nothing is delivered at all; null if it is.';
comment on column tabularium.webhook_cursors.status is 'The HTTP status of the last attempt; null without an answer.';

create table tabularium.deliveries (
  webhook bigint not null,
  position bigint not null,
  model integer not null,
  record bigint not null,
  version bigint not null,
  parked boolean not null default false,
  attempts integer not null default 0,
  created_on timestamp(3) with time zone not null,
  due_on timestamp(3) with time zone not null,
  attempted_on timestamp(3) with time zone,
  status integer,
  error text,
  answer text,
  primary key (webhook, position)
);

-- What waits behind an earlier delivery for the same record.
create index deliveries_record_index on tabularium.deliveries (webhook, model, record, position);

comment on table tabularium.deliveries is
  'Changes that a webhook has read and not delivered yet. They are shown as the user sees them when they are sent.';
comment on column tabularium.deliveries.parked is 'Whether all attempts have failed: it waits for people.';
