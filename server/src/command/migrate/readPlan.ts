import { wereReplaced } from '../../schema/appliedModels.ts'
import { findRoles, findRoleSteps } from '../../schema/findRoleSteps.ts'
import type { ForeignObject } from '../../schema/ForeignObject.ts'
import { readForeign } from '../../schema/inspectForeign.ts'
import { planMigration } from '../../schema/planMigration.ts'
import type { Query } from '../../schema/RecordState.ts'
import type { Step } from '../../schema/Step.ts'
import { loadDeclared } from '../loadDeclared.ts'
import { withConnection } from '../openConnection.ts'
import { noteReaders } from './noteReaders.ts'

/** The steps of `migrate apply`, and what else an operator should know. */
export interface MigrationPlan {
  readonly steps: readonly Step[]
  readonly foreign: readonly ForeignObject[]
  /** Whether newer models than these have been applied. */
  readonly replaced: boolean
}

interface Source {
  readonly models: string
  readonly timeZone?: string
  readonly directDatabaseUrl: string
  readonly connectTimeout: number
}

/** Compares the database with the declared models and roles. */
export async function readPlan(source: Source, dropForeign: readonly string[]): Promise<MigrationPlan> {
  const { models, roles } = await loadDeclared(source.models, source)
  return withConnection(source.directDatabaseUrl, source.connectTimeout, async (connection) => {
    const query: Query = (statement) => connection.query(statement)
    const planned = await planMigration(query, models, { dropForeign })
    const ofModels = noteReaders(planned, models, await findRoles(query, roles))
    const steps = [...ofModels, ...(await findRoleSteps(query, roles))]
    const replaced = steps.length > 0 && (await wereReplaced(query, models))
    return { steps, foreign: await readForeign(query), replaced }
  })
}
