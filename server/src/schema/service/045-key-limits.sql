-- Keys that only read, that use some models alone, or that work from some networks alone. This migration changes the
-- table of tabularium.Key exactly as the schema planner would, so that the planner finds no difference.

alter table record.tabularium_key
  add column writes text not null default 'all'::text,
  add column models jsonb,
  add column networks jsonb,
  add constraint tabularium_key_writes_check_80732fb4 check (writes in ('all', 'none'));
comment on column record.tabularium_key.writes is 'default "all"';

-- Whatever limits a key takes effect at once: no caller is taken for what the key could do before.
drop trigger change_access on record.tabularium_key;
create trigger change_access after update on record.tabularium_key
for each row when (
  (old."user", old.writes, old.models, old.networks) is distinct from (new."user", new.writes, new.models, new.networks)
) execute function tabularium.change_access();
