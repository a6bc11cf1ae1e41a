import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { integer, json, model, text } from '../index.ts'
import { toModel } from '../model/toModel.ts'
import { compareEdits } from './compareEdits.ts'
import { Increment } from './plainValues.ts'
import type { Past, PastEntry, Plain, PlainRecord } from './Past.ts'

const Person = toModel(
  model({
    name: 'org.example.Person',
    title: 'name',
    fields: { name: text(), age: integer(), extra: json(), street: text(), city: text(), pin: text({ secret: true }) },
    together: [['street', 'city']],
  }),
)

const audit = { createdOn: 'then', createdBy: 1, updatedOn: 'then', updatedBy: 1 }
const hidden = 'pin'

/** The past of a record that you read at version 3 and that others changed since, one after the other. */
function pastOf(base: PlainRecord, others: readonly PlainRecord[]): Past {
  let values = base
  const entries = others.map((edit, index): PastEntry => {
    const changed = Object.keys(edit).filter((field) => !same(values[field], edit[field]) || field === hidden)
    const changes = changed.map((field) => [field, field === hidden ? null : [values[field], edit[field]]])
    values = { ...values, ...edit }
    const by = { id: index + 1, username: `other ${index + 1}`, name: null }
    return { version: 4 + index, operation: 'u', on: `moment ${index + 1}`, by, changes: Object.fromEntries(changes) }
  })
  const { [hidden]: _, ...shown } = values
  const own: PastEntry = { version: 3, operation: 'u', on: 'moment 0', by: null, changes: { [hidden]: null } }
  return { current: { version: 3 + others.length, values: shown, ...audit }, entries: [own, ...entries] }
}

function same(a: Plain, b: Plain): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

const base = { name: 'Ada', age: 36, extra: { a: [1] }, street: 'Old Road 1', city: 'London' }

function compare(others: readonly PlainRecord[], yours: PlainRecord) {
  return compareEdits({ version: 3, values: base }, pastOf(base, others), yours, Person)
}

describe('two edits of one record', () => {
  const second = { id: 2, username: 'other 2', name: null }

  it('of different fields do not clash', () => {
    expect(compare([{ age: 37 }], { name: 'Augusta' })).toMatchObject({ clashes: [], mergeable: ['name'] })
  })

  it('never clash where yours adds to a value, whatever the others did to it', () => {
    const added = new Increment({ increment: 2 })
    expect(compare([{ age: 37 }], { age: added })).toMatchObject({ clashes: [], mergeable: ['age'] })
    expect(compare([], { age: added })).toMatchObject({ clashes: [], mergeable: ['age'] })
    expect(compare([{ age: null }], { age: new Increment({ increment: 0 }) })).toMatchObject({
      clashes: [],
      mergeable: ['age'],
    })
    expect(compare([{ name: 'B' }], { name: 'C', age: added })).toMatchObject({
      clashes: [{ field: 'name' }],
      mergeable: ['age'],
    })
  })

  it('clash where yours adds to a field and others changed one that changes together with it', () => {
    const yours = { street: new Increment({ increment: 2 }) }
    expect(compare([{ city: 'Paris' }], yours)).toMatchObject({ clashes: [{ field: 'street' }], mergeable: [] })
    expect(compare([{ street: 'New Road' }], yours)).toMatchObject({ clashes: [], mergeable: ['street'] })
  })

  it('of one field clash, and the clash names who changed it last and when', () => {
    const clash = { field: 'name', base: 'Ada', current: 'C', yours: 'Mine', by: second, on: 'moment 2' }
    expect(compare([{ name: 'B' }, { name: 'C' }, { age: 1 }], { name: 'Mine', age: 36 })).toMatchObject({
      clashes: [clash],
      mergeable: [],
    })
  })

  it('to the same value do not clash, and there is nothing left to merge', () => {
    expect(compare([{ name: 'B', extra: { a: [2] } }], { name: 'B', extra: { a: [2] } })).toMatchObject({
      clashes: [],
      mergeable: [],
    })
  })

  it('do not clash if others set the field back to its base', () => {
    expect(compare([{ name: 'B' }, { name: 'Ada' }], { name: 'Mine' })).toMatchObject({
      clashes: [],
      mergeable: ['name'],
    })
  })

  it('a field that was sent as it was read is not an edit', () => {
    expect(compare([{ name: 'B', extra: null }], { ...base, age: 40 })).toMatchObject({
      clashes: [],
      mergeable: ['age'],
    })
  })

  it('clearing is an edit like any other', () => {
    expect(compare([{ age: null }], { name: null })).toMatchObject({ clashes: [], mergeable: ['name'] })
    expect(compare([{ age: null }], { age: null })).toMatchObject({ clashes: [], mergeable: [] })
    expect(compare([{ age: null }], { age: 1 }).clashes).toMatchObject([{ base: 36, current: null, yours: 1 }])
  })

  it('JSON is compared by what it says, not by the order of its members', () => {
    expect(compare([{ extra: { x: 1, y: 2 } }], { extra: { y: 2, x: 1 } })).toMatchObject({
      clashes: [],
      mergeable: [],
    })
  })
})

