-- Rules that allow actions, and the names of the actions, jobs, reactions and schedules that wrote a change set.

alter table record.tabularium_rule add column run boolean not null default 'false'::boolean;
comment on column record.tabularium_rule.run is 'default false';

alter table tabularium.change_sets add column name text;
comment on column tabularium.change_sets.name is 'The action, job, reaction or schedule; null for other calls.';
