import { describe, expect, it } from 'vitest'
import { toModels } from '../../test/harness/everyType.ts'
import { checkCriteria } from '../criteria/checkCriteria.ts'
import { checkModels } from './checkModels.ts'
import { model, type ModelDeclaration } from './declare.ts'
import { choice } from './field/choice.ts'
import { date } from './field/date.ts'
import { formula } from './field/formula.ts'
import { integer } from './field/integer.ts'
import { series } from './field/series.ts'
import { text } from './field/text.ts'
import { links } from './relation/links.ts'
import { toModel } from './toModel.ts'

const name = 'org.example.forms.Order'
const status = choice(['draft', 'placed'], { default: 'draft' })

function declare(change: object): ModelDeclaration {
  return model({ name, title: 'id', fields: { status }, ...change })
}

/** The mistakes of a model, each with the field that it is told of. */
function mistakesOf(change: object): string[] {
  const declaration = declare(change)
  const plain = checkModels([{ file: 'Order.ts', model: toModel(declaration) }])
  const found = plain.length > 0 ? plain : checkCriteria(toModels([declaration]), () => 'Order.ts')
  expect(found.every(({ file, model: of }) => file === 'Order.ts' && of === name)).toBe(true)
  return found.map(({ field, message }) => (field === undefined ? message : `${field}: ${message}`))
}

const ofField = (options: object) => mistakesOf({ fields: { status, dueOn: date(options) } })

describe('when and requiredWhen of a field', () => {
  it('are criteria or expressions', () => {
    const criteria = { fieldName: 'status', operator: '=', value: 'placed' }
    expect(ofField({ when: "status != 'draft'", requiredWhen: "status = 'placed'" })).toEqual([])
    expect(ofField({ when: criteria, requiredWhen: criteria })).toEqual([])
    expect(mistakesOf({ fields: { status, tags: links(name, { when: criteria }) } })).toEqual([])
  })

  it('a series keeps its own: which records get a number', () => {
    const when = { fieldName: 'status', operator: '=', value: 'placed' }
    expect(mistakesOf({ fields: { status, number: series('O{number}', { gapless: true, when }) } })).toEqual([])
  })

  it('requiredWhen is a check of the model, and of no model without it', () => {
    const when = "status = 'placed'"
    const { checks } = toModel(declare({ fields: { status, dueOn: date({ requiredWhen: when }) } }))
    const holds = { fieldName: 'dueOn', operator: 'notNull' }
    expect(checks).toEqual([{ name: 'dueOnRequired', fields: ['dueOn'], when, holds, message: 'is required' }])
    expect(toModel(declare({ fields: { status, dueOn: date({ when }) } }))).not.toHaveProperty('checks')
  })

  it.each<[string, object, string]>([
    ['a when that is no condition', { when: true }, 'dueOn: when must be an expression or criteria, such as when:'],
    ['a requiredWhen that is none', { requiredWhen: 5 }, 'dueOn: requiredWhen must be an expression or criteria'],
    ['a value that is needed and not shown', { when: "status = 'placed'", required: true }, 'dueOn: has when and is'],
    ['both', { required: true, requiredWhen: "status = 'placed'" }, 'dueOn: is always required: leave out'],
    ['an unknown field in when', { when: "staus = 'placed'" }, 'dueOn: when names staus at character 1, which is not'],
    [
      'an unknown field in requiredWhen',
      { requiredWhen: "staus = 'placed'" },
      'dueOn: requiredWhen names staus at character 1',
    ],
    ['a when that is no condition of a form', { when: '$before.dueOn is null' }, 'dueOn: when has $before'],
    ['a when with another type', { when: 'dueOn + 1d' }, 'dueOn: when is a date, and must be true or false'],
  ])('%s is a mistake', (_, options, message) => {
    expect(ofField(options)).toEqual([expect.stringContaining(message)])
  })

  it('a value that the service computes, and a secret, can not be required', () => {
    const requiredWhen = "status = 'placed'"
    const copies = integer()
    const computed = { ...formula('copies + 1', integer()), requiredWhen }
    expect(mistakesOf({ fields: { status, copies, computed } })).toEqual([
      expect.stringContaining('computed: a field of type formula has no option "requiredWhen".'),
    ])
    const pin = text({ secret: true, requiredWhen })
    expect(mistakesOf({ fields: { status, pin } })).toEqual([expect.stringContaining('pin: is a secret')])
  })

  it('a check can not have the name of one of them', () => {
    const check = { name: 'dueOnRequired', fields: ['dueOn'], holds: 'dueOn > $today', message: 'is past' }
    const change = { fields: { status, dueOn: date({ requiredWhen: "status = 'placed'" }) }, checks: [check] }
    expect(mistakesOf(change)).toEqual(['checks has "dueOnRequired" twice: give each check its own name'])
  })
})

describe('when of a section', () => {
  const of = (section: object) => mistakesOf({ sections: [{ label: 'Delivery', fields: ['status'], ...section }] })

  it('is a condition, and its mistakes are told of the section', () => {
    expect(of({ when: "status != 'draft'" })).toEqual([])
    expect(of({ when: 7 })).toEqual(['the section Delivery has a when that is neither an expression nor criteria'])
    expect(of({ when: 'staus' })).toEqual([expect.stringContaining('the when of the section Delivery names staus at')])
  })
})
