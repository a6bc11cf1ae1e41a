-- Stored responses get a digest of the caller's rights, and the last administrator must have a password.

alter table tabularium.answers add column rights bytea;

comment on column tabularium.answers.rights is
  'SHA-256 of what the caller of the first request could read. '
  'A repeat with other rights gets the records as its caller can read them now.';

-- Raising the revision locks its row before the check, so two administrators who remove each other cannot both succeed.
-- Users without a password cannot log in, so an administrator without one does not count.
create or replace function tabularium.keep_administrator() returns trigger language plpgsql as $$
begin
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
