import type { ExportCall } from '../call/ExportCall.ts'
import type { Path } from '../criteria/path.ts'
import type { Condition } from '../criteria/Condition.ts'
import type { ReferenceField } from '../model/field/reference.ts'
import type { LinksRelation } from '../model/relation/links.ts'
import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { SortKey } from './parseSort.ts'
import type { Selection } from './Selection.ts'

/** Finds all records that meet a condition, sorted, for a file. */
export interface ExportPlan {
  readonly operation: 'export'
  readonly model: Model
  readonly authorization: Authorization
  readonly condition: Condition
  /** Each word must occur in one of the model's search fields. */
  readonly words: readonly string[]
  /** The order is total: the last key is the id. */
  readonly sort: readonly SortKey[]
  readonly shows: ExportedRecord
  readonly form: ExportForm
}

/** How the file is written. */
export type ExportForm = Pick<ExportCall, 'format' | 'escape' | 'header' | 'delimiter' | 'bom'>

/** What is shown of a record: its JSON as a search answers it, or a text for each column. */
export type ExportedRecord =
  | { readonly as: 'json'; readonly selection: Selection }
  | { readonly as: 'cells'; readonly columns: readonly ExportColumn[] }

/** A column of an exported table. */
export interface ExportColumn {
  /** The dotted name. */
  readonly name: string
  readonly label: string
  /** What its cells are; `words` are text that people wrote. */
  readonly kind: CellKind
  /** The digits after the point. */
  readonly scale?: number
  /** The values that a person may pick. */
  readonly choices?: readonly string[]
  readonly source: CellSource
}

/** What the cells of a column are. */
export type CellKind = 'words' | 'number' | 'flag' | 'day' | 'moment'

/** Where the cells of a column come from: a field, or a field of the records that are linked. */
export type CellSource =
  | { readonly from: 'field'; readonly path: Path }
  | {
      readonly from: 'links'
      /** The references to the record that has the links. */
      readonly steps: readonly ReferenceField[]
      readonly relation: LinksRelation
      readonly path: Path
    }
