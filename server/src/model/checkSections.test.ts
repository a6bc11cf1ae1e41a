import { describe, expect, it } from 'vitest'
import { checkModels } from './checkModels.ts'
import { model, type ModelDeclaration } from './declare.ts'
import { boolean } from './field/boolean.ts'
import { decimal } from './field/decimal.ts'
import { rollup } from './field/rollup.ts'
import { text } from './field/text.ts'
import { collection } from './relation/collection.ts'
import { toModel } from './toModel.ts'

function mistakesOf(change: object): string[] {
  const declaration = { name: 'org.example.Thing', title: 'name', fields: { name: text() }, ...change }
  return checkModels([{ file: 'Thing.ts', model: toModel(declaration as ModelDeclaration) }]).map(
    ({ message }) => message,
  )
}

describe('sections and group', () => {
  it('are in the plain form as they were declared', () => {
    const sections = [{ label: 'One', fields: [{ name: 'name', width: 6 }], columns: 2, when: "name != 'x'" }]
    expect(mistakesOf({ sections, group: 'Things' })).toEqual([])
    expect(toModel({ name: 'org.example.Thing', title: 'name', fields: { name: text() }, sections })).toMatchObject({
      sections,
    })
  })

  it.each<[string, object, string]>([
    ['sections that are no list', { sections: 'name' }, 'sections must be a list such as'],
    ['a section that is none', { sections: [null] }, 'sections must be a list such as'],
    ['a section without a label', { sections: [{ fields: ['name'] }] }, 'sections must be a list such as'],
    ['a section with an empty label', { sections: [{ label: '', fields: ['name'] }] }, 'sections must be'],
    ['a section without fields', { sections: [{ label: 'A', fields: [] }] }, 'sections must be a list such as'],
    [
      'a section with more',
      { sections: [{ label: 'A', fields: ['name'], colums: 2 }] },
      'the section A has no member "colums". Did you mean "columns"?',
    ],
    ['too many columns', { sections: [{ label: 'A', fields: ['name'], columns: 5 }] }, 'a number from 1 to 4'],
    ['no width', { sections: [{ label: 'A', fields: [{ name: 'name', width: 13 }] }] }, 'not from 1 to 12'],
    ['a placed field with more', { sections: [{ label: 'A', fields: [{ name: 'name', w: 2 }] }] }, 'has name with "w"'],
    ['a field without a name', { sections: [{ label: 'A', fields: [{ width: 6 }] }] }, 'sections must be a list such'],
    [
      'a placed field that is none',
      { sections: [{ label: 'A', fields: [{ name: 'nmae' }] }] },
      'sections name "nmae", which is not a field of the model. Did you mean "name"?',
    ],
    ['a tab of few sections', { sections: [{ label: 'A', fields: ['name'], tab: true }] }, 'with more than 6 sections'],
    ['a tab that is none', { sections: [{ label: 'A', fields: ['name'], tab: false }] }, 'has a tab that is not true'],
    [
      'a field that is none',
      { sections: [{ label: 'A', fields: ['nmae'] }] },
      'sections name "nmae", which is not a field of the model. Did you mean "name"?',
    ],
    ['a field twice', { sections: [{ label: 'A', fields: ['name', 'name'] }] }, 'must not name a field twice'],
    [
      'a label twice',
      {
        sections: [
          { label: 'A', fields: ['name'] },
          { label: 'A', fields: ['more'] },
        ],
        fields: { name: text(), more: text() },
      },
      'two sections must not have the same label',
    ],
    ['a group that is no text', { group: 5 }, 'group must be a text'],
    ['an empty group', { group: '' }, 'group must be a text'],
    [
      'an icon that there is not',
      { icon: 'reciept' },
      'icon must be the name of an icon of the console, such as \'receipt\'. Did you mean "receipt"?',
    ],
    ['a place that is neither', { nav: 'yes' }, 'nav must be true or false'],
  ])('%s is a mistake', (_, change, message) => {
    const mistakes = mistakesOf(change)
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).toContain(message)
  })

  it('the compiler knows the fields', () => {
    const declared = { name: 'org.example.Thing', title: 'name', fields: { name: text() } } as const
    model({ ...declared, sections: [{ label: 'A', fields: ['name', { name: 'name', width: 6 }] }] })
    // @ts-expect-error nmae is no field.
    model({ ...declared, sections: [{ label: 'A', fields: [{ name: 'nmae', width: 6 }] }] })
    // @ts-expect-error nmae is no field.
    model({ ...declared, sections: [{ label: 'A', fields: ['nmae'] }] })
  })
})

describe('view', () => {
  const mistakesOfField = (field: unknown) => mistakesOf({ fields: { name: text(), thing: field } })

  it.each([
    text({ multiline: true, view: 'markdown' }),
    text({ view: 'color' }),
    text({ view: 'colour' }),
    decimal({ precision: 4, scale: 2, view: 'money' }),
  ])('fits the type: %j', (field) => {
    expect(mistakesOfField(field)).toEqual([])
  })

  it.each<[string, unknown, string]>([
    ['unknown', text({ view: 'colr' as 'color' }), 'Did you mean "color"?'],
    ['of another type', text({ view: 'money' }), "view must be one of 'markdown', 'code', 'color', 'colour', 'phone'."],
    ['of a type without any', boolean({ view: 'code' }), 'a field of type boolean has no view: leave it out'],
    ['markdown on one line', text({ view: 'markdown' }), "view: 'markdown' needs multiline: true"],
  ])('%s is a mistake', (_, field, message) => {
    const mistakes = mistakesOfField(field)
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).toContain(message)
  })

  it('of a rollup follows the field that it is computed from', () => {
    const order = (view: 'money' | 'code') => ({
      name: 'org.example.Order',
      title: 'name',
      fields: {
        name: text(),
        lines: collection('org.example.Line', { by: 'order' }),
        total: rollup('sum', 'lines.amount', { view }),
      },
    })
    const line = {
      name: 'org.example.Line',
      title: 'amount',
      fields: {
        amount: decimal({ precision: 4, scale: 2 }),
        order: { type: 'reference', target: 'org.example.Order', onDelete: 'refuse' },
      },
    }
    const mistakes = (view: 'money' | 'code') =>
      checkModels(
        [order(view), line].map((one) => ({ file: 'a.ts', model: toModel(one as unknown as ModelDeclaration) })),
      ).map(({ message }) => message)
    expect(mistakes('money')).toEqual([])
    expect(mistakes('code')).toEqual(["view must be one of 'money', 'percent'."])
  })
})
