-- Users whom a directory manages by SCIM, the keys with which it does, and in the journal the key with which a write
-- was made. This migration changes the tables of tabularium.User and tabularium.Key exactly as the schema planner
-- would, so that the planner finds no difference.

alter table record.tabularium_user
  add column external_id text,
  add column provisioned boolean not null default false,
  add constraint tabularium_user_external_id_check_d38a8dfa check (char_length(external_id) <= 255);
create unique index tabularium_user_external_id_unique on record.tabularium_user (external_id);
comment on column record.tabularium_user.provisioned is 'default false';

alter table record.tabularium_key
  add column scope text not null default 'api'::text,
  add constraint tabularium_key_scope_check_1d4a459f check (scope in ('api', 'scim'));
comment on column record.tabularium_key.scope is 'default "api"';

-- Who manages a user is no right, and the directory writes its ids all day long.
create or replace function tabularium.harmless_user_columns() returns text[] language sql stable as $$
  select coalesce(array_agg(known.own), '{}')
  from (
    values ('version', 'version'), ('updated_on', 'updatedOn'), ('updated_by', 'updatedBy'), ('name', 'name'),
      ('password', 'password'), ('email', 'email'), ('email_verified_on', 'emailVerifiedOn'),
      ('external_id', 'externalId'), ('provisioned', 'provisioned')
  ) as known(own, field)
  where known.field not in (
    select named.variable[1]
    from record.tabularium_rule as rule
    cross join regexp_matches(rule.condition::text, '"\$user\.(\w+)"', 'g') as named(variable)
  )
$$;

-- Without a default, so that no partition is rewritten.
alter table tabularium.journal add column via bigint;
comment on column tabularium.journal.via is
  'The id of the API key of the write; null for a write by a session or by the service. The key may be gone.';
