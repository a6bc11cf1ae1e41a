-- The revision of all rights rises only where rights have changed. Each rise makes every caller whose rights depend on
-- rules be looked up again, and users are written all the time: they are created, renamed, get another password.

drop trigger change_access on record.tabularium_user;
drop trigger keep_administrator_updated on record.tabularium_user;
drop trigger change_access on record.tabularium_role;
drop trigger change_access on record.tabularium_rule;
drop trigger change_access on record.tabularium_user_roles_links;
drop trigger change_access on record.tabularium_key_roles_links;
drop trigger change_access on record.tabularium_key;

-- A trigger of a statement is run also if the statement touched no row.
create or replace function tabularium.change_access() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' or tg_level = 'ROW' then
    perform tabularium.raise_revision();
  elsif exists (select from touched) then
    perform tabularium.raise_revision();
  end if;
  return null;
end
$$;

-- The columns of a user that tell nothing about rights, unless a rule names their field as a variable ($user.name). Any
-- other column does, also one that was added later. The password counts by whether there is one: without it, nobody
-- can log in as an administrator.
create function tabularium.harmless_user_columns() returns text[] language sql stable as $$
  select coalesce(array_agg(known.own), '{}')
  from (
    values ('version', 'version'), ('updated_on', 'updatedOn'), ('updated_by', 'updatedBy'), ('name', 'name'),
      ('password', 'password')
  ) as known(own, field)
  where known.field not in (
    select named.variable[1]
    from record.tabularium_rule as rule
    cross join regexp_matches(rule.condition::text, '"\$user\.(\w+)"', 'g') as named(variable)
  )
$$;

-- Raising the revision locks its row before the check, so two administrators who remove each other cannot both succeed.
-- Users without a password cannot log in, so an administrator without one does not count.
create or replace function tabularium.keep_administrator() returns trigger language plpgsql as $$
declare
  harmless constant text[] := tabularium.harmless_user_columns();
begin
  if tg_op = 'DELETE' then
    if not exists (select from before) then
      return null;
    end if;
  elsif not exists (
    select from before
    full join after using (id)
    where to_jsonb(before) - harmless is distinct from to_jsonb(after) - harmless
      or (before.password is null) is distinct from (after.password is null)
  )
  then
    return null;
  end if;
  perform tabularium.raise_revision();
  if (
    exists (select from before where admin and not disabled)
    and not exists (select from record.tabularium_user where admin and not disabled)
  ) or (
    exists (select from before where admin and not disabled and password is not null)
    and not exists (select from record.tabularium_user where admin and not disabled and password is not null)
  )
  then
    raise exception using errcode = '23514', constraint = 'last_administrator',
      message = 'No administrator would be left who can log in.', hint = 'Make somebody else an administrator first.';
  end if;
  return null;
end
$$;

-- Nobody has the rights of a new user yet, so an insert changes none.
create trigger change_access after truncate on record.tabularium_user
for each statement execute function tabularium.change_access();
create trigger keep_administrator_updated after update on record.tabularium_user
referencing old table as before new table as after for each statement execute function tabularium.keep_administrator();
-- A key that is given to another user acts as that user from then on, also where it is known already.
create trigger change_access after update on record.tabularium_key
for each row when (old."user" is distinct from new."user") execute function tabularium.change_access();

-- A trigger with the rows of its statement is for one kind of statement.
do $$
declare
  changed text;
begin
  foreach changed in array array['role', 'rule', 'user_roles_links', 'key_roles_links'] loop
    execute format(
      'create trigger change_access_inserted after insert on record.tabularium_%s
      referencing new table as touched for each statement execute function tabularium.change_access()', changed);
    execute format(
      'create trigger change_access_updated after update on record.tabularium_%s
      referencing old table as touched for each statement execute function tabularium.change_access()', changed);
    execute format(
      'create trigger change_access_deleted after delete on record.tabularium_%s
      referencing old table as touched for each statement execute function tabularium.change_access()', changed);
    execute format(
      'create trigger change_access_truncated after truncate on record.tabularium_%s
      for each statement execute function tabularium.change_access()', changed);
  end loop;
end
$$;

comment on table tabularium.access is
  'One row. Its revision grows with every change of rights, by users, roles, rules, keys or who has which role: '
  'what was permitted under another revision is judged anew.';
