import type { Models } from '../model/Models.ts'
import { compareApplication } from './compareApplication.ts'
import { compareRecords } from './compareRecords.ts'
import { compareRegistry, inspectRegistry } from './compareRegistry.ts'
import { compareExtensions, inspectExtensions } from './compareExtensions.ts'
import { inspectFills } from './inspectFills.ts'
import { inspectRecords } from './inspectRecords.ts'
import { compareMigrations, inspectMigrations } from './compareMigrations.ts'
import { compareOwnSql } from './ownSql/compareOwnSql.ts'
import { inspectOwnSql } from './ownSql/inspectOwnSql.ts'
import type { Query, RecordState } from './RecordState.ts'
import { renameUserFields } from './renameUserFields.ts'
import { compareTallies, inspectTallies } from './compareTallies.ts'
import { compareService, inspectService, readServiceMigrations, type ServiceState } from './serviceMigrations.ts'
import type { Step } from './Step.ts'
import { toDesiredTallies } from './toDesiredTallies.ts'
import { toDesiredTables } from './toDesiredTables.ts'
import { withBuiltInTables } from './withBuiltInTables.ts'

/** All steps from the database to this version with these models. Reads only the catalog, not the records. */
export async function findSteps(query: Query, models: Models): Promise<Step[]> {
  const migrations = await readServiceMigrations()
  const service = await inspectService(query)
  const extensions = await inspectExtensions(query, models)
  const found = renameUserFields(await inspectRecords(query), service, models)
  const { records, registered } = await inspectModels(query, found.state, service, models)
  const ofModels = compareRecords(records, toDesiredTables(models))
  const tallies = compareTallies(await inspectTallies(query), toDesiredTallies(models), records, ofModels)
  const ownSql = compareOwnSql(await inspectOwnSql(query), models, ofModels)
  return [
    ...found.steps,
    ...compareService(service, migrations),
    ...(await compareApplication(query, models.application)),
    ...compareExtensions(extensions),
    ...ownSql.before,
    ...tallies.drops,
    ...ofModels,
    ...tallies.adds,
    ...compareRegistry(registered, models.all),
    ...compareMigrations(await inspectMigrations(query), models.migrations),
    ...ownSql.after,
  ]
}

/** The state of the models when their steps start, which is after the service migrations. */
async function inspectModels(query: Query, state: RecordState, { applied }: ServiceState, models: Models) {
  const records = await inspectFills(query, state, models)
  const registered = await inspectRegistry(query)
  return withBuiltInTables(records, registered, applied)
}
