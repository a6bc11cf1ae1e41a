import type { DeclaredRole } from '../model/role.ts'
import { sql } from '../sql/sql.ts'
import { compareRoles, type StoredRole, type RoleStep } from './compareRoles.ts'
import type { Query } from './RecordState.ts'

/** The steps from the roles in the database to the declared ones. */
export async function findRoleSteps(query: Query, declared: readonly DeclaredRole[]): Promise<RoleStep[]> {
  return declared.length === 0 ? [] : compareRoles(await inspectRoles(query), declared)
}

/** The declared roles, and those in the database that no file declares. */
export async function findRoles(query: Query, declared: readonly DeclaredRole[]): Promise<DeclaredRole[]> {
  const stored = await inspectRoles(query)
  const others = stored.filter(({ name }) => !declared.some((role) => role.name === name))
  return [...declared, ...others.map((role) => ({ ...role, file: '' }))]
}

/** Returns the roles in the database with their rules; none if their tables do not exist yet. */
async function inspectRoles(query: Query): Promise<StoredRole[]> {
  const [row] = await query(sql`select to_regclass('record.tabularium_rule') is not null as "exists"`)
  if (row?.['exists'] !== 't') return []
  const [found] = await query(rolesQuery)
  return JSON.parse(found?.['roles'] ?? '[]')
}

/** A database that is not migrated yet lacks columns: for `run`, `hideFields`, `lockFields`, `comment` and `export`. */
const rolesQuery = sql`select coalesce(json_agg(_role), '[]')::text as roles from (
  select role.id, role.name, role.help, (
    select coalesce(json_agg(_rule), '[]') from (
      select rule.id, rule.model, rule."read", rule."create", rule."update", rule."delete",
        coalesce((to_jsonb(rule) ->> 'run')::boolean, false) as run, rule.condition,
        rule.read_fields as "readFields", rule.write_fields as "writeFields",
        to_jsonb(rule) -> 'hide_fields' as "hideFields", to_jsonb(rule) -> 'lock_fields' as "lockFields",
        (to_jsonb(rule) ->> 'comment')::boolean as comment,
        (to_jsonb(rule) ->> 'export')::boolean as export
      from record.tabularium_rule as rule where rule.role = role.id order by rule.id
    ) as _rule
  ) as rules
  from record.tabularium_role as role order by role.id
) as _role`
