import { describe, expect, it } from 'vitest'
import { everyType } from '../../../test/harness/everyType.ts'
import { computed, computedType, fieldsIn } from './computed.ts'
import { findType } from './fieldTypes.ts'

const model = everyType.get('org.example.archive.Item')

function fieldWith(template: string) {
  return {
    ...computed(template),
    name: 'made',
    label: 'Made',
    type: 'computed',
    required: false,
    unique: false,
    indexed: false,
  } as const
}

describe('computed', () => {
  it.each([
    ['{name} {code}', `(coalesce("name", '') || ' ' || coalesce("code", ''))`],
    ['{name}[ ({code})]', `(coalesce("name", '')) || coalesce((' (' || "code" || ')'), '')`],
    ['No. {count}', `('No. ' || coalesce("count"::text, ''))`],
    ["{name}'s", `(coalesce("name", '') || '''s')`],
  ])('the template %s is kept by PostgreSQL as %s', (template, expression) => {
    expect(computedType.generated?.(fieldWith(template), model, findType).expression.toText()).toBe(expression)
  })

  it.each([
    ['', 'a computed field needs a template'],
    ['{name', 'a computed field needs a template'],
    ['{{name}}', 'a computed field needs a template'],
    ['[[{name}]]', 'a computed field needs a template'],
    ['constant', 'the template names no field'],
    ['{nickName}', 'the template names {nickName}, which is not a field of this model'],
    ['{day}', 'the template names {day} of type date; it can hold texts, choices and numbers only'],
    ['{title}', 'the template names {title} of type computed'],
  ])('the template %j is a mistake: %s', (template, mistake) => {
    const [first] = computedType.check?.(fieldWith(template), model, () => undefined, findType) ?? []
    expect(first).toContain(mistake)
  })

  it('an index over it needs short parts', () => {
    expect(check('{name}')).toEqual([])
    expect(check('{notes}')).toEqual(['an index needs short text: give its fields a max, together under 600'])
  })

  it('names its fields in their order', () => {
    expect(fieldsIn('{b}[ {a}]{b}')).toEqual(['b', 'a', 'b'])
  })
})

function check(template: string): string[] | undefined {
  return computedType.check?.({ ...fieldWith(template), unique: true }, model, () => undefined, findType)
}
