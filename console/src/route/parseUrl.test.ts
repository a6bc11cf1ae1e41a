import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findParameters, listOf } from './ListRoute.ts'
import { type Route, routes } from './Route.ts'
import { parseUrl } from './parseUrl.ts'
import { toUrl } from './toUrl.ts'
import { en } from '../i18n/en/en.ts'
import { paletteRoutes } from './paletteRoutes.ts'

const model = fc.constantFrom('com.example.contacts.Contact', 'tabularium.User')
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const version = fc.option(fc.nat(), { nil: undefined })
const name = fc.stringMatching(/^-?[a-z][A-Za-z0-9]{0,8}(\.[a-z]{1,5})?$/)
const names = fc.array(name, { maxLength: 4 })
const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map((value) => value.toWellFormed())

const list = fc
  .record({
    q: text,
    where: text,
    sortBy: names,
    fields: names,
    offset: fc.nat(),
    limit: fc.integer({ min: 0, max: 1000 }),
    after: text,
    start: fc.nat(),
    back: fc.array(fc.stringMatching(/^[A-Za-z0-9-]{0,8}$/), { maxLength: 3 }),
    view: fc.option(id, { nil: undefined }),
    peek: fc.option(id, { nil: undefined }),
    chart: text,
  })
  .map((part) => (part.after === '' ? { ...part, start: 0, back: [] } : part))
  .chain((part) => model.map((of) => listOf(of, part)))

const route: fc.Arbitrary<Route> = fc.oneof(
  fc.record({ screen: fc.constant('login' as const), to: text }),
  fc.constant({ screen: 'login' as const, to: '', link: 'used' as const }),
  fc.constant({ screen: 'login' as const, to: '', problem: { reason: 'not-linked', request: 'r5' } }),
  fc.constant<Route>({ screen: 'home' }),
  list,
  fc.record({
    screen: fc.constant('new' as const),
    model,
    from: fc.option(id, { nil: undefined }),
    set: fc.dictionary(name, text, { maxKeys: 3, noNullPrototype: true }),
  }),
  fc.record({ screen: fc.constant('record' as const), model, id }),
  fc.record({ screen: fc.constant('history' as const), model, id, at: version, with: version }),
  fc.record({ screen: fc.constant('deleted' as const), model, offset: fc.nat() }),
  fc.record({
    screen: fc.constant('changes' as const),
    user: text,
    model,
    record: fc.option(fc.nat(), { nil: undefined }),
    field: text,
    since: text,
    through: text,
  }),
  fc.record({ screen: fc.constant('changeSet' as const), id, offset: fc.nat() }),
  fc.record({ screen: fc.constant('models' as const), model: fc.oneof(model, fc.constant('')) }),
  fc.constant<Route>({ screen: 'access' }),
  fc.record({ screen: fc.constantFrom('role' as const, 'user' as const), id }),
  fc.record({
    screen: fc.constant('accessChanges' as const),
    show: fc.constantFrom('' as const, 'looks' as const),
    user: text,
    model,
    record: fc.option(fc.nat(), { nil: undefined }),
    since: text,
  }),
  fc.record({ screen: fc.constant('why' as const), user: text, model, id: version, action: text }),
  fc.constant<Route>({ screen: 'me' }),
  fc.constant<Route>({ screen: 'about' }),
)

describe('the table of routes', () => {
  it.each(Object.entries(routes))('has the row of %s under its name', (screen, { path, parse }) => {
    expect(parse({ model: 'a.B', id: 1 }, new URLSearchParams()).screen).toBe(screen)
    const address = `/console${path.replace(/:model\??/, 'a.B').replace(':id', '1')}`
    expect(parseUrl(address).screen).toBe(screen)
    expect(toUrl(parseUrl(address))).toBe(address)
  })

  it('has the screens of the palette, which need no more than their path', () => {
    const shown = paletteRoutes(en).map(({ label, route: { screen } }) => [screen, label])
    const some = [
      ['home', 'Home'],
      ['models', 'Models'],
      ['access', 'Users and roles'],
      ['me', 'Your account'],
    ]
    expect(shown).toEqual(expect.arrayContaining(some))
    for (const { palette, path } of Object.values(routes)) if (palette) expect(path).not.toMatch(/:\w+(\/|$)/)
  })
})

describe('the address of a route', () => {
  it('is read back as the same route', () => {
    const same = (any: Route) => {
      expect(parseUrl(toUrl(any))).toEqual(any)
    }
    fc.assert(fc.property(route, same))
  })

  it.each([
    ['/access', '/settings/users'],
    ['/access/roles/3', '/settings/roles/3'],
    ['/access/users/3?as=ada', '/settings/users/3'],
    ['/access/why?user=ada&model=a.B', '/settings/why?user=ada&model=a.B'],
    ['/models', '/settings/models'],
    ['/models/a.B', '/settings/models/a.B'],
    ['/settings', '/settings/about'],
    ['/settings/roles', '/settings/users'],
    ['/settings/work', '/r/tabularium.Job?sortBy=-id'],
  ])('of before leads where that is now: %s', (was, now) => {
    expect(toUrl(parseUrl(`/console${was}`))).toBe(`/console${now}`)
  })

  it('of a list is that of the same list as JSON', () => {
    const contacts = listOf('com.example.contacts.Contact', { q: 'ada', sortBy: ['-createdOn'], offset: 50 })
    expect(toUrl(contacts)).toBe('/console/r/com.example.contacts.Contact?q=ada&sortBy=-createdOn&offset=50')
    expect(findParameters(contacts).toString()).toBe('q=ada&sortBy=-createdOn&offset=50')
  })

  it.each([
    '/console/nowhere',
    '/console/me/too',
    '/console/access/roles/0',
    '/console/access/rules/1',
    '/console/settings/rules',
    '/console/r/com.example.contacts.Contact/one',
    '/console/r/com.example.contacts.Contact/0',
    '/console/r/com.example.contacts.Contact/1/past',
    '/elsewhere',
  ])('that nothing has is said to be unknown: %s', (address) => {
    expect(parseUrl(address).screen).toBe('unknown')
  })
})
