-- What people have starred. This migration creates the table of tabularium.Favorite exactly as the schema planner
-- would, so that the planner finds no difference.

create sequence record.tabularium_favorite_ids maxvalue 9007199254740991;
create table record.tabularium_favorite (
  id bigint not null,
  version bigint not null,
  created_on timestamp(3) with time zone not null,
  created_by bigint,
  updated_on timestamp(3) with time zone not null,
  updated_by bigint,
  "user" bigint not null,
  view bigint,
  model text,
  record bigint,
  position bigint not null default '0'::bigint,
  constraint tabularium_favorite_pkey primary key (id),
  constraint tabularium_favorite_id_positive check (id > 0),
  constraint tabularium_favorite_model_check_eb0abb64 check (char_length(model) <= 200),
  constraint tabularium_favorite_check_d56d949c check (not ((
    (view is not null and model is null and record is null)
    or (view is null and model is not null and record is not null)
  ) is false))
);
alter sequence record.tabularium_favorite_ids owned by record.tabularium_favorite.id;
create index tabularium_favorite_user_index on record.tabularium_favorite ("user");
create index tabularium_favorite_view_index on record.tabularium_favorite (view);
create unique index tabularium_favorite_unique_2dd8de2e on record.tabularium_favorite ("user", view);
create unique index tabularium_favorite_unique_6d13c0eb on record.tabularium_favorite ("user", model, record);
comment on column record.tabularium_favorite.position is 'default 0';

alter table record.tabularium_favorite
  add constraint tabularium_favorite_user_reference foreign key ("user") references record.tabularium_user (id);
alter table record.tabularium_favorite
  add constraint tabularium_favorite_view_reference foreign key (view) references record.tabularium_view (id);

insert into tabularium.models (name) values ('tabularium.Favorite');

-- A view that is pinned is a favourite of its owner.
insert into record.tabularium_favorite (
  id, version, created_on, created_by, updated_on, updated_by, "user", view, position
)
select
  nextval('record.tabularium_favorite_ids'), 0, now(), pinned.owner, now(), pinned.owner, pinned.owner, pinned.id,
  pinned.position
from (
  select id, owner, row_number() over (partition by owner order by name, id) as position
  from record.tabularium_view
  where pinned
  order by owner, 3
) as pinned;

insert into tabularium.count_deltas (model, block, change)
select models.number, favorite.id >> 10, count(*)
from record.tabularium_favorite as favorite
join tabularium.models on models.name = 'tabularium.Favorite'
group by 1, 2;
