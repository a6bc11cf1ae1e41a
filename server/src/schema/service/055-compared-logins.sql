-- Which logins were compared with those before: users are told of one from a network that is new to them. Those that
-- are there already are not looked at again.

alter table tabularium.sign_ins add column compared boolean not null default true;
alter table tabularium.sign_ins alter column compared set default false;
create index sign_ins_compared on tabularium.sign_ins (id) where not compared;
comment on column tabularium.sign_ins.compared is 'Whether it was looked if the network is new to the user.';
