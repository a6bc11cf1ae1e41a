import { describe, expect, it } from 'vitest'
import { action as declareAction } from '../logic/action.ts'
import { noLogic } from '../logic/Logic.ts'
import { toLogic } from '../logic/toLogic.ts'
import { toRoutes } from '../http/routes.ts'
import { operations } from '../operations/table.ts'
import { collection, integer, links, model, reference, rollup, text } from '../index.ts'
import { builtInModels } from '../model/builtIn/builtInModels.ts'
import type { ModelDeclaration } from '../model/declare.ts'
import { Models } from '../model/Models.ts'
import { toModel } from '../model/toModel.ts'
import { Rights } from '../permission/Rights.ts'
import type { Rule } from '../permission/Rule.ts'
import { Document } from './Document.ts'
import { toTemplate } from './modelParts.ts'

const Author = model({
  name: 'org.example.Author',
  title: 'name',
  fields: {
    name: text({ required: true, unique: true, max: 100 }),
    pin: text({ secret: true }),
    books: collection('org.example.Book', { by: 'author' }),
    pages: rollup('sum', 'books.pages'),
    copies: rollup('count', 'books'),
  },
})

const Book = model({
  name: 'org.example.Book',
  title: 'title',
  archive: true,
  fields: {
    title: text({ required: true }),
    pages: integer({ min: 1 }),
    author: reference('org.example.Author', { required: true }),
    related: links('org.example.Book'),
  },
})

const action = toLogic(
  declareAction({
    name: 'org.example.lend',
    takes: { book: reference('org.example.Book', { required: true }), days: integer({ default: 14 }) },
    gives: { book: reference('org.example.Book') },
    run: async () => ({}),
  }),
)
const logic = { ...noLogic, actions: new Map(action.kind === 'action' ? [[action.name, action]] : []) }
const options = {
  operations,
  logic,
  version: '1.2.3',
  cookie: 'session',
  isSecure: false,
  limits: { maxLimit: 1000, maxBulk: 500 },
}
/** The operations of models without comments. SCIM has a description of its own. */
const recordOperations = operations.filter(({ route, about }) => !route.includes('/comments') && about !== 'scim')
const nothing = { id: 1, role: 'test', condition: null, readFields: null, writeFields: null }
const noActions = { read: false, create: false, update: false, delete: false }

function toModels(declarations: readonly ModelDeclaration[]): Models {
  return new Models([...declarations.map((declaration) => toModel(declaration)), ...builtInModels()])
}

interface Json {
  readonly paths: Record<string, Record<string, { operationId?: string; security?: unknown; responses: object }>>
  readonly components: Record<string, Record<string, { properties: object; required?: string[]; allOf?: object[] }>>
}

function textFor(
  rules: readonly Partial<Rule>[] | 'admin',
  models = toModels([Author, Book]),
  only?: string[],
): string {
  const isAdmin = rules === 'admin'
  const given = isAdmin ? [] : rules.map((rule) => ({ model: '*', ...noActions, ...nothing, ...rule }))
  return new Document(new Rights('test', given, isAdmin, models), options).toText(only).text
}

function documentFor(...given: Parameters<typeof textFor>): Json {
  return JSON.parse(textFor(...given))
}

function operationsOf({ paths }: Json): string[] {
  return Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ operationId }) => operationId ?? []))
}

