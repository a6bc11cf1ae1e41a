-- Users of the kind service are programs, which log in with API keys alone: no password, no address for mails. A
-- trigger holds it, because a password is a secret, which no check of a model compares, and because it must hold in
-- psql, too. What such a user had of these opened nothing, and is removed; the administrators who can log in stay the
-- same.

alter table record.tabularium_user disable trigger keep_administrator_updated;
update record.tabularium_user set password = null, email = null, email_verified_on = null where kind = 'service';
alter table record.tabularium_user enable trigger keep_administrator_updated;

create function tabularium.refuse_login_of_service() returns trigger language plpgsql as $$
begin
  raise exception using errcode = '23514', constraint = 'service_without_login',
    message = 'A user of the kind service has no password and no address.',
    hint = 'Give it an API key, or make it a person.';
end
$$;

create trigger refuse_login_of_service before insert or update on record.tabularium_user
for each row when (new.kind = 'service' and (new.password is not null or new.email is not null))
execute function tabularium.refuse_login_of_service();