describe('fields that move together', () => {
  it('clash as one: a street from one person and a city from another do not make an address', () => {
    const by = { id: 1, username: 'other 1', name: null }
    expect(compare([{ city: 'Paris' }], { street: 'New Road 2', name: 'B' })).toMatchObject({
      clashes: [
        { field: 'street', base: 'Old Road 1', current: 'Old Road 1', yours: 'New Road 2', by, on: 'moment 1' },
      ],
      mergeable: ['name'],
    })
  })

  it('do not clash if you have all that others changed', () => {
    expect(compare([{ city: 'Paris' }], { street: 'Rue 2', city: 'Paris' })).toMatchObject({
      clashes: [],
      mergeable: ['street'],
    })
  })

  it('do not clash if others have all that you changed', () => {
    expect(compare([{ street: 'Rue 2', city: 'Paris' }], { street: 'Rue 2' })).toMatchObject({
      clashes: [],
      mergeable: [],
    })
  })
})

describe('a secret', () => {
  it('that was sent counts as your edit, since its base is not known; an older change does not clash', () => {
    expect(compare([{ name: 'B' }], { pin: '1234' })).toMatchObject({ clashes: [], mergeable: ['pin'] })
  })

  it('that others changed clashes, whatever its new value', () => {
    expect(compare([{ pin: '1234' }], { pin: '1234' }).clashes).toMatchObject([
      { field: 'pin', by: { username: 'other 1' } },
    ])
  })
})

