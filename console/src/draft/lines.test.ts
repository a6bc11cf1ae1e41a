import { describe, expect, it } from 'vitest'
import { Line, Order, Product } from '../../test/lines/orders.ts'
import { describeModels } from '../../test/describeModels.ts'
import { en } from '../i18n/en/en.ts'
import type { FieldMeta, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import type { Choices, Conflict, MemberConflict } from './Conflict.ts'
import { settle, undecided } from './Conflict.ts'
import { copyOf } from './copyOf.ts'
import { afterSave, type Draft, draftOf, rebase, toSend, withEdit } from './Draft.ts'
import { type LineEdits, lineEditsOf, linesOf, withCell, withLineAgain, withoutCell, withoutLine } from './lines.ts'
import { withLinesOf } from './rebaseLines.ts'

const models = describeModels(Product, Order, Line)
const model = models.find(({ name }) => name === Order.name) as ModelMeta
const field = model.fields.find(({ name }) => name === 'lines') as FieldMeta
const columnOf = (name: string) => field.lines?.columns.find((column) => column.name === name) as FieldMeta

/** An order with lines by their ids, versions and quantities. */
function order(version: number, ...lines: readonly (readonly [number, number, number])[]): RecordJson {
  const members = lines.map(([id, of, quantity]) => ({
    id,
    version: of,
    product: { id: id + 100, version: 0, sku: `p${id}` },
    quantity,
    price: '2.00',
    amount: `${quantity * 2}.00`,
  }))
  return { id: 1, version, customer: 'Ada', lines: members, total: '0.00' }
}

/** A draft after something was done to its lines. */
function edit(draft: Draft, next: (edits: LineEdits, draft: Draft) => LineEdits): Draft {
  return withEdit(draft, field, next(lineEditsOf(draft, field), draft), 'next')
}

const lineOf = (draft: Draft, key: string) => {
  const line = linesOf(draft, field).find((each) => each.key === key)
  return line ?? { key, base: undefined, values: {}, isRemoved: false }
}
const type = (draft: Draft, key: string, column: string, input: string | { id: number }) =>
  edit(draft, (edits) => withCell(edits, lineOf(draft, key), columnOf(column), input))
const remove = (draft: Draft, key: string) => edit(draft, (edits) => withoutLine(edits, lineOf(draft, key)))
const sent = (draft: Draft) => toSend(draft, model, en).data['lines']

const base = draftOf(order(3, [11, 0, 5], [12, 2, 4]), 'key')

describe('the columns of lines', () => {
  it('are the list of their model without the reference to the record', () => {
    expect(field.lines?.columns.map(({ name }) => name)).toEqual(['product', 'quantity', 'price', 'amount'])
    expect(field.lines?.paths).toEqual(['product', 'product.sku', 'product.name', 'quantity', 'price', 'amount'])
  })
})

describe('edits of lines', () => {
  it('are sent as the whole set, untouched lines by id and version', () => {
    const typed = type(remove(type(base, '11', 'quantity', '9'), '12'), 'new', 'product', { id: 7 })
    expect(sent(typed)).toEqual([{ id: 11, version: 0, quantity: 9 }, { product: { id: 7 } }])
    expect(sent(type(base, 'new', 'quantity', '1'))).toEqual([
      { id: 11, version: 0 },
      { id: 12, version: 2 },
      { quantity: 1 },
    ])
  })

  it('are none if all is as it was read', () => {
    expect(type(type(base, '11', 'quantity', '9'), '11', 'quantity', '5').edits).toEqual({})
    const out = remove(base, '11')
    expect(edit(out, (edits) => withLineAgain(edits, lineOf(out, '11'))).edits).toEqual({})
    const added = type(base, 'new', 'quantity', '1')
    expect(edit(added, (edits) => withoutCell(edits, lineOf(added, 'new'), 'quantity')).edits).toEqual({})
    expect(remove(added, 'new').edits).toEqual({})
  })

  it('name what is no value by the line, and do not send an empty line', () => {
    const typed = type(type(base, '12', 'quantity', 'many'), 'new', 'price', '')
    expect(toSend(typed, model, en).faults).toEqual({ 'lines.12.quantity': en.fault.integer })
    expect(sent(typed)).toHaveLength(2)
  })

  it('of a copy are new lines', () => {
    const copy = copyOf(order(3, [11, 0, 5]), model, 'key')
    expect(sent(copy)).toEqual([{ product: { id: 111 }, quantity: 5, price: '2.00' }])
  })
})

describe('lines that others change', () => {
  it('stay at the version that was read where they are touched, and follow where they are not', () => {
    const typed = type(base, '11', 'quantity', '9')
    const now = order(3, [11, 1, 6], [12, 3, 8], [13, 0, 1])
    const followed = { ...typed, base: withLinesOf(typed, now, model) }
    expect(sent(followed)).toEqual([
      { id: 11, version: 0, quantity: 9 },
      { id: 12, version: 3 },
      { id: 13, version: 0 },
    ])
  })

  it('are not left out where the record comes without its lines', () => {
    const { lines: _, ...bare } = order(4)
    expect(sent(rebase(type(base, '11', 'quantity', '9'), bare as RecordJson, model, 'k'))).toHaveLength(2)
  })

  it('need not be taken out twice', () => {
    expect(rebase(remove(base, '12'), order(4, [11, 0, 5]), model, 'k').edits).toEqual({})
  })
})

describe('a save', () => {
  it('leaves what was typed since it was sent, also in a line that was new then', () => {
    const first = type(type(base, '11', 'quantity', '9'), 'new', 'product', { id: 113 })
    const later = type(type(first, 'new', 'quantity', '3'), '12', 'quantity', '1')
    const answered = order(4, [11, 1, 9], [12, 2, 4], [13, 0, 0])
    const left = afterSave(later, first, answered, model, 'k')
    expect(lineEditsOf(left, field)).toEqual({
      added: [],
      changed: { 12: { quantity: '1' }, 13: { quantity: '3' } },
      removed: [],
    })
  })

  it('keeps a line taken out that the service kept', () => {
    const out = remove(base, '12')
    expect(lineEditsOf(afterSave(out, out, order(4, [11, 0, 5], [12, 2, 4]), model, 'k'), field).removed).toEqual([12])
    expect(afterSave(out, out, order(4, [11, 0, 5]), model, 'k').edits).toEqual({})
  })
})

describe('a line that clashes', () => {
  const { lines: _, ...current } = order(3)
  const conflictOf = (member: Partial<MemberConflict>): Conflict => {
    const about = { place: 'lines.0', model: Line.name, id: 11, version: 5, conflicts: [], ...member }
    return { base: null, current, conflicts: [], mergeable: [], members: [about] }
  }
  const decided = (draft: Draft, conflict: Conflict, keep: 'theirs' | 'yours') => {
    const choices: Choices = { 'lines.11': { keep } }
    expect(undecided(conflict, {})).toEqual(['lines.11'])
    expect(undecided(conflict, choices)).toEqual([])
    return sent(settle(draft, model, conflict, choices, 'k'))
  }
  const typed = type(type(base, '11', 'quantity', '9'), '11', 'price', '3')

  it('is sent for the version of now, or without what clashes', () => {
    const conflict = conflictOf({ conflicts: [{ field: 'quantity', by: null, on: '' }] })
    const others = [{ id: 12, version: 2 }]
    expect(decided(typed, conflict, 'yours')).toEqual([{ id: 11, version: 5, quantity: 9, price: '3' }, ...others])
    expect(decided(typed, conflict, 'theirs')).toEqual([{ id: 11, version: 0, price: '3' }, ...others])
  })

  it('is a new line or none if others took it out', () => {
    const conflict = conflictOf({ version: null, conflicts: [{ deleted: true }] })
    const again = { product: { id: 111 }, quantity: 9, price: '3' }
    expect(decided(typed, conflict, 'yours')).toEqual([{ id: 12, version: 2 }, again])
    const out = settle(typed, model, conflict, { 'lines.11': { keep: 'theirs' } }, 'k')
    expect(out.edits).toEqual({})
  })

  it('that you took out stays, if you keep theirs', () => {
    const conflict = conflictOf({ place: 'lines', conflicts: [{ removed: true, changed: ['quantity'] }] })
    expect(settle(remove(base, '11'), model, conflict, { 'lines.11': { keep: 'theirs' } }, 'k').edits).toEqual({})
    expect(decided(remove(base, '11'), conflict, 'yours')).toEqual([{ id: 12, version: 2 }])
  })
})
