-- The lists that people save. This migration creates the tables of tabularium.View exactly as the schema planner would,
-- so that the planner finds no difference.

create sequence record.tabularium_view_ids maxvalue 9007199254740991;
create table record.tabularium_view (
  id bigint not null,
  version bigint not null,
  created_on timestamp(3) with time zone not null,
  created_by bigint,
  updated_on timestamp(3) with time zone not null,
  updated_by bigint,
  model text not null,
  name text not null,
  owner bigint not null,
  q text,
  criteria jsonb,
  sort_by jsonb,
  fields jsonb,
  pinned boolean not null default 'false'::boolean,
  constraint tabularium_view_pkey primary key (id),
  constraint tabularium_view_id_positive check (id > 0),
  constraint tabularium_view_model_check_eb0abb64 check (char_length(model) <= 200),
  constraint tabularium_view_name_check_f7ea9434 check (char_length(name) <= 100),
  constraint tabularium_view_q_check_eb0abb64 check (char_length(q) <= 200)
);
alter sequence record.tabularium_view_ids owned by record.tabularium_view.id;
create index tabularium_view_model_index on record.tabularium_view (model);
create index tabularium_view_owner_index on record.tabularium_view (owner);
comment on column record.tabularium_view.pinned is 'default false';

create table record.tabularium_view_roles_links (
  source bigint not null,
  target bigint not null,
  constraint tabularium_view_roles_links_pkey primary key (source, target),
  constraint tabularium_view_roles_links_source_reference foreign key (source) references record.tabularium_view (id),
  constraint tabularium_view_roles_links_target_reference foreign key (target) references record.tabularium_role (id)
);
create index tabularium_view_roles_links_target_index on record.tabularium_view_roles_links (target);

alter table record.tabularium_view
  add constraint tabularium_view_owner_reference foreign key (owner) references record.tabularium_user (id);

insert into tabularium.models (name) values ('tabularium.View');
