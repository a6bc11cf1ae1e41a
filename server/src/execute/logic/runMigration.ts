import { Failure } from '../../failure/failure.ts'
import { requireValue } from '../../failure/invariant.ts'
import type { LogicLog } from '../../logic/context.ts'
import type { MigrationDeclaration } from '../../logic/migration.ts'
import {
  beginMigrationStatement,
  endMigrationStatement,
  type MigrationState,
  noteProblemStatement,
} from '../../statement/service/dataMigrations.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'
import { findNext, migratePage } from './migratePage.ts'

/** What became of a migration. */
export interface MigrationResult {
  /** How many records it has changed, also in earlier runs. */
  readonly done: number
  /** How many could not be changed, and were left as they are. */
  readonly failed: number
}

/** How it runs. */
export interface MigrationOptions {
  readonly log: LogicLog
  /** Learns how many records are done. */
  readonly onPage?: (done: number) => void
}

const usualPage = 500

/**
 * Runs a data migration from where it is to its end: in pages by id, each of them one transaction that reads, writes
 * and notes how far it is. A process that ends at any moment repeats nothing and leaves nothing out.
 */
export async function runMigration(
  declaration: MigrationDeclaration,
  services: ExecutionServices,
  options: MigrationOptions,
): Promise<MigrationResult> {
  for (;;) {
    const state = await begin(declaration, services)
    const isLast = await runPage(declaration, state, services, options)
    if (isLast) break
    options.onPage?.((await begin(declaration, services)).done)
  }
  const { done, failed } = await begin(declaration, services)
  await services.database.run(endMigrationStatement(declaration.name), 'internal')
  return { done, failed }
}

async function begin({ name }: MigrationDeclaration, { database }: ExecutionServices): Promise<MigrationState> {
  const [row] = await database.run(beginMigrationStatement(name), 'internal')
  const [last, done, failed, changeSet] = requireValue(row, 'The state of a migration').map(Number)
  return { last: last ?? 0, done: done ?? 0, failed: failed ?? 0, changeSet: changeSet === 0 ? undefined : changeSet }
}

/** Runs one page; if it fails, its records one by one. Returns whether there was nothing left. */
async function runPage(
  declaration: MigrationDeclaration,
  state: MigrationState,
  services: ExecutionServices,
  options: MigrationOptions,
): Promise<boolean> {
  const { page = usualPage } = declaration
  try {
    return (await migratePage(declaration, state, page, services, options)) === undefined
  } catch (error) {
    if (!(error instanceof Error) || isPassing(error)) throw error
    if (page > 1) return runRows(declaration, page, services, options)
    throw error
  }
}

/** What is not the fault of a record: it may pass if the migration goes on later. */
function isPassing(error: Error): boolean {
  return error instanceof Failure && error.code === 'unavailable'
}

async function runRows(
  declaration: MigrationDeclaration,
  count: number,
  services: ExecutionServices,
  options: MigrationOptions,
): Promise<boolean> {
  for (let index = 0; index < count; index++) {
    const state = await begin(declaration, services)
    try {
      if ((await migratePage(declaration, state, 1, services, options)) === undefined) return true
    } catch (error) {
      if (!(error instanceof Error) || isPassing(error)) throw error
      await noteProblem(declaration, state, services, error)
    }
  }
  return false
}

async function noteProblem(
  declaration: MigrationDeclaration,
  state: MigrationState,
  services: ExecutionServices,
  error: Error,
): Promise<void> {
  const { name, onProblem = 'stop' } = declaration
  const id = await findNext(declaration, state, services)
  const errors = error instanceof Failure && error.details.errors ? ` ${JSON.stringify(error.details.errors)}` : ''
  const message = `${error.message}${errors}`
  if (onProblem === 'stop')
    throw new MigrationStopped(
      `The migration ${name} stopped at record ${id}: ${message} ` +
        'What came before it is done. Correct the record, or the migration, and run it again.',
      { cause: error },
    )
  await services.database.run(noteProblemStatement(name, id, message), 'internal')
}

/** A record that a migration can't change, and that stops it. */
export class MigrationStopped extends Error {
  override readonly name = 'MigrationStopped'
}
