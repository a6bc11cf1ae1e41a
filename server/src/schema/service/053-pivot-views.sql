-- A view may be a pivot table.
alter table record.tabularium_view
  drop constraint tabularium_view_layout_check_fa32a841,
  add constraint tabularium_view_layout_check_6912f35d
  check (layout in ('grid', 'board', 'calendar', 'gallery', 'pivot'));
