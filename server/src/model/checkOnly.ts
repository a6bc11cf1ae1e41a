import { didYouMean } from '../text/didYouMean.ts'
import { findType } from './field/fieldTypes.ts'
import type { Model } from './Model.ts'

/** Returns the mistakes in `only`. Each message says what to write instead. */
export function checkOnly(model: Model): string[] {
  const { only = {}, relations } = model
  if (typeof only !== 'object' || only === null || Array.isArray(only))
    return ["only must say by field who writes it, such as only: { status: 'actions' }"]
  const writable = model.fields.filter((field) => findType(field)?.writable)
  const names = [...writable, ...relations].map(({ name }) => name)
  return Object.entries(only).flatMap(([name, who]) => [
    ...(names.includes(name)
      ? []
      : [`only names "${name}", which is not a field that is written.${didYouMean(name, names)}`]),
    ...((who as unknown) === 'actions' ? [] : [`only of ${name} must be 'actions'`]),
  ])
}
