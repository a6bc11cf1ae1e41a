/** Marks declarations made by `migration()`, in any copy of this package. */
export const migrationMark = Symbol.for('tabularium.migration')

/** A data migration as far as the schema knows it: `run` is called by those who run logic. */
export interface DataMigration {
  readonly name: string
  /** The name of the model. */
  readonly on: string
  readonly after: readonly string[]
}

/** A declaration with the file that has it. It is not checked yet. */
export interface LoadedMigration {
  readonly file: string
  readonly declaration: object
}

/** Whether a value was made by `migration()`. */
export function isMigrationDeclaration(value: unknown): value is object {
  return typeof value === 'object' && value !== null && migrationMark in value
}
