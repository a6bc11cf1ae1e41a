-- An administrator who looks as somebody else is noted, once for each session or API key and each user.

alter table tabularium.sign_ins
  add column seen bigint,
  add column credential text;
create unique index sign_ins_seen on tabularium.sign_ins (credential, seen) where credential is not null;
comment on column tabularium.sign_ins.seen is 'As whom the user looked (X-See-As).';
comment on column tabularium.sign_ins.credential is 'What they looked with, such as session:5 or key:7.';
