import type { Field } from '../model/field/Field.ts'
import type { Model } from '../model/Model.ts'
import type { LinksRelation } from '../model/relation/links.ts'
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

export interface DesiredIndex extends IndexState {
  /** How sentences name what it is over. */
  readonly label: string
  /** What stands behind the table's name in CREATE INDEX. */
  readonly definition: Sql
}

/** A table as it should be: the form of `TableState`, with what is needed to get there. */
export interface DesiredTable {
  /** How sentences name it: that of a model by the model, that of links by their relation. */
  readonly label: string
  readonly model: Model
  /** The relation of that model whose links it keeps; absent where it keeps the model's records. */
  readonly relation?: LinksRelation
  readonly name: string
  /** What gives the records their ids; links have none. */
  readonly sequence?: string
  readonly primaryKey: string
  readonly keyColumns: readonly string[]
  readonly columns: readonly DesiredColumn[]
  readonly checks: readonly DesiredCheck[]
  readonly references: readonly ReferenceState[]
  readonly indexes: readonly DesiredIndex[]
}
