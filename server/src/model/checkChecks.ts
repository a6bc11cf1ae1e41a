import { didYouMean, suggest } from '../text/didYouMean.ts'
import { isFieldName } from './checkField.ts'
import { isChoice } from './field/choice.ts'
import type { Model } from './Model.ts'
import { isWords } from './words.ts'

const members = ['name', 'fields', 'when', 'holds', 'message']
const maxChecks = 100

/**
 * Returns the mistakes in `checks` that the model alone shows; the criteria are parsed by `checkCriteria`. Each message
 * says what to write instead.
 */
export function checkChecks(model: Model): string[] {
  const checks: unknown = model.checks ?? []
  if (!Array.isArray(checks) || !checks.every(isObject))
    return ["checks must be a list such as checks: [{ name: 'endsLater', fields: ['endsOn'], holds: …, message: '…' }]"]
  if (checks.length > maxChecks) return [`a model has at most ${maxChecks} checks, and this one has ${checks.length}`]
  const names = checks.map(({ name }) => String(name))
  const repeated = names.find((name, index) => names.indexOf(name) < index)
  return [
    ...checks.flatMap((check, index) => checkCheck(check, index, model)),
    ...(repeated === undefined ? [] : [`checks has "${repeated}" twice: give each check its own name`]),
  ]
}

function checkCheck(check: Record<string, unknown>, index: number, model: Model): string[] {
  const { name, when, holds, message } = check
  if (!isFieldName(name)) return [`check ${index + 1} needs a name such as name: 'endsLater'`]
  const unknown = Object.keys(check).filter((member) => !members.includes(member))
  return [
    ...unknown.map((member) => `has no member "${member}".${didYouMean(member, members)}`),
    ...checkFields(check['fields'], model),
    ...(isTest(holds) ? [] : ["needs holds: an expression or criteria, such as holds: 'endsOn >= beginsOn'"]),
    ...(when === undefined || isTest(when)
      ? []
      : ['has a when that is neither an expression nor criteria: leave it out for all records']),
    ...(isWords(message, 'message') ? [] : ['needs a message for people, of at most 300 characters']),
    ...(Object.hasOwn(model.transitions ?? {}, name)
      ? ['has the name of a field with transitions: choose another']
      : []),
  ].map((mistake) => `the check ${name} ${mistake}`)
}

function isTest(test: unknown): boolean {
  return isObject(test) || typeof test === 'string'
}

function checkFields(given: unknown, { fields }: Model): string[] {
  const names = fields.map(({ name }) => name)
  if (!Array.isArray(given) || given.length === 0)
    return ["needs the fields that its message is about, such as fields: ['endsOn']"]
  return given
    .filter((name) => !names.includes(name))
    .map((name) => `names "${name}", which is not a field of the model.${didYouMean(String(name), names)}`)
}

/** Returns the mistakes in `transitions`. Each message says what to write instead. */
export function checkTransitions(model: Model): string[] {
  const { transitions = {}, fields } = model
  if (!isObject(transitions))
    return ["transitions must be lists by field and value, such as transitions: { status: { draft: ['placed'] } }"]
  const steps = Object.entries(transitions).flatMap(([name, byValue]) => {
    const field = fields.find((one) => one.name === name)
    if (!field || !isChoice(field)) {
      const choices = fields.filter(isChoice).map((one) => one.name)
      return [`transitions names "${name}", which is not a choice with one value.${suggest(name, choices)}`]
    }
    return checkByValue(name, byValue, field.values.map(String))
  })
  return [...steps, ...checkUndoTransitions(model)]
}

function checkUndoTransitions({ transitions, undoTransitions: given }: Model): string[] {
  const undoTransitions: unknown = given
  if (undoTransitions === undefined) return []
  if (undoTransitions !== false) return ['undoTransitions must be false: leave it out if an undo may go back']
  return transitions ? [] : ['undoTransitions needs transitions: declare them, or leave it out']
}

function checkByValue(name: string, byValue: unknown, values: readonly string[]): string[] {
  if (!isObject(byValue) || Object.keys(byValue).length === 0 || !Object.values(byValue).every(Array.isArray))
    return [`transitions of ${name} must be lists by value, such as ${name}: { ${values[0]}: ['${values.at(-1)}'] }`]
  const named = Object.entries(byValue).flatMap(([from, to]) => [from, ...(to as unknown[]).map(String)])
  const unknown = [...new Set(named)].filter((value) => !values.includes(value))
  const twice = Object.entries(byValue).filter(([, to]) => new Set(to as unknown[]).size < (to as unknown[]).length)
  return [
    ...unknown.map((value) => `transitions of ${name} has "${value}", which is no value.${suggest(value, values)}`),
    ...twice.map(([from]) => `transitions of ${name} lists a value twice after "${from}"`),
  ]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
