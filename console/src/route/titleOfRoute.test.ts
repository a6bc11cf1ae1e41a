import { describe, expect, it } from 'vitest'
import { listOf } from './ListRoute.ts'
import type { ModelMeta } from '../meta/ModelMeta.ts'
import { en } from '../i18n/en/en.ts'
import { recordOfRoute, titleOfRoute } from './titleOfRoute.ts'
import { allChanges, type Route } from './Route.ts'

const models = [
  { name: 'com.example.Contact', label: 'Contact', title: 'fullName' },
  { name: 'tabularium.User', label: 'User', title: 'username' },
  { name: 'tabularium.View', label: 'View', title: 'name' },
] as unknown as readonly ModelMeta[]
const Contact = 'com.example.Contact'
const context = { words: en, find: (name: string) => models.find((model) => model.name === name), record: undefined }
const ada = { id: 7, version: 2, fullName: 'Ada Lovelace' }

describe('the title of a page', () => {
  it.each<[Route, string]>([
    [{ screen: 'home' }, 'Home · Tabularium'],
    [listOf(Contact), 'Contact · Tabularium'],
    [{ screen: 'new', model: Contact, from: undefined, set: {} }, 'New contact · Tabularium'],
    [{ screen: 'deleted', model: Contact, offset: 0 }, 'Deleted records of Contact · Tabularium'],
    [allChanges, 'Activity · Tabularium'],
    [{ screen: 'changeSet', id: 12, offset: 0 }, 'Change 12 · Tabularium'],
    [{ screen: 'models', model: '' }, 'Models · Tabularium'],
    [{ screen: 'models', model: Contact }, 'Contact · Models · Tabularium'],
    [{ screen: 'access' }, 'Users and roles · Tabularium'],
    [{ screen: 'role', id: 3 }, '#3 · Users and roles · Tabularium'],
    [{ screen: 'me' }, 'Your account · Tabularium'],
    [listOf('com.example.Unknown'), 'com.example.Unknown · Tabularium'],
  ])('%o is %s', (route, title) => {
    expect(titleOfRoute(route, context)).toBe(title)
  })

  it('begins with the record, as soon as that is known', () => {
    const route = { screen: 'record', model: Contact, id: 7 } as const
    const history = { screen: 'history', model: Contact, id: 7, at: 1, with: undefined } as const
    expect(titleOfRoute(route, context)).toBe('#7 · Contact · Tabularium')
    expect(titleOfRoute(route, { ...context, record: ada })).toBe('Ada Lovelace · Contact · Tabularium')
    expect(titleOfRoute(history, { ...context, record: ada })).toBe('History · Ada Lovelace · Contact · Tabularium')
    const cleo = { id: 4, version: 0, username: 'cleo' }
    expect(titleOfRoute({ screen: 'user', id: 4 }, { ...context, record: cleo })).toBe(
      'cleo · Users and roles · Tabularium',
    )
    const leads = { id: 2, version: 0, name: 'My leads' }
    expect(titleOfRoute(listOf(Contact, { view: 2 }), { ...context, record: leads })).toBe(
      'My leads · Contact · Tabularium',
    )
  })

  it('says as whom an administrator looks', () => {
    expect(titleOfRoute({ screen: 'home' }, { ...context, seen: 'cleo' })).toBe('Home · as cleo · Tabularium')
  })
})

it('the record of a route is that of its address', () => {
  expect(recordOfRoute({ screen: 'record', model: Contact, id: 7 })).toEqual({ model: Contact, id: 7 })
  expect(recordOfRoute({ screen: 'user', id: 4 })).toEqual({ model: 'tabularium.User', id: 4 })
  expect(recordOfRoute(listOf(Contact, { view: 2 }))).toEqual({ model: 'tabularium.View', id: 2 })
  expect(recordOfRoute({ screen: 'home' })).toBeUndefined()
})
