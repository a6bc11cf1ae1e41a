-- A view may have a chart above its list. The column is as the schema planner would make it.

alter table record.tabularium_view
  add column chart text,
  add constraint tabularium_view_chart_check_eb0abb64 check (char_length(chart) <= 200);
