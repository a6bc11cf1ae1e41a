import { describe, expect, it } from 'vitest'
import { checkModels } from '../model/checkModels.ts'
import { model, type ModelDeclaration } from '../model/declare.ts'
import { boolean, choice, collection, date, dateTime, decimal, json, reference, role, text } from '../index.ts'
import { Models } from '../model/Models.ts'
import { toRole } from '../model/role.ts'
import { toModel } from '../model/toModel.ts'
import { checkViews } from './views.ts'

const Customer = model({ name: 'org.example.Customer', title: 'name', fields: { name: text() } })
const order = {
  name: 'org.example.Order',
  title: 'number',
  search: ['number'],
  fields: {
    number: text(),
    code: text({ secret: true }),
    status: choice(['draft', 'placed']),
    urgent: boolean(),
    customer: reference(Customer),
    dueOn: date(),
    endsOn: date(),
    seenOn: dateTime(),
    total: decimal({ precision: 10, scale: 2 }),
    extra: json(),
    lines: collection('org.example.Line', { by: 'order' }),
  },
} as const
const Line = model({ name: 'org.example.Line', title: 'id', fields: { order: reference('org.example.Order') } })
const sales = toRole(role({ name: 'sales', rules: [] }), 'roles.ts')

/** The mistakes of the views of a model, which may be of any form: declarations are loaded without the compiler. */
function mistakesOf(views: unknown): string[] {
  const declarations = [{ ...order, views }, Customer, Line] as ModelDeclaration[]
  const plain = declarations.map(toModel)
  const form = checkModels(plain.map((one) => ({ file: 'Order.ts', model: one })))
  const found = form.length > 0 ? form : checkViews(new Models(plain), [sales], () => 'Order.ts')
  return found.map(({ message }) => message)
}

const where = { fieldName: 'status', operator: '=', value: 'placed' }

