import type { Field } from '../model/field/Field.ts'
import type { Model } from '../model/Model.ts'
import type { Sql } from '../sql/sql.ts'
import type { CheckState, ColumnState, IndexState, ReferenceState } from './RecordState.ts'

/** A column as the models want it, with the SQL that makes it so. */
export interface DesiredColumn extends Omit<ColumnState, 'found'> {
  /** How sentences name it: `com.example.contacts.Contact.email`. */
  readonly label: string
  /** The declared field; absent for what every record carries. */
  readonly field?: Field
  readonly defaultSql?: Sql
  readonly expression?: Sql
}

export interface DesiredCheck extends CheckState {
  readonly condition: Sql
}

/** The table of a model as it should be: the form of `TableState`, with what is needed to get there. */
export interface DesiredTable {
  readonly model: Model
  readonly name: string
  readonly sequence: string
  readonly primaryKey: string
  readonly columns: readonly DesiredColumn[]
  readonly checks: readonly DesiredCheck[]
  readonly references: readonly ReferenceState[]
  readonly indexes: readonly IndexState[]
}
