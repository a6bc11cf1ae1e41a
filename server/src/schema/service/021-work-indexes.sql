-- Indexes for what is asked again and again: the records that a reaction could not handle, the open jobs of a schedule,
-- and the deliveries that wait for people. Without them the answers take longer with every job that waits.

create index tabularium_job_sort_be3617b4 on record.tabularium_job (kind, state, name, id);
create index deliveries_parked_index on tabularium.deliveries (webhook, position) where parked;
