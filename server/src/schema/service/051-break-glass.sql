-- The administrators who may log in with a password where nobody else may (`passwords: 'break-glass'`), so that an
-- outage of the provider locks nobody out. The command line alone writes it: a stolen session must not open this way.

create table tabularium.break_glass (
  user_id bigint primary key,
  created_on timestamp(3) with time zone not null default now()
);
comment on column tabularium.break_glass.user_id is 'The user; it counts while they are an administrator.';
