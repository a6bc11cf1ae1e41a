-- Users, sessions, roles, rules and keys become records of the service's own models. This migration creates their
-- tables exactly as the schema planner would, so that the planner finds no difference. Existing users and sessions
-- are kept.

create schema if not exists record;

create sequence record.tabularium_user_ids maxvalue 9007199254740991;
create table record.tabularium_user (
  id bigint not null,
  version bigint not null,
  created_on timestamp(3) with time zone not null,
  created_by bigint,
  updated_on timestamp(3) with time zone not null,
  updated_by bigint,
  username text not null,
  name text not null,
  password text,
  admin boolean not null default 'false'::boolean,
  disabled boolean not null default 'false'::boolean,
  constraint tabularium_user_pkey primary key (id),
  constraint tabularium_user_id_positive check (id > 0),
  constraint tabularium_user_username_check_f7ea9434 check (char_length(username) <= 100),
  constraint tabularium_user_name_check_eb0abb64 check (char_length(name) <= 200),
  constraint tabularium_user_password_check_4f92be9e check (char_length(password) <= 256)
);
alter sequence record.tabularium_user_ids owned by record.tabularium_user.id;
create unique index tabularium_user_username_unique on record.tabularium_user (username);
comment on column record.tabularium_user.admin is 'default false';
comment on column record.tabularium_user.disabled is 'default false';

create sequence record.tabularium_role_ids maxvalue 9007199254740991;
create table record.tabularium_role (
  id bigint not null,
  version bigint not null,
  created_on timestamp(3) with time zone not null,
  created_by bigint,
  updated_on timestamp(3) with time zone not null,
  updated_by bigint,
  name text not null,
  help text,
  constraint tabularium_role_pkey primary key (id),
  constraint tabularium_role_id_positive check (id > 0),
  constraint tabularium_role_name_check_f7ea9434 check (char_length(name) <= 100),
  constraint tabularium_role_help_check_9c651651 check (char_length(help) <= 2000)
);
alter sequence record.tabularium_role_ids owned by record.tabularium_role.id;
create unique index tabularium_role_name_unique on record.tabularium_role (name);

create sequence record.tabularium_rule_ids maxvalue 9007199254740991;
create table record.tabularium_rule (
  id bigint not null,
  version bigint not null,
  created_on timestamp(3) with time zone not null,
  created_by bigint,
  updated_on timestamp(3) with time zone not null,
  updated_by bigint,
  role bigint not null,
  model text not null,
  read boolean not null default 'false'::boolean,
  "create" boolean not null default 'false'::boolean,
  update boolean not null default 'false'::boolean,
  delete boolean not null default 'false'::boolean,
  condition jsonb,
  read_fields jsonb,
  write_fields jsonb,
  constraint tabularium_rule_pkey primary key (id),
  constraint tabularium_rule_id_positive check (id > 0),
  constraint tabularium_rule_model_check_eb0abb64 check (char_length(model) <= 200)
);
alter sequence record.tabularium_rule_ids owned by record.tabularium_rule.id;
create index tabularium_rule_role_index on record.tabularium_rule (role);
comment on column record.tabularium_rule.read is 'default false';
comment on column record.tabularium_rule."create" is 'default false';
comment on column record.tabularium_rule.update is 'default false';
comment on column record.tabularium_rule.delete is 'default false';

create sequence record.tabularium_session_ids maxvalue 9007199254740991;
create table record.tabularium_session (
  id bigint not null,
  version bigint not null,
  created_on timestamp(3) with time zone not null,
  created_by bigint,
  updated_on timestamp(3) with time zone not null,
  updated_by bigint,
  "user" bigint not null,
  token_hash text,
  used_on timestamp(3) with time zone,
  agent text,
  constraint tabularium_session_pkey primary key (id),
  constraint tabularium_session_id_positive check (id > 0),
  constraint tabularium_session_token_hash_check_69a1139d check (char_length(token_hash) <= 64),
  constraint tabularium_session_agent_check_084124cd check (char_length(agent) <= 300)
);
alter sequence record.tabularium_session_ids owned by record.tabularium_session.id;
create index tabularium_session_user_index on record.tabularium_session ("user");
create index tabularium_session_token_hash_index on record.tabularium_session (token_hash);

create sequence record.tabularium_key_ids maxvalue 9007199254740991;
create table record.tabularium_key (
  id bigint not null,
  version bigint not null,
  created_on timestamp(3) with time zone not null,
  created_by bigint,
  updated_on timestamp(3) with time zone not null,
  updated_by bigint,
  "user" bigint not null,
  name text not null,
  start text,
  token_hash text,
  expires_on timestamp(3) with time zone,
  used_on timestamp(3) with time zone,
  constraint tabularium_key_pkey primary key (id),
  constraint tabularium_key_id_positive check (id > 0),
  constraint tabularium_key_name_check_f7ea9434 check (char_length(name) <= 100),
  constraint tabularium_key_start_check_119c4732 check (char_length(start) <= 20),
  constraint tabularium_key_token_hash_check_69a1139d check (char_length(token_hash) <= 64)
);
alter sequence record.tabularium_key_ids owned by record.tabularium_key.id;
create index tabularium_key_user_index on record.tabularium_key ("user");
create index tabularium_key_token_hash_index on record.tabularium_key (token_hash);

