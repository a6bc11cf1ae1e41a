-- A key that is given to another user acts as that user from then on, also where it is known already.

create trigger change_access after update of "user" on record.tabularium_key
for each statement execute function tabularium.change_access();
