-- A view may be a board or a calendar, and a grid may have groups and a footer. The columns are as the schema planner
-- would make them.

alter table record.tabularium_view
  add column layout text,
  add column group_by jsonb,
  add column footer jsonb,
  add column options jsonb,
  add constraint tabularium_view_layout_check_fa32a841 check (layout in ('grid', 'board', 'calendar', 'gallery'));
