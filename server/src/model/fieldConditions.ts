import type { Check } from './Check.ts'
import type { Field } from './field/Field.ts'
import { findType } from './field/fieldTypes.ts'
import { isSecret } from './field/text.ts'
import type { Model } from './Model.ts'
import type { Relation } from './relation/Relation.ts'

/** What holds is asked for: criteria, or an expression. */
type Test = object | string

/** When forms show a field; always if undefined. `when` of a series is another one: which records get a number. */
export function shownWhen(field: Field | Relation): Test | undefined {
  if (!('when' in field) || isOfType(field)) return undefined
  return field.when
}

function isOfType(field: Field | Relation): boolean {
  return 'required' in field && (findType(field as Field)?.options.includes('when') ?? false)
}

/** The name of the check that a field has a value where `requiredWhen` is met. */
function requiredCheckOf(name: string): string {
  return `${name}Required`
}

/** The declared checks, and one for each field with `requiredWhen`: so it holds for every way to write. */
export function withRequiredChecks(
  checks: readonly Check[] | undefined,
  declared: readonly (readonly [name: string, field: object])[],
): readonly Check[] | undefined {
  const required = declared.flatMap(([name, field]) => {
    const when = 'requiredWhen' in field ? field.requiredWhen : undefined
    return isTest(when) ? [toRequiredCheck(name, when)] : []
  })
  return required.length === 0 || (checks !== undefined && !Array.isArray(checks))
    ? checks
    : [...(checks ?? []), ...required]
}

function toRequiredCheck(name: string, when: Test): Check {
  const holds = { fieldName: name, operator: 'notNull' }
  return { name: requiredCheckOf(name), fields: [name], when, holds, message: 'is required' }
}

/** The field whose `requiredWhen` a check stands for; undefined if the check is declared as one. */
export function findRequired({ name, when }: Check, { fields }: Model): Field | undefined {
  return fields.find((field) => name === requiredCheckOf(field.name) && field.requiredWhen === when)
}

/** Returns the mistakes in the form of `when` and `requiredWhen` of a field; `checkCriteria` parses them. */
export function checkConditions(field: Field): string[] {
  const { requiredWhen, required } = field
  const when = isOfType(field) ? undefined : field.when
  return [
    ...(when === undefined || isTest(when) ? [] : [notATest('when', 'when: "status != \'draft\'"')]),
    ...(when !== undefined && required && field.default === undefined
      ? ['has when and is always required, so that it is needed where it is not shown: write requiredWhen instead']
      : []),
    ...(requiredWhen === undefined || isTest(requiredWhen)
      ? []
      : [notATest('requiredWhen', 'requiredWhen: "status = \'placed\'"')]),
    ...(requiredWhen !== undefined && required ? ['is always required: leave out required or requiredWhen'] : []),
    ...(requiredWhen !== undefined && isSecret(field)
      ? ['is a secret, which no condition asks for: leave it out']
      : []),
  ]
}

function notATest(member: string, example: string): string {
  return `${member} must be an expression or criteria, such as ${example}`
}

/** Whether a value has the form of a condition. */
export function isTest(test: unknown): test is Test {
  return typeof test === 'string' || (typeof test === 'object' && test !== null && !Array.isArray(test))
}
