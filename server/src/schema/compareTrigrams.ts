import type { Models } from '../model/Models.ts'
import { name, sql } from '../sql/sql.ts'
import type { Query } from './RecordState.ts'
import { locks, toBlockedStep, toStep, type Step } from './Step.ts'

/** The state of pg_trgm, the extension that the indexes for `q` use. */
export interface TrigramState {
  /** The schema of the installed extension; absent if it is not installed. */
  readonly schema?: string
  /** Whether that schema is on the search path, so that names need no qualification. */
  readonly visible: boolean
  /** Whether the server has the extension's files. */
  readonly available: boolean
  /** Whether this user may install the extension. */
  readonly permitted: boolean
  readonly user: string
  readonly database: string
}

/** Reads whether pg_trgm is installed or can be; undefined if no model declares search. */
export async function inspectTrigrams(query: Query, models: Models): Promise<TrigramState | undefined> {
  if (!models.all.some(({ search = [] }) => search.length > 0)) return undefined
  const [row = {}] = await query(trigramQuery)
  const { schema, visible, available, permitted, user, database } = row
  return {
    ...(schema == null ? {} : { schema }),
    visible: visible === 't',
    available: available === 't',
    permitted: permitted === 't',
    user: user ?? '',
    database: database ?? '',
  }
}

/** The step that installs the extension before the indexes. It is never removed, since other programs may use it. */
export function compareTrigrams(state: TrigramState | undefined): Step[] {
  if (!state || state.visible) return []
  const blocked = findBlocker(state)
  const title = 'Install the extension pg_trgm, which the indexes for search are made with'
  if (blocked !== undefined) return [{ ...toBlockedStep(title, blocked), required: false }]
  return [toStep(title, [sql`create extension if not exists pg_trgm`], { lock: locks.none })]
}

function findBlocker({ schema, available, permitted, user, database }: TrigramState): string | undefined {
  const [role, here] = [name(user).toText(), name(database).toText()]
  if (schema !== undefined) return adviseSearchPath(schema, user, here)
  if (!available)
    return (
      'The server does not have it. Ask the administrator to install the additional modules of PostgreSQL (contrib), ' +
      'which include it; or remove "search" from the models.'
    )
  if (!permitted)
    return (
      `The user ${user} may not install it. Ask the administrator to run, in the database ${database}: ` +
      `create extension pg_trgm; or: grant create on database ${here} to ${role}; ` +
      'and check that a schema on its search path exists.'
    )
  return undefined
}

function adviseSearchPath(schema: string, user: string, here: string): string {
  const [role, quoted] = [name(user).toText(), name(schema).toText()]
  return (
    `It is installed in the schema ${schema}, which is not on the search path of ${user}. ` +
    'Ask the administrator to run: alter extension pg_trgm set schema public; ' +
    `or: grant usage on schema ${quoted} to ${role}; ` +
    `alter role ${role} in database ${here} set search_path = "$user", public, ${quoted};`
  )
}

/** A user who may create schemas in the database can install a trusted extension, into the current schema. */
const trigramQuery = sql`
select
  (
    select nspname
    from pg_extension
    join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'
  ) as "schema",
  exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) as "visible",
  exists (select from pg_available_extensions where name = 'pg_trgm') as "available",
  current_schema() is not null and (
    (select rolsuper from pg_roles where rolname = current_user)
    or (select bool_or(trusted) from pg_available_extension_versions where name = 'pg_trgm')
      and has_database_privilege(current_database(), 'create')) as "permitted",
  current_user::text as "user",
  current_database()::text as "database"`
