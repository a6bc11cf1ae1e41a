import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { literal, name, sql, trusted } from '../sql/sql.ts'
import type { Query } from './RecordState.ts'
import { locks, toBlockedStep, toStep, type Step } from './Step.ts'

/** An extension of PostgreSQL that some models need. */
export interface Extension {
  readonly name: string
  /** An operator class that it brings. */
  readonly operatorClass: string
  /** What it is for, in the title of its step. */
  readonly purpose: string
  /** What to remove from the models if it is not available. */
  readonly instead: string
  isNeededBy(model: Model): boolean
}

const extensions: readonly Extension[] = [
  {
    name: 'pg_trgm',
    operatorClass: 'gin_trgm_ops',
    purpose: 'which the indexes for search are made with',
    instead: 'remove "search" from the models',
    isNeededBy: ({ search = [] }) => search.length > 0,
  },
  {
    name: 'btree_gist',
    operatorClass: 'gist_int8_ops',
    purpose: 'which keeps periods of records with the same values apart',
    instead: 'remove "noOverlap" from the models',
    isNeededBy: ({ constraints = [] }) => constraints.some((one) => one.kind === 'noOverlap' && one.by.length > 0),
  },
]

/** The state of an extension in a database. */
export interface ExtensionState {
  readonly extension: Extension
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

/** Reads which of the extensions that models need are installed or can be. */
export async function inspectExtensions(query: Query, models: Models): Promise<ExtensionState[]> {
  const needed = extensions.filter((extension) => models.all.some((model) => extension.isNeededBy(model)))
  const states: ExtensionState[] = []
  for (const extension of needed) {
    const [row = {}] = await query(stateQuery(extension))
    const { schema, visible, available, permitted, user, database } = row
    states.push({
      extension,
      ...(schema == null ? {} : { schema }),
      visible: visible === 't',
      available: available === 't',
      permitted: permitted === 't',
      user: user ?? '',
      database: database ?? '',
    })
  }
  return states
}

/** The steps that install extensions before what needs them. None is ever removed: other programs may use it. */
export function compareExtensions(states: readonly ExtensionState[]): Step[] {
  return states
    .filter(({ visible }) => !visible)
    .map((state) => {
      const { extension } = state
      const title = `Install the extension ${extension.name}, ${extension.purpose}`
      const blocked = findBlocker(state)
      if (blocked !== undefined) return { ...toBlockedStep(title, blocked), required: false }
      return toStep(title, [sql`create extension if not exists ${trusted(extension.name)}`], { lock: locks.none })
    })
}

function findBlocker(state: ExtensionState): string | undefined {
  const { extension, schema, available, permitted, user, database } = state
  const [role, here] = [name(user).toText(), name(database).toText()]
  if (schema !== undefined) return adviseSearchPath(extension, schema, user, here)
  if (!available)
    return (
      'The server does not have it. Ask the administrator to install the additional modules of PostgreSQL ' +
      `(postgresql-contrib), which include ${extension.name}; or ${extension.instead}.`
    )
  if (!permitted)
    return (
      `The user ${user} may not install it. Ask the administrator to run, in the database ${database}: ` +
      `create extension ${extension.name}; or: grant create on database ${here} to ${role}; ` +
      'and check that a schema on its search path exists.'
    )
  return undefined
}

function adviseSearchPath({ name: extension }: Extension, schema: string, user: string, here: string): string {
  const [role, quoted] = [name(user).toText(), name(schema).toText()]
  return (
    `It is installed in the schema ${schema}, which is not on the search path of ${user}. ` +
    `Ask the administrator to run: alter extension ${extension} set schema public; ` +
    `or: grant usage on schema ${quoted} to ${role}; ` +
    `alter role ${role} in database ${here} set search_path = "$user", public, ${quoted};`
  )
}

/** A user who may create schemas in the database can install a trusted extension, into the current schema. */
function stateQuery({ name: extension, operatorClass }: Extension) {
  const own = literal(extension)
  return sql`
select
  (
    select nspname
    from pg_extension
    join pg_namespace on pg_namespace.oid = extnamespace
    where extname = ${own}
  ) as "schema",
  exists (select from pg_opclass where opcname = ${literal(operatorClass)} and pg_opclass_is_visible(oid)) as "visible",
  exists (select from pg_available_extensions where name = ${own}) as "available",
  current_schema() is not null and (
    (select rolsuper from pg_roles where rolname = current_user)
    or (select bool_or(trusted) from pg_available_extension_versions where name = ${own})
      and has_database_privilege(current_database(), 'create')) as "permitted",
  current_user::text as "user",
  current_database()::text as "database"`
}