describe('the views of a model', () => {
  it('may have every member', () => {
    const grid = {
      label: 'Open',
      where,
      q: 'oak',
      sortBy: ['-dueOn', 'customer.name'],
      fields: ['number', 'customer.name'],
    }
    const groups = { groupBy: ['customer', 'dueOn:month', 'urgent'], footer: { total: 'sum', number: 'filled' } }
    const colors = [
      { where, color: 'red' },
      { where: 'dueOn < $today', color: 'amber', on: 'cell', field: 'dueOn' },
    ]
    const others = { roles: ['sales'], default: true, forMe: true, colors }
    expect(mistakesOf({ open: { ...grid, ...groups, ...others } })).toEqual([])
    const board = { layout: 'board', by: 'status', card: ['customer', 'total'], sum: 'total', limit: 20 }
    expect(mistakesOf({ board: { ...board, groupBy: ['customer'] } })).toEqual([])
    const calendar = { layout: 'calendar', from: 'dueOn', to: 'endsOn', color: 'status' }
    expect(
      mistakesOf({ figures: { layout: 'pivot', groupBy: ['customer', 'dueOn:month'], footer: { total: 'sum' } } }),
    ).toEqual([])
    expect(mistakesOf({ due: calendar, cards: { layout: 'gallery', card: ['number'] } })).toEqual([])
  })

  it('are a list with labels in the plain form', () => {
    const plain = toModel({ ...order, views: { dueSoon: { q: 'oak' }, open: { label: { en: 'Open', de: 'Offen' } } } })
    expect(plain.views).toEqual([
      { name: 'dueSoon', label: 'Due soon', q: 'oak' },
      { name: 'open', label: { en: 'Open', de: 'Offen' } },
    ])
  })

  it.each<[string, unknown, string]>([
    ['a list', [where], 'the view undefined needs a name'],
    ['a text', 'open', 'views must be such as views: { open:'],
    ['a name with a capital', { Open: {} }, 'the view Open needs a name that begins with a small letter'],
    ['the name of the tab of all', { all: {} }, 'the view all has the name of the tab of all records'],
    ['an unknown member', { a: { colour: 1 } }, 'the view a has no member "colour". Did you mean "color"?'],
    ['an unknown layout', { a: { layout: 'bord' } }, 'the view a has the layout "bord". Did you mean "board"?'],
    ['a board without columns', { a: { layout: 'board' } }, 'the view a needs by: the field of the columns'],
    ['a calendar without days', { a: { layout: 'calendar' } }, 'the view a needs from: a date field'],
    ['a member of another layout', { a: { by: 'status' } }, 'has by, which is of the layout board: leave it out'],
    ['too many groups', { a: { groupBy: ['a', 'b', 'c', 'd'] } }, 'needs groupBy as 1 to 3 field names'],
    ['two lanes', { a: { layout: 'board', by: 'status', groupBy: ['a', 'b'] } }, 'groupBy as 1 field name,'],
    [
      'a pivot table without fields',
      { a: { layout: 'pivot' } },
      'needs groupBy: the fields of its rows and its columns',
    ],
    ['a pivot table of one field', { a: { layout: 'pivot', groupBy: ['status'] } }, 'groupBy as 2 field names'],
    ['an unknown figure', { a: { footer: { total: 'som' } } }, 'the footer "som" of total. Did you mean "sum"?'],
    ['a figure of a text', { a: { footer: { number: 'sum' } } }, 'footer: The function sum is for numbers'],
    ['criteria of no field', { a: { where: { ...where, fieldName: 'statos' } } }, 'the view a: where: '],
    ['words without a text', { a: { q: '' } }, 'the view a needs q as a text'],
    ['an order of no field', { a: { sortBy: ['due'] } }, 'the view a: sortBy: '],
    ['a column of a secret', { a: { fields: ['code'] } }, 'the view a: fields: '],
    ['a group of JSON', { a: { groupBy: ['extra'] } }, 'groupBy: The field extra is of type json'],
    ['a period of a text', { a: { groupBy: ['number:month'] } }, 'groupBy: The member by is for dates'],
    ['an unknown period', { a: { groupBy: ['dueOn:mnth'] } }, 'Did you mean "month"?'],
    ['columns of a date', { a: { layout: 'board', by: 'dueOn' } }, 'that is a choice, boolean or reference. There are'],
    ['days of a text', { a: { layout: 'calendar', from: 'number' } }, 'that is a date or dateTime. There are dueOn'],
    ['days and moments', { a: { layout: 'calendar', from: 'dueOn', to: 'seenOn' } }, 'of the type of from, date'],
    ['a color of no choice', { a: { layout: 'calendar', from: 'dueOn', color: 'total' } }, 'a choice with one value'],
    ['a role of no file', { a: { roles: ['sails'] } }, 'roles names "sails", which no file declares'],
    ['a free color', { a: { colors: [{ where, color: '#f00' }] } }, 'which is "#f00": use one of gray, red'],
    [
      'a cell without field',
      { a: { colors: [{ where, color: 'red', on: 'cell' }] } },
      'is on the cell: name its field',
    ],
    ['a color of no condition', { a: { colors: [{ where: 'total', color: 'red' }] } }, 'the condition of a color is a'],
    ['false', { a: { default: false } }, 'needs default to be true: leave it out otherwise'],
    ['two defaults', { a: { default: true }, b: { default: true } }, 'a and b are both the default of everybody'],
  ])('are mistakes: %s', (_, views, message) => {
    const mistakes = mistakesOf(views)
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).toContain(message)
  })

  it('have names that the compiler knows', () => {
    model({
      ...order,
      views: { a: { layout: 'board', by: 'status', groupBy: ['customer'] }, b: { groupBy: ['dueOn:month'] } },
    })
    // @ts-expect-error statos is no field.
    model({ ...order, views: { a: { layout: 'board', by: 'statos' } } })
    // @ts-expect-error There is no layout bord.
    model({ ...order, views: { a: { layout: 'bord' } } })
    // @ts-expect-error som is no figure.
    model({ ...order, views: { a: { footer: { total: 'som' } } } })
  })
})
