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

function sightOf(...rules: Partial<Rule>[]) {
  const none = { id: 1, role: 'r', model: '*', condition: null, readFields: null, writeFields: null }
  const forbidden = { read: true, create: false, update: false, delete: false }
  const whole = rules.map((rule): Rule => ({ ...none, ...forbidden, ...rule }))
  return new Rights('', whole, false, models).visibility
}

describe('what is seen depends on who looks', () => {
  it('where a rule about the model asks for the user', () => {
    expect(sightOf({ model: Coin.name, condition: own }).isPersonal(models.get(Coin.name))).toBe(true)
    expect(sightOf({ model: Coin.name }, { condition: own }).isPersonal(models.get(Coin.name))).toBe(false)
  })

  it('where only a field is seen by who one is', () => {
    const visibility = sightOf({ model: Coin.name, readFields: [] }, { model: Coin.name, condition: own })
    expect(visibility.isPersonal(models.get(Coin.name))).toBe(true)
  })

  it('where it is so of records that it leads to, on any way', () => {
    const visibility = sightOf({}, { model: Shelf.name, condition: own })
    expect(visibility.isPersonal(models.get(Coin.name))).toBe(false)
    const narrow = sightOf({ model: Book.name }, { model: Shelf.name, condition: own })
    expect(narrow.isPersonal(models.get(Book.name))).toBe(true)
    const back = sightOf({ model: Shelf.name }, { model: Book.name, condition: own })
    expect(back.isPersonal(models.get(Shelf.name))).toBe(true)
  })

  it('where it leads to users, of whom everybody sees themselves', () => {
    expect(sightOf({}).isPersonal(models.get(Note.name))).toBe(true)
    expect(sightOf({}).isPersonal(models.get(Coin.name))).toBe(false)
  })

  it('never for who sees everything, and not where a rule asks for the moment alone', () => {
    expect(new Rights('', [], true, models).visibility.isPersonal(models.get(Note.name))).toBe(false)
    const now = { fieldName: 'createdOn', operator: '<', value: '$now' }
    expect(sightOf({ model: Coin.name, condition: now }).isPersonal(models.get(Coin.name))).toBe(false)
  })
})
