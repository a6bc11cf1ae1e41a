-- Rules that say which fields are hidden or locked instead of which are shown, and who may comment.

alter table record.tabularium_rule add column hide_fields jsonb;
alter table record.tabularium_rule add column lock_fields jsonb;
alter table record.tabularium_rule add column comment boolean;
