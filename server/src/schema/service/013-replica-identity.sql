-- Tables without a primary key can be published only with a replica identity: otherwise PostgreSQL refuses updates and
-- deletes as soon as there is a publication (change data capture, an upgrade by logical replication). It costs nothing
-- unless wal_level is logical.

alter table tabularium.access replica identity full;
alter table tabularium.count_deltas replica identity full;
alter table tabularium.feed replica identity full;
alter table tabularium.renamed_fields replica identity full;
alter table tabularium.journal replica identity full;

do $$
declare
  partition regclass;
begin
  for partition in select inhrelid::regclass from pg_inherits where inhparent = 'tabularium.journal'::regclass loop
    execute format('alter table %s replica identity full', partition);
  end loop;
end
$$;

-- As before, and with the replica identity, which a partition does not inherit.
create or replace function tabularium.prepare_journal(months integer) returns integer language plpgsql as $$
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
    execute format('alter table tabularium.%I replica identity full', partition);
    execute format(
      'alter table tabularium.journal attach partition tabularium.%I for values from (%L) to (%L)',
      partition,
      to_char(month, 'YYYY-MM-DD"T00:00:00Z"'),
      to_char(month + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"')
    );
    made := made + 1;
  end loop;
  return made;
end
$$;
