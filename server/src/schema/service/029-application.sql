-- What holds for all models of the place, as the folder of models declares it: at most one row. A process that has
-- something else does not serve, so that no two processes have two days.
create table tabularium.application (
  only_row boolean primary key default true check (only_row),
  time_zone text not null,
  year_begins text not null,
  languages text[] not null,
  currency text
);
comment on table tabularium.application is 'What application() declared when migrate apply ran.';

alter table record.tabularium_user
  add column time_zone text,
  add column language text,
  add constraint tabularium_user_time_zone_check_dd0cbc56 check (char_length(time_zone) <= 50),
  add constraint tabularium_user_language_check_dc24a984 check (char_length(language) <= 35);