create table record.tabularium_user_roles_links (
  source bigint not null,
  target bigint not null,
  constraint tabularium_user_roles_links_pkey primary key (source, target),
  constraint tabularium_user_roles_links_source_reference foreign key (source) references record.tabularium_user (id),
  constraint tabularium_user_roles_links_target_reference foreign key (target) references record.tabularium_role (id)
);
create index tabularium_user_roles_links_target_index on record.tabularium_user_roles_links (target);

create table record.tabularium_key_roles_links (
  source bigint not null,
  target bigint not null,
  constraint tabularium_key_roles_links_pkey primary key (source, target),
  constraint tabularium_key_roles_links_source_reference foreign key (source) references record.tabularium_key (id),
  constraint tabularium_key_roles_links_target_reference foreign key (target) references record.tabularium_role (id)
);
create index tabularium_key_roles_links_target_index on record.tabularium_key_roles_links (target);

alter table record.tabularium_rule
  add constraint tabularium_rule_role_reference foreign key (role) references record.tabularium_role (id);
alter table record.tabularium_session
  add constraint tabularium_session_user_reference foreign key ("user") references record.tabularium_user (id);
alter table record.tabularium_key
  add constraint tabularium_key_user_reference foreign key ("user") references record.tabularium_user (id);

insert into record.tabularium_user (id, version, created_on, updated_on, username, name, password, admin, disabled)
select id, version, created_on, updated_on, username, left(name, 200), password_hash, admin, disabled
from tabularium.users
order by id;

-- The ids of deleted users are not used again: the journal can contain them.
select setval(
  'record.tabularium_user_ids',
  greatest(users_id_seq.last_value, users.last),
  users_id_seq.is_called or users.last > 0
)
from tabularium.users_id_seq, (select coalesce(max(id), 0) as last from tabularium.users) as users;

insert into record.tabularium_session (id, version, created_on, updated_on, "user", token_hash, used_on)
select
  row_number() over (order by created_on, token_hash),
  0,
  created_on,
  created_on,
  user_id,
  encode(token_hash, 'hex'),
  used_on
from tabularium.sessions;

select setval('record.tabularium_session_ids', max(id)) from record.tabularium_session having count(*) > 0;

drop table tabularium.sessions;
drop table tabularium.users;

insert into tabularium.models (name)
values ('tabularium.User'), ('tabularium.Role'), ('tabularium.Rule'), ('tabularium.Session'), ('tabularium.Key');

insert into tabularium.counts (model, level, block, records)
select models.number, level.number, t.id >> (5 + level.number * 5), count(*)
from tabularium.models
join (
  select 'tabularium.User' as name, id from record.tabularium_user
  union all
  select 'tabularium.Session', id from record.tabularium_session
) as t on t.name = models.name
cross join generate_series(1, 5) as level(number)
group by 1, 2, 3
order by 1, 2, 3;

create table tabularium.access (
  revision bigint not null,
  changed_in xid8,
  before bigint
);

comment on table tabularium.access is
  'One row. Its revision grows with every change of a user, a role, a rule or who has which role: '
  'what was permitted under another revision is judged anew.';
comment on column tabularium.access.changed_in is 'The transaction that changed it last.';
comment on column tabularium.access.before is
  'The revision that this transaction found: '
  'with it a write of rights can tell its own changes from those of others.';

insert into tabularium.access (revision) values (0);

create function tabularium.raise_revision() returns void language sql as $$
  update tabularium.access set revision = revision + 1, changed_in = pg_current_xact_id(),
    before = case when changed_in = pg_current_xact_id() then before else revision end
$$;

create function tabularium.change_access() returns trigger language plpgsql as $$
begin
  perform tabularium.raise_revision();
  return null;
end
$$;

-- Raising the revision locks its row before the check, so two administrators who remove each other cannot both succeed.
create function tabularium.keep_administrator() returns trigger language plpgsql as $$
begin
  perform tabularium.raise_revision();
  if exists (select from before where admin and not disabled)
    and not exists (select from record.tabularium_user where admin and not disabled)
  then
    raise exception using errcode = '23514', constraint = 'last_administrator',
      message = 'No administrator would be left who can log in.', hint = 'Make somebody else an administrator first.';
  end if;
  return null;
end
$$;

create trigger change_access after insert or truncate on record.tabularium_user
for each statement execute function tabularium.change_access();
create trigger keep_administrator_updated after update on record.tabularium_user
referencing old table as before for each statement execute function tabularium.keep_administrator();
create trigger keep_administrator_deleted after delete on record.tabularium_user
referencing old table as before for each statement execute function tabularium.keep_administrator();
create trigger change_access after insert or update or delete or truncate on record.tabularium_role
for each statement execute function tabularium.change_access();
create trigger change_access after insert or update or delete or truncate on record.tabularium_rule
for each statement execute function tabularium.change_access();
create trigger change_access after insert or update or delete or truncate on record.tabularium_user_roles_links
for each statement execute function tabularium.change_access();
create trigger change_access after insert or update or delete or truncate on record.tabularium_key_roles_links
for each statement execute function tabularium.change_access();
