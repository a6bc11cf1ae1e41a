-- Epochs: when this database was last restored to an earlier moment. What was written after that moment is lost, but
-- clients may still remember it.

create table tabularium.epochs (
  number integer primary key,
  begun_on timestamp(3) with time zone not null default clock_timestamp()
);

comment on table tabularium.epochs is
  'One row for each time that tabularium restore finish was run; none in a database that was never restored.';
comment on column tabularium.epochs.begun_on is
  'A record that was last written before this gets a version far ahead with its next write.';
