-- A user needs no name for people: login and /ws/me answer the username instead.

alter table record.tabularium_user alter column name drop not null;
