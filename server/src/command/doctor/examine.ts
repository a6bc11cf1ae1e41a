import type { Models } from '../../model/Models.ts'
import type { PasswordChoice } from '../../model/signIn/signIn.ts'
import type { DeclaredRole } from '../../model/role.ts'
import { wereReplaced } from '../../schema/appliedModels.ts'
import { findRoleSteps } from '../../schema/findRoleSteps.ts'
import { findSteps } from '../../schema/findSteps.ts'
import { type Encoding, findUnknownLetters, howToCreate, inspectEncoding } from '../../schema/inspectEncoding.ts'
import type { ForeignObject } from '../../schema/ForeignObject.ts'
import { readForeign } from '../../schema/inspectForeign.ts'
import { inspectHealth } from '../../schema/inspectHealth.ts'
import { inspectPublications } from '../../schema/inspectPublications.ts'
import type { Query } from '../../schema/RecordState.ts'
import type { Step } from '../../schema/Step.ts'
import { inspectService, readServiceMigrations } from '../../schema/serviceMigrations.ts'
import { hasAdministratorStatement } from '../../statement/service/users.ts'
import { howToAddUser } from '../serve/warnOfUsers.ts'
import { checkArchives } from './checkArchives.ts'
import { checkCounts } from './checkCounts.ts'
import { checkHealth } from './checkHealth.ts'
import { checkKeys } from './checkKeys.ts'
import { checkJournal } from './checkJournal.ts'
import { checkOrders } from './checkOrders.ts'
import { checkPublications } from './checkPublications.ts'
import { checkSearches } from './checkSearches.ts'
import { checkSequences } from './checkSequences.ts'
import { checkSeries } from './checkSeries.ts'
import { checkTallies } from './checkTallies.ts'
import { checkWebhooks } from './checkWebhooks.ts'
import { checkMails, checkWork, type MailSettings } from './checkWork.ts'
import type { Check, Finding } from './Finding.ts'

export interface ExamineOptions {
  /** Tables with fewer rows may be scanned. */
  readonly rows: number
  readonly recount: boolean
  readonly fix: boolean
  /** Whether to compare the records with the journal. */
  readonly journal?: boolean
  /** The declared roles. */
  readonly roles?: readonly DeclaredRole[]
  /** The names of the declared reactions. */
  readonly reactions?: readonly string[]
  /** What is set of mails; absent: nothing. */
  readonly mails?: MailSettings
  /** Who may log in with a password; absent: all. */
  readonly passwords?: PasswordChoice
}

export interface Examination {
  /** The number of stored searches that were planned, and of those that do not match the schema any more. */
  readonly searches: { readonly examined: number; readonly outdated: number }
  readonly findings: readonly Finding[]
  /** Objects on the record tables that were created by hand with SQL. They are not findings. */
  readonly foreign: readonly ForeignObject[]
}

