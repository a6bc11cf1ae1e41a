import { offerOf, type Source } from '../field/offerOf.ts'
import { type Draft, inputOf } from '../draft/Draft.ts'
import { isUntouchedLines, lineEditsOf } from '../draft/lines.ts'
import { type FieldMeta, isComputed, type Json, type ModelMeta } from '../meta/ModelMeta.ts'
import type { FormTest } from '../meta/Section.ts'
import { nameOf } from '../meta/sections.ts'
import type { FormValues } from './FormValues.ts'

/** What the declared conditions of a form say of its draft. */
export interface FormConditions {
  /** The fields whose condition, or that of their section, is known not to be met. */
  readonly unmet: ReadonlySet<string>
  /** The fields that must have a value as the others are now. */
  readonly demanded: ReadonlySet<string>
  /** The criteria of the records that pickers offer, by field; a picker of another field offers all. */
  readonly offers: Readonly<Record<string, Json>>
}

/** A form without conditions. */
export const noConditions: FormConditions = { unmet: new Set(), demanded: new Set(), offers: {} }

/** Asks the conditions of a form while somebody types. What can't be decided here leaves a field in the form. */
export function conditionsOf({ fields, sections = [] }: ModelMeta, values: FormValues): FormConditions {
  const isUnmet = (test: FormTest | undefined) => {
    const met = test?.tree === undefined ? true : values.evaluate(test.tree)
    return met === false || met === null
  }
  const ofSections = sections.filter(({ when }) => isUnmet(when)).flatMap((section) => section.fields.map(nameOf))
  const own = fields.filter(({ when }) => isUnmet(when)).map(({ name }) => name)
  const isDemanded = ({ requiredWhen }: FieldMeta) =>
    requiredWhen?.tree !== undefined && values.evaluate(requiredWhen.tree) === true
  return {
    unmet: new Set([...ofSections, ...own]),
    demanded: new Set(fields.filter(isDemanded).map(({ name }) => name)),
    offers: offersOf(fields, (name) => values.of(name)),
  }
}

function offersOf(fields: readonly FieldMeta[], source: Source): Readonly<Record<string, Json>> {
  const offers = fields.map(({ name, where }) => [name, offerOf(where, source)] as const)
  return Object.fromEntries(offers.filter((entry): entry is [string, Json] => entry[1] !== undefined))
}

/**
 * Whether a form leaves a field out, since its condition is not met. One with a value stays until somebody removes it:
 * nothing that is stored is hidden. A secret may have one; a list of other records leaves itself out where it has none.
 */
export function isLeftOut(
  field: FieldMeta,
  draft: Draft,
  { unmet, demanded }: FormConditions,
  faults: Readonly<Record<string, string>>,
): boolean {
  if (!unmet.has(field.name)) return false
  if (isComputed(field)) return true
  const isFaulty = Object.keys(faults).some((name) => name === field.name || name.startsWith(`${field.name}.`))
  return !demanded.has(field.name) && !isFaulty && !hasValue(field, draft)
}

function hasValue(field: FieldMeta, draft: Draft): boolean {
  const { base, edits } = draft
  if (field.lines && !isUntouchedLines(lineEditsOf(draft, field))) return true
  if (field.type === 'collection') return base !== undefined && (!field.lines || !isEmpty(base[field.name]))
  if (edits[field.name] !== undefined) return !isEmpty(inputOf(draft, field))
  return base !== undefined && (field.secret === true || !isEmpty(base[field.name]))
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Whether a check says that a field is required: it is marked as such, and asked for with the save. */
export function isRequiredCheck(name: string, { fields }: ModelMeta): boolean {
  return fields.some((field) => field.requiredWhen !== undefined && name === `${field.name}Required`)
}
