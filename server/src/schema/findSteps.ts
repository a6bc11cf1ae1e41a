import type { Models } from '../model/Models.ts'
import { compareRecords } from './compareRecords.ts'
import { compareRegistry, inspectRegistry } from './compareRegistry.ts'
import { compareTrigrams, inspectTrigrams } from './compareTrigrams.ts'
import { inspectRecords } from './inspectRecords.ts'
import type { Query } from './RecordState.ts'
import { compareService, inspectService, readServiceMigrations, type ServiceState } from './serviceMigrations.ts'
import type { Step } from './Step.ts'
import { toDesiredTables } from './toDesiredTables.ts'
import { withBuiltInTables } from './withBuiltInTables.ts'

/** All steps from the database to this version with these models. Reads only the catalog, not the records. */
export async function findSteps(query: Query, models: Models): Promise<Step[]> {
  const migrations = await readServiceMigrations()
  const service = await inspectService(query)
  const trigrams = await inspectTrigrams(query, models)
  const { records, registered } = await inspectModels(query, service)
  return [
    ...compareService(service, migrations),
    ...compareTrigrams(trigrams),
    ...compareRecords(records, toDesiredTables(models)),
    ...compareRegistry(registered, models.all),
  ]
}

/** The state of the models when their steps start, which is after the service migrations. */
async function inspectModels(query: Query, { applied }: ServiceState) {
  const records = await inspectRecords(query)
  const registered = await inspectRegistry(query)
  return withBuiltInTables(records, registered, applied)
}
