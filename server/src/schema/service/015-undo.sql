-- What the list of change sets shows and filters by, and which change set undid which.

alter table tabularium.change_sets
  add column also bigint not null default 0,
  add column models integer[] not null default '{}';

comment on column tabularium.change_sets.also is
  'How many of the records the call did not name: cleared references and cascaded deletes.';
comment on column tabularium.change_sets.models is 'The models of the records that the call named.';

update tabularium.change_sets
set models = coalesce((
  select array_agg(distinct journal.model) from tabularium.journal where journal.change_set = change_sets.id
), '{}');

create index change_sets_undoes_index on tabularium.change_sets (undoes) where undoes is not null;
