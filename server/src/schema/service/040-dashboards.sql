-- Figures, charts and lists that people put beside each other. This migration creates the tables of
-- tabularium.Dashboard exactly as the schema planner would, so that the planner finds no difference.

create sequence record.tabularium_dashboard_ids maxvalue 9007199254740991;
create table record.tabularium_dashboard (
  id bigint not null,
  version bigint not null,
  created_on timestamp(3) with time zone not null,
  created_by bigint,
  updated_on timestamp(3) with time zone not null,
  updated_by bigint,
  name text not null,
  owner bigint not null,
  tiles jsonb,
  columns bigint not null default '12'::bigint,
  constraint tabularium_dashboard_pkey primary key (id),
  constraint tabularium_dashboard_id_positive check (id > 0),
  constraint tabularium_dashboard_name_check_f7ea9434 check (char_length(name) <= 100),
  constraint tabularium_dashboard_columns_check_26e34a73 check (columns >= 1 and columns <= 12)
);
alter sequence record.tabularium_dashboard_ids owned by record.tabularium_dashboard.id;
create index tabularium_dashboard_owner_index on record.tabularium_dashboard (owner);
comment on column record.tabularium_dashboard.columns is 'default 12';

create table record.tabularium_dashboard_roles_links (
  source bigint not null,
  target bigint not null,
  constraint tabularium_dashboard_roles_links_pkey primary key (source, target),
  constraint tabularium_dashboard_roles_links_source_reference
    foreign key (source) references record.tabularium_dashboard (id),
  constraint tabularium_dashboard_roles_links_target_reference
    foreign key (target) references record.tabularium_role (id)
);
create index tabularium_dashboard_roles_links_target_index on record.tabularium_dashboard_roles_links (target);

alter table record.tabularium_dashboard
  add constraint tabularium_dashboard_owner_reference foreign key (owner) references record.tabularium_user (id);

insert into tabularium.models (name) values ('tabularium.Dashboard');
