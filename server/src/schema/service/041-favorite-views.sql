-- A favourite may be of a view that a model declares. The column, the check and the index are as the schema planner
-- would make them.

alter table record.tabularium_favorite
  add column view_name text,
  add constraint tabularium_favorite_view_name_check_eb0abb64 check (char_length(view_name) <= 200),
  drop constraint tabularium_favorite_check_d56d949c,
  add constraint tabularium_favorite_check_4971bf75 check (not ((
    (model is null and view_name is null and record is null and view is not null)
    or (view is null and view_name is null and model is not null and record is not null)
    or (view is null and record is null and model is not null and view_name is not null)
  ) is false));
create unique index tabularium_favorite_unique_b5c59ec3 on record.tabularium_favorite ("user", model, view_name);