describe('a document', () => {
  it('describes every route to an administrator', () => {
    const { paths } = documentFor('admin')
    for (const { method, path } of toRoutes(recordOperations)) {
      const template = toTemplate(path)
        .replace('/rest/{model}', '/rest/org.example.Book')
        .replace('/action/{name}', '/action/org.example.lend')
        .replace('/explain/action/org.example.lend', '/explain/action/{name}')
      expect(paths[template]?.[method.toLowerCase()]?.responses, `${method} ${template}`).toBeDefined()
    }
  })

  it('refers only to components that it has, and has none that nothing refers to', () => {
    for (const rules of ['admin', [], [{ read: true }], [{ create: true }], [{ delete: true }]] as const) {
      const found = textFor(rules)
      const { components } = JSON.parse(found) as Json
      const referred = new Set(Array.from(found.matchAll(/"#\/components\/([^"]+)"/g), ([, place]) => place))
      const places = Object.entries(components)
        .filter(([kind]) => kind !== 'securitySchemes')
        .flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`))
      expect(new Set(places)).toEqual(referred)
    }
  })

  it('has the operations that the caller may do, and no others', () => {
    const ofBooks = (rules: Partial<Rule>[]) =>
      operationsOf(documentFor(rules)).filter((id) => id.startsWith('org.example.Book.'))
    for (const action of ['read', 'delete'] as const) {
      const needing = recordOperations.filter((one) => one.about === 'model' && one.actions.includes(action))
      expect(ofBooks([{ model: 'org.example.Book', [action]: true }])).toEqual(
        needing.map(({ name }) => `org.example.Book.${name}`),
      )
    }
    expect(ofBooks([{ model: 'org.example.Book', read: true }])).toContain('org.example.Book.history')
    expect(ofBooks([{ model: 'org.example.Book', read: true }])).not.toContain('org.example.Book.create')
    expect(ofBooks([])).toEqual([])
  })

  it('has the actions that the caller may run', () => {
    const path = '/ws/action/org.example.lend'
    expect(documentFor([]).paths[path]).toBeUndefined()
    expect(documentFor([{ model: 'org.example.*', read: true }]).paths[path]).toBeUndefined()
    const [body] = [documentFor([{ model: 'org.example.*', run: true }]).paths[path]?.['post']] as [object]
    expect(body).toMatchObject({
      operationId: 'action.org.example.lend',
      requestBody: {
        content: {
          'application/json': {
            schema: {
              properties: {
                data: {
                  required: ['book'],
                  properties: { book: { required: ['id'] }, days: { type: ['integer', 'null'] } },
                },
              },
            },
          },
        },
      },
    })
  })

  it('gives every operation an id of its own', () => {
    const ids = operationsOf(documentFor('admin'))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('never shows a secret, and lets it be sent', () => {
    const { schemas } = documentFor('admin').components
    expect(schemas?.['org.example.Author.Shown']?.properties).not.toHaveProperty('pin')
    expect(schemas?.['org.example.Author.Values']?.properties).toHaveProperty('pin', {
      type: ['string', 'null'],
      writeOnly: true,
    })
  })

  it('says that a sum of integers may be null, which one beyond 2^53-1 is', () => {
    const { schemas } = documentFor('admin').components
    const { pages, copies } = (schemas?.['org.example.Author.Shown']?.properties ?? {}) as Record<string, object>
    expect(pages).toEqual({ type: ['integer', 'null'], format: 'int64', readOnly: true })
    expect(copies).toEqual({ type: 'integer', format: 'int64', readOnly: true })
  })

  it('names the statuses that clients tell apart, and lists the others with their codes as default', () => {
    const { paths, components } = documentFor('admin')
    const update = paths['/ws/rest/org.example.Book/{id}']?.['post']?.responses ?? {}
    expect(Object.keys(update)).toEqual(['200', '400', '401', '403', '404', '409', 'default'])
    expect(components['responses']?.['Write.default']).toHaveProperty(
      'description',
      '413 `body-too-large`; 415 `unsupported-media-type`; 422 `key-reused`; 500 `internal`; 503 `unavailable`.',
    )
  })

  it('requires of a new record what has no default, and of a record as read everything', () => {
    const { schemas } = documentFor('admin').components
    expect(schemas?.['org.example.Book.New']?.required).toEqual(['title', 'author'])
    expect(schemas?.['org.example.Book']?.required).toEqual([
      'id',
      'version',
      'title',
      'pages',
      'author',
      'archivedOn',
      'archivedBy',
      'createdOn',
      'createdBy',
      'updatedOn',
      'updatedBy',
    ])
  })

  it('is the same to the byte in worlds that differ in what the caller may not see', () => {
    const Hidden = model({ name: 'org.example.Hidden', title: 'name', fields: { name: text() } })
    const OtherAuthor = { ...Author, fields: { ...Author.fields, hidden: reference(Hidden) } }
    const rules = [
      { model: 'org.example.Book', read: true, update: true },
      { model: 'org.example.Author', read: true, readFields: ['name'] },
    ]
    const visible = textFor(rules, toModels([Author, Book]))
    expect(textFor(rules, toModels([OtherAuthor, Book, Hidden]))).toBe(visible)
    expect(textFor('admin', toModels([OtherAuthor, Book, Hidden]))).toContain('org.example.Hidden')
  })

  it('describes the chosen models with what their records show of others', () => {
    const cut = documentFor('admin', undefined, ['org.example.Book'])
    const ids = operationsOf(cut).filter((id) => id.includes('example'))
    expect(ids.every((id) => id.startsWith('org.example.Book.'))).toBe(true)
    expect(cut.components['schemas']).toHaveProperty(['org.example.Author.Shown'])
    expect(cut.components['schemas']).not.toHaveProperty(['org.example.Author.Page'])
  })

  it('refuses a model that the caller may not know as one that does not exist', () => {
    const rules = [{ model: 'org.example.Book', read: true }]
    for (const name of ['org.example.Author', 'org.example.Nowhere', ''])
      expect(() => textFor(rules, undefined, [name])).toThrow(/There is no such model here/)
  })
})
