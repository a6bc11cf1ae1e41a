import { fieldsOf } from '@tabularium/client/expression'
import { isTouched, type Draft } from '../draft/Draft.ts'
import { defaultTreeOf, defaultVariableOf, type FieldMeta, type Json, type ModelMeta } from '../meta/ModelMeta.ts'
import type { Section } from '../meta/Section.ts'
import type { FormValues } from './FormValues.ts'

/** What a form shows of fields that nobody has typed: the known values of formulas and of defaults. */
export function previewOf(draft: Draft, model: ModelMeta, values: FormValues): Readonly<Record<string, Json>> {
  if (draft.base !== undefined && !isTouched(draft)) return {}
  const shown = model.fields.filter((field) => field.tree ?? isDefaulted(field, draft))
  const known = shown.map(({ name }) => [name, values.of(name)] as const)
  return Object.fromEntries(known.filter((entry): entry is [string, Json] => entry[1] !== undefined))
}

/** Whether a field of a new record gets its default, because nobody has touched it. */
function isDefaulted(field: FieldMeta, { base, edits }: Draft): boolean {
  const isDefault = (defaultTreeOf(field) ?? defaultVariableOf(field)) !== undefined
  return base === undefined && edits[field.name] === undefined && isDefault
}

/** The fields of other records that the expressions of a model need, by the reference that leads to them. */
export function referredFields(model: ModelMeta): ReadonlyMap<string, readonly string[]> {
  const ofFields = model.fields.flatMap((field) => [field.tree ?? [], defaultTreeOf(field) ?? []].flat())
  const ofChecks = (model.checks ?? []).flatMap(({ tree, whenTree }) => [tree ?? [], whenTree ?? []].flat())
  const tests = [...model.fields.flatMap(({ when, requiredWhen }) => [when, requiredWhen]), ...whenOf(model.sections)]
  const trees = [...ofFields, ...ofChecks, ...tests.flatMap((test) => test?.tree ?? [])]
  const dotted = [...new Set(trees.flatMap(fieldsOf))].filter((name) => name.includes('.'))
  return Map.groupBy(dotted, (name) => name.slice(0, name.indexOf('.')))
}

function whenOf(sections: readonly Section[] = []) {
  return sections.map(({ when }) => when)
}
