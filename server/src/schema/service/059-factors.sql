-- Second factors: one-time codes of an app, recovery codes, and logins whose password was right and whose second step
-- is still to come. This migration creates the table of tabularium.Factor exactly as the schema planner would, so that
-- the planner finds no difference.

create sequence record.tabularium_factor_ids maxvalue 9007199254740991;
create table record.tabularium_factor (
  id bigint not null,
  version bigint not null,
  created_on timestamp(3) with time zone not null,
  created_by bigint,
  updated_on timestamp(3) with time zone not null,
  updated_by bigint,
  "user" bigint not null,
  kind text not null default 'totp'::text,
  name text,
  secret text,
  last_step bigint,
  used_on timestamp(3) with time zone,
  constraint tabularium_factor_pkey primary key (id),
  constraint tabularium_factor_id_positive check (id > 0),
  constraint tabularium_factor_kind_check_c4e20660 check (kind in ('totp')),
  constraint tabularium_factor_name_check_f7ea9434 check (char_length(name) <= 100),
  constraint tabularium_factor_secret_check_0e9f3605 check (char_length(secret) <= 500)
);
alter sequence record.tabularium_factor_ids owned by record.tabularium_factor.id;
create index tabularium_factor_user_index on record.tabularium_factor ("user");
comment on column record.tabularium_factor.kind is 'default "totp"';
alter table record.tabularium_factor
  add constraint tabularium_factor_user_reference foreign key ("user") references record.tabularium_user (id);

insert into tabularium.models (name) values ('tabularium.Factor');

-- A factor that is being set up. It counts once its user has sent a code of it: nobody is locked out by half a set-up.
create table tabularium.pending_factors (
  user_id bigint primary key,
  secret text not null,
  expires_on timestamp(3) with time zone not null
);
comment on column tabularium.pending_factors.secret is 'Encrypted, as in the table of tabularium.Factor.';

-- A login whose password was right. It is no session: whoever has it must prove a factor, and has five tries.
create table tabularium.pending_logins (
  digest bytea primary key,
  user_id bigint not null,
  password bytea not null,
  tries integer not null default 0,
  expires_on timestamp(3) with time zone not null
);
create index pending_logins_expiry on tabularium.pending_logins (expires_on);
comment on column tabularium.pending_logins.digest is 'SHA-256; the client alone has the text.';
comment on column tabularium.pending_logins.password is 'SHA-256 of the hash of the password that was right.';

-- Codes for whoever has lost their factor. Each counts once.
create table tabularium.recovery_codes (
  user_id bigint not null,
  digest bytea not null,
  primary key (user_id, digest)
);
comment on column tabularium.recovery_codes.digest is 'SHA-256 of a code of 80 random bits; its user alone has it.';
