-- Notices of users. This migration creates the table of tabularium.Notice exactly as the schema planner would, so that
-- the planner finds no difference.

create sequence record.tabularium_notice_ids maxvalue 9007199254740991;
create table record.tabularium_notice (
  id bigint not null,
  version bigint not null,
  created_on timestamp(3) with time zone not null,
  created_by bigint,
  updated_on timestamp(3) with time zone not null,
  updated_by bigint,
  "user" bigint not null,
  kind text not null default 'mention'::text,
  model text not null,
  record bigint not null,
  comment bigint,
  seen_on timestamp(3) with time zone,
  constraint tabularium_notice_pkey primary key (id),
  constraint tabularium_notice_id_positive check (id > 0),
  constraint tabularium_notice_kind_check_5fec1b24 check (kind in ('mention')),
  constraint tabularium_notice_model_check_eb0abb64 check (char_length(model) <= 200)
);
alter sequence record.tabularium_notice_ids owned by record.tabularium_notice.id;
create index tabularium_notice_user_index on record.tabularium_notice ("user");
comment on column record.tabularium_notice.kind is 'default "mention"';

alter table record.tabularium_notice
  add constraint tabularium_notice_user_reference foreign key ("user") references record.tabularium_user (id);

insert into tabularium.models (name) values ('tabularium.Notice');
