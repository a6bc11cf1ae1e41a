-- The signing key, which all processes of the service share: each can verify what another has signed.

create table tabularium.secrets (
  name text primary key,
  value bytea not null,
  created_on timestamp(3) with time zone not null default now()
);

comment on table tabularium.secrets is 'Keys that never leave the service and its database.';
comment on column tabularium.secrets.value is
  '256 random bits. The key named signing is for page tokens and for the digests of requests with an Idempotency-Key.';

insert into tabularium.secrets (name, value)
values ('signing', sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')));
