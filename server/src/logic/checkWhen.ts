import { findTestMistakes } from '../criteria/findTestMistakes.ts'
import { isChoice } from '../model/field/choice.ts'
import type { Models } from '../model/Models.ts'
import { isWords } from '../model/words.ts'
import { suggest } from '../text/didYouMean.ts'
import type { Action } from './Logic.ts'
import { subjectOf } from './subjectOf.ts'

const members = ['holds', 'message']
const example = `when: { holds: "status = 'placed'", message: 'Only a placed order can be shipped.' }`

/** Returns the mistakes in `when` of an action. Each message says what to write instead. */
export function checkWhen(action: Action, models: Models): string[] {
  const { on, when } = action
  if (when === undefined) return []
  if (!isObject(when)) return [`when must be such as ${example}`]
  const { holds, message }: { holds?: unknown; message?: unknown } = when
  const model = on === undefined ? undefined : models.find(on)
  const isTest = isObject(holds) || typeof holds === 'string'
  return [
    ...Object.keys(when)
      .filter((member) => !members.includes(member))
      .map((member) => `when has no member "${member}".${suggest(member, members)}`),
    ...(on === undefined ? ['when needs on: the model of the records that it asks'] : []),
    ...(model && !subjectOf(action) ? [`when needs a record to ask: take a reference or links to ${model.name}`] : []),
    ...(isTest ? [] : [`when needs holds: an expression or criteria, such as ${example}`]),
    ...(isWords(message, 'message') ? [] : ['when needs a message for people, of at most 300 characters']),
    ...(model && isTest ? findTestMistakes(holds, model, models).map((mistake) => `when ${mistake}`) : []),
  ]
}

/** Returns the mistakes in `leadsTo` of an action: its fields and values must be there. */
export function checkLeadsTo({ on, leadsTo }: Action, models: Models): string[] {
  if (leadsTo === undefined) return []
  if (!isObject(leadsTo) || Object.keys(leadsTo).length === 0)
    return ["leadsTo must be values by field, such as leadsTo: { status: 'shipped' }"]
  if (on === undefined) return ['leadsTo needs on: the model whose records change']
  const model = models.find(on)
  if (!model) return []
  const choices = model.fields.filter(isChoice)
  return Object.entries(leadsTo).flatMap(([name, value]) => {
    const field = choices.find((one) => one.name === name)
    const names = choices.map((one) => one.name)
    if (!field)
      return [`leadsTo names "${name}", which is not a choice of ${on} with one value.${suggest(name, names)}`]
    if (field.values.includes(value)) return []
    return [`leadsTo has "${String(value)}", which is no value of ${name}.${suggest(String(value), field.values)}`]
  })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
