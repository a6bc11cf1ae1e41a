import type { Field } from './field/Field.ts'
import { typeOf } from './field/fieldTypes.ts'
import { membersOf, type NumberedField } from './members.ts'
import type { Model } from './Model.ts'

/** The fields of a model that number its records, in the order of the declaration. */
export function seriesOf(model: Model): readonly NumberedField[] {
  return membersOf(model).series
}

/** Those whose numbers may be drawn ahead. */
export function plainSeriesOf(model: Model): NumberedField[] {
  return seriesOf(model).filter(({ series }) => series.isDrawnAhead)
}

/** Those whose numbers follow from the record: the statement that writes it draws them. */
export function followingSeriesOf(model: Model): NumberedField[] {
  return seriesOf(model).filter(({ series }) => series.followsRecord)
}

/** Whether the service assigns the values of the field, and clients cannot set them. */
export function isNumbered(field: Field): boolean {
  return typeOf(field).series !== undefined
}
