import type { Change, New } from './Input.ts'
import type { ModelName, ModelOf } from './Schema.ts'
import type { Shown, Whole } from './Shown.ts'
import type { Criterion } from './Where.ts'

/** The type of a record: whole as `read` answers it, or with the fields at some paths. */
export type RecordOf<Models, Name extends ModelName<Models>, Path extends string = never> = [Path] extends [never]
  ? Whole<Models, ModelOf<Models, Name>>
  : Shown<Models, ModelOf<Models, Name>, Path>

/** The type of a record to create. */
export type NewOf<Models, Name extends ModelName<Models>> = New<Models, ModelOf<Models, Name>>

/** The type of a change of a record. */
export type ChangeOf<Models, Name extends ModelName<Models>> = Change<Models, ModelOf<Models, Name>>

/** The type of search criteria, for those that are put together before a search. */
export type CriteriaOf<Models, Name extends ModelName<Models>> = Criterion<Models, ModelOf<Models, Name>>
