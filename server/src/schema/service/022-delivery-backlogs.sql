-- What follows a parked delivery for the same record stays in the journal: as deliveries, the changes of one record
-- could fill the table, and every look at it would take longer.

create table tabularium.delivery_backlogs (
  webhook bigint not null,
  model integer not null,
  record bigint not null,
  position bigint not null,
  version bigint not null,
  primary key (webhook, model, record)
);

comment on table tabularium.delivery_backlogs is
  'Records with changes that a webhook has read, and that are in the journal alone: those behind a parked delivery.';
comment on column tabularium.delivery_backlogs.position is
  'The last delivery of the record. What follows it up to the cursor is delivered when no delivery is before it.';

create index deliveries_waiting_index on tabularium.deliveries (webhook, position) where not parked;

insert into tabularium.delivery_backlogs (webhook, model, record, position, version)
select distinct on (webhook, model, record) webhook, model, record, position, version
from tabularium.deliveries
where parked
order by webhook, model, record, position;

delete from tabularium.deliveries using tabularium.delivery_backlogs as backlogs
where deliveries.webhook = backlogs.webhook
  and deliveries.model = backlogs.model
  and deliveries.record = backlogs.record
  and deliveries.position > backlogs.position;
