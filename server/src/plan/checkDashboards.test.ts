import { describe, expect, expectTypeOf, it } from 'vitest'
import { dashboard, type DashboardDeclaration } from '../model/dashboard.ts'
import { withBuiltIn } from '../model/builtIn/builtInModels.ts'
import { model } from '../model/declare.ts'
import { choice } from '../model/field/choice.ts'
import { date } from '../model/field/date.ts'
import { decimal } from '../model/field/decimal.ts'
import { toModel } from '../model/toModel.ts'
import { checkDashboards } from './checkDashboards.ts'

const Order = model({
  name: 'com.example.orders.Order',
  title: 'id',
  fields: { status: choice(['draft', 'placed']), placedOn: date(), total: decimal({ precision: 10, scale: 2 }) },
  views: { open: { where: { fieldName: 'status', operator: '=', value: 'draft' } } },
})
const named = {
  models: withBuiltIn([toModel(Order)]),
  roles: ['sales'],
  actions: ['com.example.orders.ship'],
}
const name = 'com.example.orders.sales'

function mistakesOf(...declarations: object[]): string[] {
  const loaded = declarations.map((declaration) => ({ file: 'a.ts', declaration: declaration as DashboardDeclaration }))
  return checkDashboards(loaded, named).map(({ message }) => message)
}

const ofTile = (tile: object) => mistakesOf({ name, tiles: [tile] })

describe('a declared dashboard', () => {
  it('has no mistake in any kind of tile', () => {
    const where = { fieldName: 'status', operator: '=', value: 'placed' }
    const declared = dashboard({
      name,
      label: 'Sales',
      roles: ['sales'],
      tiles: [
        { figure: 'sum.total', of: Order, where, compare: 'placedOn:month', width: 3, height: 1 },
        { figure: 'count', of: Order, compare: 'week' },
        { chart: 'placedOn:month~sum.total', of: Order, where },
        { groupBy: ['status', 'placedOn:year'], sum: ['total'], count: false, of: Order, rows: 5 },
        { rows: 5, of: Order, sortBy: ['-placedOn'], fields: ['status', 'total'], label: 'Newest' },
        { actions: ['com.example.orders.ship'], new: [Order] },
        { views: ['com.example.orders.Order.open'] },
      ],
    })
    expect(mistakesOf(declared)).toEqual([])
  })

  it('names fields that the compiler knows', () => {
    const tiles = [{ figure: 'sum.total', of: Order }] as const
    expectTypeOf(dashboard({ name, tiles })).toEqualTypeOf<DashboardDeclaration>()
    // @ts-expect-error: there is no field `totel`.
    dashboard({ name, tiles: [{ figure: 'sum.totel', of: Order }] })
    // @ts-expect-error: nor `state`.
    dashboard({ name, tiles: [{ groupBy: ['state'], of: Order }] })
    // @ts-expect-error: and no such period.
    dashboard({ name, tiles: [{ figure: 'count', of: Order, compare: 'decade' }] })
  })

  it.each([
    [{ figure: 'total', of: Order }, /^tile 1: figure must be 'count', or a function and a field/],
    [{ figure: 'count' }, /^tile 1: needs of/],
    [{ figure: 'sum.totl', of: Order }, /totl.*total/],
    [{ figure: 'sum.status', of: Order }, /function sum is for numbers/],
    [{ figure: 'count', of: 'com.example.orders.Ordre' }, /com.example.orders.Order/],
    [{ figure: 'count', of: Order, compare: 'monthly' }, /compare must be a period/],
    [{ figure: 'count', of: Order, compare: 'status:month' }, /by is for dates/],
    [{ figure: 'count', of: Order, were: {} }, /has no member "were".*where/],
    [{ figure: 'count', of: Order, where: { fieldName: 'statu', operator: '=', value: 1 } }, /statu/],
    [{ figure: 'count', of: Order, width: 5 }, /width must be 3, 4, 6 or 12/],
    [{ figure: 'count', of: Order, height: 3 }, /height must be 1 or 2/],
    [{ chart: 'placedOn:decade', of: Order }, /chart must be a field and a figure/],
    [{ groupBy: [], of: Order }, /groupBy must be a list of 1 to 3 fields/],
    [{ rows: 21, of: Order }, /rows must be from 1 to 20/],
    [{ rows: 5, of: Order, sortBy: ['-placeOn'] }, /place.*placedOn/],
    [{ actions: ['com.example.orders.shop'] }, /actions names the action .*com.example.orders.ship/],
    [{ new: ['com.example.orders.Ordre'] }, /new names the model .*com.example.orders.Order/],
    [{ views: ['com.example.orders.Order.opne'] }, /views names the view .*com.example.orders.Order.open/],
    [{ views: 'open' }, /views must be a list of declared views/],
    [{}, /needs one of figure, chart, groupBy, rows, actions, new or views/],
  ])('$0', (tile, message) => {
    expect(ofTile(tile)).toEqual([expect.stringMatching(message)])
  })

  it('is told of its own members', () => {
    const tiles = [{ figure: 'count', of: Order }]
    expect(mistakesOf({ name: 'Sales', tiles })).toEqual([expect.stringMatching(/^name must be a package/)])
    expect(mistakesOf({ name, tiles, roles: ['sale'] })).toEqual([expect.stringMatching(/role "sale".*sales/)])
    expect(mistakesOf({ name, tiles, title: 'x' })).toEqual([expect.stringMatching(/no member "title"/)])
    expect(mistakesOf({ name, tiles: Array(25).fill(tiles[0]) })).toEqual([expect.stringMatching(/1 to 24 tiles/)])
    expect(mistakesOf({ name, tiles }, { name, tiles })).toEqual([expect.stringMatching(/declared in a.ts as well/)])
    expect(mistakesOf({ name, tiles, label: { de: 'x' } })).toEqual([expect.stringMatching(/by language/)])
  })
})
