import type { Field } from '../model/field/Field.ts'
import type { Fill } from '../model/fill.ts'
import type { Model } from '../model/Model.ts'
import type { LinksRelation } from '../model/relation/links.ts'
import type { Sql } from '../sql/sql.ts'
import type { CheckState, ColumnState, IndexState, ReferenceState } from './RecordState.ts'

/** A column as the models declare it, with the SQL that creates it. */
export interface DesiredColumn extends Omit<ColumnState, 'found'> {
  /** The column's name in messages: `com.example.contacts.Contact.email`. */
  readonly label: string
  /** The declared field; absent for the built-in columns of every record. */
  readonly field?: Field
  readonly defaultSql?: Sql
  readonly expression?: Sql
  /** What records get that are there when the column is added. */
  readonly fill?: Fill
}

export interface DesiredCheck extends CheckState {
  /** The check's name in messages. */
  readonly label: string
  readonly condition: Sql
}

export interface DesiredIndex extends IndexState {
  /** The indexed fields, as messages name them. */
  readonly label: string
  /** The part of CREATE INDEX after the table's name, or of an exclusion constraint after its own. */
  readonly definition: Sql
  /** Of a declared constraint: finds the records that break it, with the key, and says what to do. */
  readonly breaches?: { readonly advice: string; query(records: Sql): Sql }
}

/** A table as it should be: like `TableState`, plus what is needed to create it. */
export interface DesiredTable {
  /** The table's name in messages: the model, or the relation of a links table. */
  readonly label: string
  readonly model: Model
  /** The relation whose links the table stores; absent if the table stores the model's records. */
  readonly relation?: LinksRelation
  readonly name: string
  /** The sequence for the records' ids; absent for links, which have no ids. */
  readonly sequence?: string
  readonly primaryKey: string
  readonly keyColumns: readonly string[]
  readonly columns: readonly DesiredColumn[]
  readonly checks: readonly DesiredCheck[]
  readonly references: readonly ReferenceState[]
  readonly indexes: readonly DesiredIndex[]
}
