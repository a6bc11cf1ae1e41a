import { didYouMean } from '../text/didYouMean.ts'
import type { Field } from './field/Field.ts'
import { typeOf } from './field/fieldTypes.ts'
import { isRollup } from './field/rollup.ts'
import type { Model } from './Model.ts'
import type { Models } from './Models.ts'

/** Returns the mistakes in the view of a field. */
export function checkView(field: Field, model: Model, models: Models): string[] {
  const { view } = field
  if (view === undefined) return []
  // A rollup is shown as a value of the field that it is computed from.
  const found = models.find(model.name)?.fields.find(({ name }) => name === field.name)
  const shown = found && isRollup(found) ? (found.resolved?.result ?? field) : field
  const known = typeOf(shown).views ?? []
  if (known.length === 0) return [`a field of type ${shown.type} has no view: leave it out`]
  if (!known.includes(view))
    return [`view must be one of ${known.map((name) => `'${name}'`).join(', ')}.${didYouMean(String(view), known)}`]
  if (view === 'markdown' && !('multiline' in field && field.multiline))
    return ["view: 'markdown' needs multiline: true"]
  return []
}
