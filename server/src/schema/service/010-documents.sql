-- What the lists of deleted records and the histories of collections are found by. Both indexes are partial: only
-- deletes, and writes by which a record leaves a collection, pay for them.

create index journal_deleted_index on tabularium.journal (model, written_on, record) where operation = 'd';

alter table tabularium.journal add column left_records bigint[];

comment on column tabularium.journal.left_records is
  'The records whose collections this record left by this write: by its delete, or by a change of the reference.';

create index journal_left_records_index on tabularium.journal using gin (left_records) where left_records is not null;
