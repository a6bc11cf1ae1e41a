import { requireValue } from '../../failure/invariant.ts'
import type { LogicLog } from '../../logic/context.ts'
import type { MigrationDeclaration } from '../../logic/migration.ts'
import type { Records } from '../../logic/Records.ts'
import { serviceAuthorization } from '../../permission/Authorization.ts'
import { serviceRequestId } from '../../request/requestIds.ts'
import { type MigrationState, notePageStatement } from '../../statement/service/dataMigrations.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'
import { runLogic } from './runLogic.ts'

/** How long a page may take, in milliseconds. */
const pageTimeout = 600_000
const maxStatements = 10_000

/**
 * Migrates the next records in one transaction, which also notes how far the migration is. Returns the id of the last
 * one; undefined if there is none.
 */
export function migratePage(
  declaration: MigrationDeclaration,
  state: MigrationState,
  limit: number,
  services: ExecutionServices,
  { log }: { readonly log: LogicLog },
): Promise<number | undefined> {
  const { name } = declaration
  return runLogic<PageResult | undefined>(
    {
      ...toRun(declaration, services),
      longChangeSet: { id: state.changeSet },
      finish: async (transaction, { result, changeSet }) => {
        if (result) await transaction.run(notePageStatement(name, { ...result, changeSet }))
      },
    },
    services,
    async (records) => {
      const page = await findPage(declaration, state, limit, records)
      const last = page.at(-1)?.id
      if (last === undefined) return undefined
      const changes = await declaration.run(page, records, { log })
      await records.updateAll(changes)
      return { last, done: changes.length }
    },
  ).then((result) => result?.last)
}

interface PageResult {
  readonly last: number
  readonly done: number
}

/** The next records, which nobody else changes until the end of the transaction. */
function findPage(
  { on, where, fields }: MigrationDeclaration,
  { last }: MigrationState,
  limit: number,
  records: Records,
) {
  const further = { fieldName: 'id', operator: '>', value: last }
  return records.search(on, {
    where: { operator: 'and', criteria: [...(where === undefined ? [] : [where]), further] },
    sortBy: ['id'],
    limit,
    lock: true,
    ...(fields === undefined ? {} : { fields }),
  })
}

function toRun({ name }: MigrationDeclaration, { models }: ExecutionServices) {
  const all = serviceAuthorization(models)
  return {
    kind: 'migration',
    name,
    authorization: { ...all, rights: all.rights.forLogic() },
    requestId: serviceRequestId('command', 'migrate'),
    deadline: { at: performance.now() + pageTimeout, mayBeWritten: false },
    timeout: pageTimeout,
    statements: maxStatements,
  } as const
}

/** Returns the id of the next record. */
export async function findNext(
  declaration: MigrationDeclaration,
  state: MigrationState,
  services: ExecutionServices,
): Promise<number> {
  const options = { ...toRun(declaration, services), dryRun: true }
  const [record] = await runLogic(options, services, (records) => findPage(declaration, state, 1, records))
  return requireValue(record, 'The next record').id
}