describe('any two edits', () => {
  const value = fc.constantFrom<Plain>(null, 1, 'x', { a: 1 })
  const whole: fc.Arbitrary<PlainRecord> = fc.record({
    name: value,
    age: value,
    extra: value,
    street: value,
    city: value,
  })
  const field = fc.constantFrom('name', 'age', 'extra', 'street', 'city', hidden)
  const edit: fc.Arbitrary<PlainRecord> = fc.dictionary(field, value, { maxKeys: 3, noNullPrototype: true })
  const scene = fc.tuple(whole, fc.array(edit, { minLength: 1, maxLength: 4 }), edit)

  it('merge field by field as a person would, and clash if a person would have to ask', () => {
    fc.assert(
      fc.property(scene, ([start, others, yours]) => {
        const past = pastOf(start, others)
        const { clashes, mergeable } = compareEdits({ version: 3, values: start }, past, yours, Person)
        const verdicts = units.map((unit) => judge(unit, start, others, yours))
        expect(clashes.map(({ field }) => field).toSorted()).toEqual(verdicts.flatMap(({ asks }) => asks).toSorted())
        const changed = mergeable.filter((one) => one !== hidden && !same(past.current?.values[one], start[one]))
        expect(changed).toEqual([])
        if (clashes.length > 0) return
        const merged = { ...past.current?.values, ...pick(yours, mergeable) }
        expect(merged).toEqual(Object.assign({}, ...verdicts.map(({ takes }) => takes)))
      }),
      { numRuns: 1_000 },
    )
  })

  it('never lose a field and never overwrite one silently', () => {
    fc.assert(
      fc.property(scene, ([start, others, yours]) => {
        const past = pastOf(start, others)
        const current: PlainRecord = past.current?.values ?? {}
        const { clashes, mergeable } = compareEdits({ version: 3, values: start }, past, yours, Person)
        const merged: PlainRecord = { ...current, ...pick(yours, mergeable) }
        fc.pre(clashes.length === 0)
        const fields = Object.keys(start)
        const mine = fields.filter((field) => field in yours && !same(yours[field], start[field]))
        const theirs = fields.filter((field) => !same(current[field], start[field]))
        const untouched = fields.filter((field) => !mine.includes(field) && !theirs.includes(field))
        expect(pick(merged, mine)).toEqual(pick(yours, mine))
        expect(pick(merged, theirs)).toEqual(pick(current, theirs))
        expect(pick(merged, untouched)).toEqual(pick(start, untouched))
      }),
      { numRuns: 500 },
    )
  })

  it('every clash has all three sides, and the last user who changed it', () => {
    fc.assert(
      fc.property(scene, ([start, others, yours]) => {
        const past = pastOf(start, others)
        for (const clash of compareEdits({ version: 3, values: start }, past, yours, Person).clashes) {
          const unit = units.find((fields) => fields.includes(clash.field)) ?? []
          const last = past.entries.findLast(({ version, changes }) => version > 3 && unit.some((f) => f in changes))
          const side = (of: PlainRecord | undefined) => of?.[clash.field] ?? null
          expect(clash).toEqual({
            field: clash.field,
            base: side(start),
            current: side(past.current?.values),
            yours: side(yours),
            by: last?.by,
            on: last?.on,
          })
        }
      }),
    )
  })

  const units = [['name'], ['age'], ['extra'], ['pin'], ['street', 'city']]

  /** What a person would do with a group of fields as a whole: take one side, or ask. */
  function judge(unit: string[], start: PlainRecord, others: readonly PlainRecord[], yours: PlainRecord) {
    const edited = unit.filter((field) => field in yours && (field === hidden || !same(yours[field], start[field])))
    if (unit.includes(hidden)) {
      const touched = others.some((one) => hidden in one)
      if (touched) return { asks: edited, takes: {} }
      return { asks: [], takes: pick(yours, edited) }
    }
    const theirs: PlainRecord = pick(Object.assign({}, start, ...others), unit)
    const mine: PlainRecord = pick({ ...start, ...yours }, unit)
    const changed = unit.filter((field) => !same(theirs[field], start[field]))
    if (edited.every((field) => same(mine[field], theirs[field]))) return { asks: [], takes: theirs }
    if (changed.every((field) => same(mine[field], theirs[field]))) return { asks: [], takes: mine }
    return { asks: edited, takes: {} }
  }

  function pick(record: PlainRecord, fields: readonly string[]): PlainRecord {
    return Object.fromEntries(fields.filter((field) => field in record).map((field) => [field, record[field]]))
  }
})

describe('a field that you may not read', () => {
  const readable = new Set(['name', 'extra', 'street', 'city', 'pin'])
  const compared = (yours: PlainRecord, others: readonly PlainRecord[]) =>
    compareEdits({ version: 3, values: base }, { ...pastOf(base, others), readable }, yours, Person)

  it('always clashes, and does not reveal whether it has the value that you sent, or who changed it', () => {
    const results = [36, 37, null].flatMap((age) =>
      [[], [{ age: 37 }], [{ name: 'Eve' }, { age: 36 }]].map((others) => {
        const { clashes, mergeable } = compared({ age }, others)
        return { fields: clashes.map(({ field, by, on }) => [field, by, on]), mergeable }
      }),
    )
    for (const one of results) expect(one).toEqual({ fields: [['age', null, null]], mergeable: [] })
  })

  it('does not prevent a merge of other fields', () => {
    expect(compared({ name: 'Eve' }, [{ age: 37 }])).toMatchObject({ clashes: [], mergeable: ['name'] })
  })
})
