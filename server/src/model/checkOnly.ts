import { suggest } from '../text/didYouMean.ts'
import { findType } from './field/fieldTypes.ts'
import { fieldsOfLogic, type Model, writeActions } from './Model.ts'

/** Returns the mistakes in `only`. Each message says what to write instead. */
export function checkOnly(model: Model): string[] {
  const { only = {}, relations } = model
  if (typeof only !== 'object' || only === null || Array.isArray(only))
    return ["only must be 'actions', or say by field who writes it, such as only: { status: 'actions' }"]
  const writable = model.fields.filter((field) => findType(field)?.writable)
  const names = [...writable, ...relations].map(({ name }) => name)
  return [
    ...checkRecords(only['*']),
    ...fieldsOfLogic(model).flatMap((name) => [
      ...(names.includes(name)
        ? []
        : [`only names "${name}", which is not a field that is written.${suggest(name, names)}`]),
      ...(only[name] === 'actions' ? [] : [`only of ${name} must be 'actions'`]),
    ]),
  ]
}

function checkRecords(actions: unknown): string[] {
  if (actions === undefined) return []
  const known: readonly unknown[] = writeActions
  const isList = Array.isArray(actions) && actions.length > 0 && new Set(actions).size === actions.length
  if (isList && actions.every((action) => known.includes(action))) return []
  return [`only of '*' must list some of ${writeActions.join(', ')}, such as '*': ['create', 'delete']`]
}
