import { describe, expect, it } from 'vitest'
import { model } from './declare.ts'
import { text } from './field/text.ts'
import { Models } from './Models.ts'
import { noteOrders } from './noteOrders.ts'
import { toModel } from './toModel.ts'

const fields = {
  code: text({ required: true, unique: true, max: 10 }),
  name: text({ indexed: true, max: 50 }),
  note: text({ max: 50 }),
}

/** The notes about an order, with these indexes. */
function notesOf(sortBy: string[], indexes: string[][] = []): string[] {
  const declared = toModel(model({ name: 'org.example.Thing', title: 'name', fields }))
  return noteOrders(new Models([{ ...declared, sortBy, indexes }]), () => 'Thing.ts').map(({ message }) => message)
}

describe('an order', () => {
  it.each<[string[], string[][]]>([
    [['id'], []],
    [['-id'], []],
    [['code'], []],
    [['-code', 'note'], []],
    [['name'], []],
    [['-createdOn'], [['-createdOn']]],
    [['-createdOn', '-id'], [['-createdOn', 'note']]],
    [['note', '-createdOn'], [['note', '-createdOn']]],
  ])('%j is served by %j', (sortBy, indexes) => {
    expect(notesOf(sortBy, indexes)).toEqual([])
  })

  it.each<[string[], string[][]]>([
    [['-createdOn'], []],
    [['-name'], []],
    [['name', 'note'], []],
    [['note', '-createdOn'], [['note', 'createdOn']]],
  ])('%j is not served by %j, and a note says what to add', (sortBy, indexes) => {
    const list = sortBy.map((name) => `'${name}'`).join(', ')
    expect(notesOf(sortBy, indexes)).toEqual([
      `no index serves sortBy, so each list sorts all records: add indexes: [[${list}]]`,
    ])
  })
})
