-- The ID token of a login at a provider that insists on it at the logout, encrypted. This migration changes the table
-- of tabularium.Session exactly as the schema planner would, so that the planner finds no difference.

alter table record.tabularium_session add column id_token text;
