-- Number series: the last number of each, by period.

create table tabularium.series (
  model integer not null,
  field text not null,
  period text not null,
  last bigint not null check (last >= 0),
  primary key (model, field, period)
) with (fillfactor = 50);

comment on table tabularium.series is
  'The last number of a series that was given out or drawn ahead. Gapless numbers are drawn in the statement that uses '
  'them. Half of each page is free, so that a new version of a row stays on its page.';
comment on column tabularium.series.period is
  'What the count begins anew with, in UTC: 2026, 2026-11 or 2026-11-15; empty if it never does.';
