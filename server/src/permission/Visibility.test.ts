import { describe, expect, it } from 'vitest'
import { userModel } from '../model/builtIn/names.ts'
import { withBuiltIn } from '../model/builtIn/builtInModels.ts'
import { model } from '../model/declare.ts'
import { reference } from '../model/field/reference.ts'
import { text } from '../model/field/text.ts'
import { collection } from '../model/relation/collection.ts'
import { toModel } from '../model/toModel.ts'
import { Rights } from './Rights.ts'
import type { Rule } from './Rule.ts'

const Shelf = model({
  name: 'org.example.Shelf',
  title: 'name',
  fields: { name: text(), books: collection('org.example.Book', { by: 'shelf' }) },
})
const Book = model({
  name: 'org.example.Book',
  title: 'name',
  fields: { name: text(), shelf: reference(Shelf) },
})
const Coin = model({ name: 'org.example.Coin', title: 'name', fields: { name: text() } })
const Note = model({
  name: 'org.example.Note',
  title: 'name',
  fields: { name: text(), coin: reference(Coin), by: reference(userModel) },
})
const models = withBuiltIn([Shelf, Book, Coin, Note].map(toModel))
const own = { fieldName: 'createdBy', operator: '=', value: '$user.id' }

function visibilityOf(...rules: Partial<Rule>[]) {
  const none = { id: 1, role: 'r', model: '*', condition: null, readFields: null, writeFields: null }
  const forbidden = { read: true, create: false, update: false, delete: false }
  const whole = rules.map((rule): Rule => ({ ...none, ...forbidden, ...rule }))
  return new Rights('', whole, false, models).visibility
}

describe('visibility depends on the user', () => {
  it('if a rule for the model uses the user', () => {
    expect(visibilityOf({ model: Coin.name, condition: own }).isPersonal(models.get(Coin.name))).toBe(true)
    expect(visibilityOf({ model: Coin.name }, { condition: own }).isPersonal(models.get(Coin.name))).toBe(false)
  })

  it('if the visibility of a field does', () => {
    const visibility = visibilityOf({ model: Coin.name, readFields: [] }, { model: Coin.name, condition: own })
    expect(visibility.isPersonal(models.get(Coin.name))).toBe(true)
  })

  it('if that of a reachable model does, by references or collections', () => {
    const visibility = visibilityOf({}, { model: Shelf.name, condition: own })
    expect(visibility.isPersonal(models.get(Coin.name))).toBe(false)
    const narrow = visibilityOf({ model: Book.name }, { model: Shelf.name, condition: own })
    expect(narrow.isPersonal(models.get(Book.name))).toBe(true)
    const back = visibilityOf({ model: Shelf.name }, { model: Book.name, condition: own })
    expect(back.isPersonal(models.get(Shelf.name))).toBe(true)
  })

  it('if users are reachable, because every user can see their own record', () => {
    expect(visibilityOf({}).isPersonal(models.get(Note.name))).toBe(true)
    expect(visibilityOf({}).isPersonal(models.get(Coin.name))).toBe(false)
  })

  it('never if everything is visible, and not if a rule uses only the current time', () => {
    expect(new Rights('', [], true, models).visibility.isPersonal(models.get(Note.name))).toBe(false)
    const now = { fieldName: 'createdOn', operator: '<', value: '$now' }
    expect(visibilityOf({ model: Coin.name, condition: now }).isPersonal(models.get(Coin.name))).toBe(false)
  })
})

describe('a field that some rules show and others do not', () => {
  const coin = models.get(Coin.name)
  const wide = { fieldName: 'createdOn', operator: '>', value: '2026-01-01T00:00:00Z' }
  const narrow = { operator: 'and', criteria: [own, wide] }
  const shows = { model: Coin.name, readFields: ['name'] }
  const others = { model: Coin.name, readFields: [] }

  it('is visible in all records if each record of the others meets the condition of one that shows it', () => {
    const visibility = visibilityOf({ ...shows, condition: wide }, { ...others, condition: narrow })
    expect(visibility.rowsOfField(coin, 'name')).toBeUndefined()
    expect(visibility.rowsOf(coin)).toMatchObject({ is: 'comparison', comparator: '>' })
    const same = visibilityOf({ ...shows, condition: wide }, { ...others, condition: wide })
    expect(same.rowsOfField(coin, 'name')).toBeUndefined()
  })

  it('is visible in some records otherwise', () => {
    const wider = visibilityOf({ ...shows, condition: narrow }, { ...others, condition: wide })
    expect(wider.rowsOfField(coin, 'name')).toMatchObject({ is: 'and' })
    const apart = visibilityOf({ ...shows, condition: own }, { ...others, condition: wide })
    expect(apart.rowsOfField(coin, 'name')).toMatchObject({ is: 'comparison', comparator: '=' })
    const open = visibilityOf({ ...shows, condition: wide }, others)
    expect(open.rowsOfField(coin, 'name')).toMatchObject({ is: 'comparison', comparator: '>' })
  })
})
