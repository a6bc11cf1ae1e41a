import { asText } from '../field/kinds.ts'
import { labelOfGroup } from '../field/labelOfGroup.ts'
import { type ShownTag, tagsOf } from '../field/tagsOf.ts'
import type { FieldMeta, Json, ModelMeta } from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'

/** A column of a board, or a lane: the records that have one value in common, or none. */
export interface BoardColumn {
  /** Tells it from the others. */
  readonly key: string
  readonly value: Json
  readonly label: string
  readonly tag: ShownTag | undefined
}

/** How many columns there are at most: so many records a reference may lead to. */
export const mostColumns = 20

/** What tells a value from others: a reference by its id, whatever else is known of its record. */
export function keyOf(value: Json | undefined): string {
  const isLink = typeof value === 'object' && value !== null && 'id' in value
  return value === null || value === undefined ? 'none' : JSON.stringify(isLink ? value.id : value)
}

/** The column for a value. */
export function toColumn(value: Json, field: FieldMeta, words: Words): BoardColumn {
  const [tag] = tagsOf(value, field, words)
  return { key: keyOf(value), value, label: labelOfGroup(value, field, words), tag }
}

/**
 * The columns of a board in declared order, those of a reference in that of its records. The one without a value comes
 * first where the value may be missing, one that is no longer in use is there as long as records have it.
 */
export function boardColumns(
  { transitions = {} }: Pick<ModelMeta, 'transitions'>,
  field: FieldMeta,
  {
    counted,
    targets,
  }: {
    /** The values that records have. */
    readonly counted: readonly Json[]
    /** The records that a reference may lead to. */
    readonly targets: readonly Json[]
  },
  words: Words,
): BoardColumn[] {
  const present = new Set(counted.map(keyOf))
  const declared = declaredOf(field, targets).filter(
    (value) => !field.retired?.includes(asText(value)) || present.has(keyOf(value)),
  )
  // A field with transitions keeps having a value.
  const mayMiss = !field.required && !Object.hasOwn(transitions, field.name)
  const values = mayMiss || present.has('none') ? [null, ...declared] : declared
  return values.map((value) => toColumn(value, field, words))
}

function declaredOf({ type, values = [] }: FieldMeta, targets: readonly Json[]): readonly Json[] {
  if (type === 'boolean') return [false, true]
  return type === 'reference' ? targets : values
}

/** Criteria as JSON for records that have a value each in some fields, beside what else they must meet. */
export function whereOf(where: string, values: readonly (readonly [fieldName: string, value: Json])[]): string {
  const tests = values.map(([fieldName, value]) => {
    if (value === null) return JSON.stringify({ fieldName, operator: 'isNull' })
    const isLink = typeof value === 'object' && 'id' in value
    return JSON.stringify({ fieldName, operator: '=', value: isLink ? value.id : value })
  })
  const all = where === '' ? tests : [where, ...tests]
  return all.length === 1 ? (all[0] ?? '') : `{"criteria":[${all.join(',')}]}`
}
