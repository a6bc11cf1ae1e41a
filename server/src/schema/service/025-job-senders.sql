-- A job that an API key sent has the rights of the key, and none after the key has ended. The index finds the waiting
-- jobs of each sender, so that one with many of them does not hold up those of the others.

alter table record.tabularium_job add column key_id bigint;
create index tabularium_job_sort_c1ec7b39
on record.tabularium_job (state, created_by nulls last, due_on nulls last, id);