/** Runs all checks. If the service's own tables are missing, it checks only the schema. */
export async function examine(query: Query, models: Models, options: ExamineOptions): Promise<Examination> {
  const schema = [...(await checkSchema(query, models)), ...checkEncoding(await inspectEncoding(query))]
  if (!(await hasOwnTables(query))) return { searches: { examined: 0, outdated: 0 }, findings: schema, foreign: [] }
  const health = await inspectHealth(query)
  const sizes = { rows: toRows(health.tables), threshold: options.rows }
  const { findings, ...searches } = await checkSearches(query, models, sizes)
  const differs = schema.some(({ check }) => check === 'schema')
  const counts: Finding[] = []
  const counted = options.recount ? models.all : []
  for (const model of counted) if (!differs) counts.push(...(await checkCounts(query, model, options.fix)))
  if (options.recount && !differs) counts.push(...(await checkTallies(query, models, options.fix)))
  const archives = differs ? [] : await checkArchives(query, models, options.rows)
  const series = differs ? [] : await checkSeries(query, models)
  const sequences = differs ? [] : await checkSequences(query, models, options.fix)
  const publications = checkPublications(await inspectPublications(query))
  const journal: Finding[] = []
  const journaled = options.journal && !differs ? models.all : []
  for (const model of journaled) journal.push(...(await checkJournal(query, model)))
  const roles = await checkRoles(query, options.roles ?? [])
  const work = differs
    ? []
    : [
        ...(await checkWork(query, options.reactions ?? [])),
        ...(await checkMails(query, options.mails ?? { hasServer: false, hasAddress: false })),
        ...(await checkWebhooks(query)),
      ]
  const users = differs ? [] : [...(await checkUsers(query, options.passwords ?? 'all')), ...(await checkKeys(query))]
  const ofRecords = [...sequences, ...counts, ...archives, ...journal, ...series]
  const ofDatabase = [...checkHealth(health), ...publications, ...ofRecords, ...work]
  const all = [...schema, ...roles, ...users, ...ofDatabase, ...checkOrders(models, sizes.rows), ...findings]
  return { searches, findings: all, foreign: await readForeign(query) }
}

function checkEncoding(encoding: Encoding): Finding[] {
  const what = findUnknownLetters(encoding)
  if (what === undefined) return []
  const why = 'Searches with like and q miss records: "ĐỨC" does not find "Đức".'
  const advice = [howToCreate, 'Move the data there: pg_dump, then pg_restore into the new database.']
  return [{ check: 'encoding', what, why, advice }]
}

async function checkUsers(query: Query, passwords: PasswordChoice): Promise<Finding[]> {
  const [row] = await query(hasAdministratorStatement(passwords))
  if (row?.['has'] === 't') return []
  const isKept = passwords === 'break-glass'
  const what = `Nobody can log in as an administrator${isKept ? ' with a password' : ''}.`
  const why = isKept
    ? 'While the provider is away, or refuses this service, nobody can log in at all.'
    : 'Only an administrator can make users and roles over HTTP.'
  return [{ check: 'users', what, why, advice: [`Run: ${howToAddUser(passwords)}`] }]
}

async function checkRoles(query: Query, declared: readonly DeclaredRole[]): Promise<Finding[]> {
  const steps = await findRoleSteps(query, declared)
  return toFinding('roles', steps, {
    what: 'The roles are not what their files declare.',
    why: 'People may do more or less than the files say.',
  })
}

async function checkSchema(query: Query, models: Models): Promise<Finding[]> {
  const steps = await findSteps(query, models)
  const why = 'The service refuses to start.'
  if (steps.length > 0 && (await wereReplaced(query, models))) {
    const advice = ['Use the newer models, or run npx tabularium migrate plan to see what going back would do.']
    return [{ check: 'schema', what: 'The database has newer models than these.', why, advice }]
  }
  return toFinding('schema', steps, { what: 'The database does not have the schema of the models.', why })
}

/** The missing steps of a migration as one finding; none if there are no steps. */
function toFinding(check: Check, steps: readonly Step[], { what, why }: Pick<Finding, 'what' | 'why'>): Finding[] {
  const [first] = steps
  if (!first) return []
  const more = steps.length > 1 ? `, and ${steps.length - 1} more` : ''
  const advice = ['Run: npx tabularium migrate plan, then npx tabularium migrate apply']
  return [{ check, what: `${what} To be done: ${first.title}${more}.`, why, advice }]
}

async function hasOwnTables(query: Query): Promise<boolean> {
  const { applied } = await inspectService(query)
  const migrations = await readServiceMigrations()
  return migrations.every(({ number }) => applied.some((done) => done.number === number))
}

/** The estimated number of rows of each record table, by its name without the schema. */
function toRows(tables: readonly { readonly name: string; readonly rows: number }[]): Map<string, number> {
  return new Map(tables.map(({ name, rows }) => [name.replace(/^record\./, '').replaceAll('"', ''), rows]))
}
