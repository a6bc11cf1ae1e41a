import type { ModelDeclaration } from '../model/declare.ts'
import { migrationMark } from '../model/migrationMark.ts'
import type { CheckedPath, OwnName } from '../model/selected.ts'
import type { RunContext } from './context.ts'
import type { ChangesOf, ReadableRecords, RecordRead } from './Records.ts'

/** The new values of records of a page. Records that are left out stay as they are. */
export type PageChanges<M, Path extends string> = readonly (readonly [RecordRead<M, Path>, ChangesOf<M>])[]

/** A change of records that a new release needs: it runs once in every database. */
export interface MigrationDeclaration<M extends ModelDeclaration = ModelDeclaration, Path extends string = OwnName<M>> {
  /** Names it for ever: what is done under this name is not done again. */
  readonly name: string
  /** The model whose records it changes. */
  readonly on: M
  /** Criteria of the records, as in a search; all records if absent. */
  readonly where?: object
  /** The fields to read; all of the record's own if absent. */
  readonly fields?: readonly CheckedPath<M, Path>[]
  /** The records of one transaction; 500 if absent. */
  readonly page?: number
  /** What happens to a record that can't be changed: it stops the migration (if absent), or is left as it is. */
  readonly onProblem?: 'stop' | 'skip'
  /** The migrations that must be done before. */
  readonly after?: readonly { readonly name: string }[]
  /** Returns what to change. It may run again for the same page, and depends on its records alone. */
  run(
    page: RecordRead<M, Path>[],
    records: ReadableRecords,
    context: Pick<RunContext, 'log'>,
  ): PageChanges<M, Path> | Promise<PageChanges<M, Path>>
}

/** Declares a data migration. Mistakes are reported when the folder is loaded, all at once. */
export function migration<const M extends ModelDeclaration, const Path extends string = OwnName<M>>(
  declaration: MigrationDeclaration<M, Path>,
): MigrationDeclaration<M, Path> {
  return Object.defineProperty({ ...declaration }, migrationMark, { value: true })
}
