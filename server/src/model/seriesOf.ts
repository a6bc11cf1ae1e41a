import type { Field } from './field/Field.ts'
import { typeOf } from './field/fieldTypes.ts'
import type { Series } from './field/series.ts'
import type { Model } from './Model.ts'

/** A field whose values the service counts. */
export interface NumberedField {
  readonly field: Field
  readonly series: Series
}

/** The fields of a model that number its records, in the order of the declaration. */
export function seriesOf({ fields }: Model): NumberedField[] {
  return fields.flatMap((field) => {
    const series = typeOf(field).series?.(field)
    return series ? [{ field, series }] : []
  })
}

/** Those whose numbers may be drawn ahead. */
export function plainSeriesOf(model: Model): NumberedField[] {
  return seriesOf(model).filter(({ series }) => !series.gapless)
}

/** Whether the service assigns the values of the field, and clients cannot set them. */
export function isNumbered(field: Field): boolean {
  return typeOf(field).series !== undefined
}
