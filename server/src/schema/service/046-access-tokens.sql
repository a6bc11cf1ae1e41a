-- Sessions that end at a moment of their own, and that have some roles of their user alone: those that an access
-- token of a provider opened. This migration changes the table of tabularium.Session exactly as the schema planner
-- would, so that the planner finds no difference.

alter table record.tabularium_session
  add column expires_on timestamp(3) with time zone,
  add column roles jsonb;
