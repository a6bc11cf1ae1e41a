-- Accounts beyond passwords: addresses of users, users who are programs, how a session was opened, and logins at
-- providers of OpenID Connect that are tied to users. This migration changes and creates the tables of
-- tabularium.User, tabularium.Session and tabularium.Identity exactly as the schema planner would, so that the planner
-- finds no difference.

alter table record.tabularium_user
  add column email text,
  add column email_verified_on timestamp(3) with time zone,
  add column kind text not null default 'person'::text,
  add constraint tabularium_user_email_check_6f1d6870 check (
    char_length(email) <= 254
    and email !~ '^[ \t\n\v\f\r]|[ \t\n\v\f\r]$'
    and translate(email, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') = email
  ),
  add constraint tabularium_user_kind_check_3b063d09 check (kind in ('person', 'service'));
create index tabularium_user_email_index on record.tabularium_user (email);
comment on column record.tabularium_user.kind is 'default "person"';

-- An address is no right, like the name.
create or replace function tabularium.harmless_user_columns() returns text[] language sql stable as $$
  select coalesce(array_agg(known.own), '{}')
  from (
    values ('version', 'version'), ('updated_on', 'updatedOn'), ('updated_by', 'updatedBy'), ('name', 'name'),
      ('password', 'password'), ('email', 'email'), ('email_verified_on', 'emailVerifiedOn')
  ) as known(own, field)
  where known.field not in (
    select named.variable[1]
    from record.tabularium_rule as rule
    cross join regexp_matches(rule.condition::text, '"\$user\.(\w+)"', 'g') as named(variable)
  )
$$;

alter table record.tabularium_session
  add column method text not null default 'password'::text,
  add column provider text,
  add column issuer text,
  add column subject text,
  add column sid text,
  add column factors text[] not null default '{}'::text[],
  add column confirmed_on timestamp(3) with time zone,
  add column network text,
  add constraint tabularium_session_method_check_0c24eacb
    check (method in ('password', 'oidc', 'passkey', 'token', 'link')),
  add constraint tabularium_session_provider_check_dd0cbc56 check (char_length(provider) <= 50),
  add constraint tabularium_session_issuer_check_d38a8dfa check (char_length(issuer) <= 255),
  add constraint tabularium_session_subject_check_d38a8dfa check (char_length(subject) <= 255),
  add constraint tabularium_session_sid_check_d38a8dfa check (char_length(sid) <= 255),
  add constraint tabularium_session_factors_check_9cda4be4 check (
    factors <@ array['password', 'provider', 'passkey', 'totp', 'recovery']::text[] and cardinality(factors) <= 20
  ),
  add constraint tabularium_session_network_check_dd0cbc56 check (char_length(network) <= 50);
create index tabularium_session_sort_87b97b5b on record.tabularium_session (issuer nulls last, sid nulls last, id);
create index tabularium_session_sort_6496326f on record.tabularium_session (issuer nulls last, subject nulls last, id);
comment on column record.tabularium_session.method is 'default "password"';
comment on column record.tabularium_session.factors is 'default []';

create sequence record.tabularium_identity_ids maxvalue 9007199254740991;
create table record.tabularium_identity (
  id bigint not null,
  version bigint not null,
  created_on timestamp(3) with time zone not null,
  created_by bigint,
  updated_on timestamp(3) with time zone not null,
  updated_by bigint,
  "user" bigint not null,
  provider text not null,
  issuer text not null,
  subject text not null,
  used_on timestamp(3) with time zone,
  constraint tabularium_identity_pkey primary key (id),
  constraint tabularium_identity_id_positive check (id > 0),
  constraint tabularium_identity_provider_check_dd0cbc56 check (char_length(provider) <= 50),
  constraint tabularium_identity_issuer_check_d38a8dfa check (char_length(issuer) <= 255),
  constraint tabularium_identity_subject_check_d38a8dfa check (char_length(subject) <= 255)
);
alter sequence record.tabularium_identity_ids owned by record.tabularium_identity.id;
create index tabularium_identity_user_index on record.tabularium_identity ("user");
create unique index tabularium_identity_unique_e33bf274 on record.tabularium_identity (issuer, subject);
create unique index tabularium_identity_unique_63e392c6 on record.tabularium_identity ("user", issuer);
alter table record.tabularium_identity
  add constraint tabularium_identity_user_reference foreign key ("user") references record.tabularium_user (id);

insert into tabularium.models (name) values ('tabularium.Identity');

-- A login that was begun and has not come back from the provider. Whoever comes back takes the row, once.
create table tabularium.login_states (
  state bytea primary key,
  provider text not null,
  verifier text not null,
  nonce text not null,
  browser bytea not null,
  "to" text not null,
  purpose text not null,
  expires_on timestamp(3) with time zone not null
);
create index login_states_expiry on tabularium.login_states (expires_on);
comment on column tabularium.login_states.state is 'SHA-256; the browser and the provider alone have the text.';
comment on column tabularium.login_states.browser is 'SHA-256 of the cookie of the browser that began it.';

-- What counts once though whoever has it can send it again: the digest of a token.
create table tabularium.used_tokens (
  digest bytea primary key,
  until timestamp(3) with time zone not null
);
create index used_tokens_until on tabularium.used_tokens (until);

-- Who logged in or was refused, and why. Nothing but its retention removes a row.
create table tabularium.sign_ins (
  id bigint generated always as identity primary key,
  at timestamp(3) with time zone not null default now(),
  "user" bigint,
  method text not null,
  provider text,
  result text not null,
  reason text,
  network text,
  agent text,
  request_id text not null
);
create index sign_ins_user on tabularium.sign_ins ("user", id);
create index sign_ins_at on tabularium.sign_ins (at);
