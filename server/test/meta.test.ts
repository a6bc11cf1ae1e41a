import { beforeAll, describe, expect, it } from 'vitest'
import { boolean } from '../src/model/field/boolean.ts'
import { integer } from '../src/model/field/integer.ts'
import { text } from '../src/model/field/text.ts'
import { model } from '../src/model/declare.ts'
import { removeAll, saveMany, search, updateMass } from './harness/actions.ts'
import { admin, Client, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { refusal, shown, success } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { Award, Book, Chapter, Country, Genre, Note, Publisher } from './harness/library.ts'
import { useModels } from './harness/useModels.ts'
import { addUser } from './harness/users.ts'

/** A model with a field that may be written but never read. */
const Safe = model({
  name: 'org.example.library.Safe',
  title: 'code',
  label: 'Strong box',
  list: ['code', 'open'],
  fields: {
    code: text({ required: true, max: 10, help: 'What is written on it' }),
    combination: text({ secret: true }),
    open: boolean({ default: false }),
    weight: integer({ min: 1, indexed: true }),
  },
})

const models = toModels([Award, Book, Chapter, Country, Genre, Note, Publisher, Safe])
const stage = useModels(models)
let other: Client

beforeAll(async () => {
  await addUser(stage.database, 'plain')
  other = new Client(stage.service.url)
  await other.login({ ...admin, username: 'plain' })
  return () => other.close()
})

describe('GET /ws/meta/models', () => {
  it('lists the models with their labels', async () => {
    const reply = await stage.client.exchange('GET', '/ws/meta/models')
    expect(shown(reply)).toEqual(
      success(models.all.map(({ name, label, plural }) => ({ name, label, ...(plural && { plural }) }))),
    )
    expect(reply.json?.data).toContainEqual({ name: Safe.name, label: 'Strong box' })
  })

  it('takes no parameters', async () => {
    expect(shown(await stage.client.exchange('GET', '/ws/meta/models?x=1'))).toEqual(refusal('invalid-parameter'))
  })
})

describe('GET /ws/meta/fields/:model', () => {
  it('describes a model by its plain-data form', async () => {
    const plain = { unique: false, indexed: false, required: false }
    expect(shown(await stage.client.exchange('GET', `/ws/meta/fields/${Safe.name}`))).toEqual(
      success([
        {
          name: Safe.name,
          label: 'Strong box',
          title: 'code',
          list: ['code', 'open'],
          search: ['code'],
          fields: [
            {
              ...plain,
              name: 'code',
              type: 'text',
              label: 'Code',
              required: true,
              max: 10,
              help: 'What is written on it',
            },
            { ...plain, name: 'combination', type: 'text', label: 'Combination', secret: true },
            { ...plain, name: 'open', type: 'boolean', label: 'Open', default: false },
            { ...plain, name: 'weight', type: 'integer', label: 'Weight', indexed: true, min: 1 },
          ],
          may: ['read', 'create', 'update', 'delete'],
        },
      ]),
    )
  })

  it('shows relations among the fields, with their targets', async () => {
    const { fields } = recordOf(await stage.client.exchange('GET', `/ws/meta/fields/${Book.name}`))
    expect(fields).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'publisher', type: 'reference', target: Publisher.name, onDelete: 'clear' }),
        { name: 'chapters', type: 'collection', label: 'Chapters', target: Chapter.name, by: 'book' },
        { name: 'genres', type: 'links', label: 'Genres', target: Genre.name, onDelete: 'clear' },
      ]),
    )
  })

  it('shows what can be sorted and searched quickly', async () => {
    expect(recordOf(await stage.client.exchange('GET', `/ws/meta/fields/${Book.name}`))).toMatchObject({
      indexes: [['name'], ['-pages', 'name']],
    })
    expect(recordOf(await stage.client.exchange('GET', `/ws/meta/fields/${Publisher.name}`))).toMatchObject({
      search: ['name'],
    })
  })

  it('knows no other models', async () => {
    const reply = await stage.client.exchange('GET', '/ws/meta/fields/org.example.library.Bok')
    expect(shown(reply)).toEqual(refusal('unknown-model'))
    expect(reply.text).toContain('Did you mean \\"org.example.library.Book\\"?')
    for (const name of ['__proto__', 'constructor', 'tabularium.users', '%00'])
      expect(shown(await stage.client.exchange('GET', `/ws/meta/fields/${name}`))).toEqual(refusal('unknown-model'))
  })

  it.each(['PUT', 'POST', 'DELETE'])('can only be read: %s is not allowed', async (method) => {
    for (const path of ['/ws/meta/models', `/ws/meta/fields/${Book.name}`]) {
      const reply = await stage.client.exchange(method, path)
      expect(shown(reply)).toEqual(refusal('method-not-allowed'))
      expect(reply.headers.allow).toContain('GET')
    }
  })
})

/** A request of each kind beyond plain reads and writes of one record. */
function waysIn(client: Client, model: { readonly name: string } = Book) {
  return {
    search: () => search(client, model),
    'find with an order': () => client.find(model.name, '?sortBy=name'),
    'read of fields': () => client.exchange('GET', `/ws/rest/${model.name}/1?fields=name`),
    bulk: () => saveMany(client, model, [{ name: 'x' }]),
    'dry run': () => saveMany(client, model, [{ name: 'x' }], { query: '?dryRun=true' }),
    removeAll: () => removeAll(client, model, [{ id: 1, version: 0 }]),
    updateMass: () => updateMass(client, model, { data: {}, values: { pages: 1 }, maxAffected: 5 }),
    'fields of a model': () => client.exchange('GET', `/ws/meta/fields/${model.name}`),
  }
}

/** The whole answer without the request id. */
function withoutRequestId({ status, json }: Reply): object {
  return { status, json: { ...json, data: { ...(json?.data as object), requestId: '' } } }
}

const ways = Object.keys(waysIn(new Client('http://127.0.0.1'))) as (keyof ReturnType<typeof waysIn>)[]

describe('a user without rights', () => {
  it.each(ways)('gets the answer for a model that does not exist: %s', async (way) => {
    const [hidden, missing] = [await waysIn(other)[way](), await waysIn(other, { name: 'org.example.No' })[way]()]
    expect(shown(hidden)).toEqual(refusal('unknown-model'))
    expect(withoutRequestId(hidden)).toEqual(withoutRequestId(missing))
  })

  it.each(ways)('is asked for a session first: %s', async (way) => {
    const stranger = new Client(stage.service.url)
    expect(shown(await waysIn(stranger)[way]())).toEqual(refusal('session-required'))
    stranger.close()
  })

  it('sees only the models of their own account', async () => {
    expect(shown(await other.exchange('GET', '/ws/meta/models'))).toEqual(
      success([
        ...['User', 'Role', 'Session', 'Key', 'View', 'Notice', 'Favourite', 'Dashboard'].map((label) => ({
          name: `tabularium.${label.replace('our', 'or')}`,
          label,
          plural: `${label}s`,
        })),
        { name: 'tabularium.Identity', label: 'Tied login', plural: 'Tied logins' },
        { name: 'tabularium.Factor', label: 'Second factor', plural: 'Second factors' },
      ]),
    )
    expect(shown(await other.exchange('GET', '/ws/meta/models', { cookie: null }))).toEqual(refusal('session-required'))
  })

  it('is nobody without a session, where a client asks with optional', async () => {
    const ended = new Client(stage.service.url)
    await ended.login({ ...admin, username: 'plain' })
    const over = ended.cookie ?? null
    expect((await ended.exchange('GET', '/logout')).status).toBe(200)
    for (const path of ['/ws/me', '/ws/meta/models', '/ws/meta/models?detail=true']) {
      const asked = `${path}${path.includes('?') ? '&' : '?'}optional`
      for (const cookie of [null, over, 'tabularium_session=nobody']) {
        expect(shown(await stage.client.exchange('GET', `${asked}=true`, { cookie }))).toEqual(success([]))
        expect(shown(await stage.client.exchange('GET', `${asked}=false`, { cookie }))).toEqual(
          refusal('session-required'),
        )
        expect(shown(await stage.client.exchange('GET', `${asked}=maybe`, { cookie }))).toEqual(
          refusal('session-required'),
        )
      }
      const [optional, plain] = [await other.exchange('GET', `${asked}=true`), await other.exchange('GET', path)]
      expect({ ...optional.json, data: withoutNow(optional) }).toEqual({ ...plain.json, data: withoutNow(plain) })
    }
    const asOther = { cookie: null, headers: { 'x-see-as': 'plain' } }
    expect(shown(await stage.client.exchange('GET', '/ws/me?optional=true', asOther))).toEqual(success([]))
    ended.close()
  })

  it('learns nothing from errors in the request: rights are checked first', async () => {
    const [count] = await stage.database.query('select count(*) from record.org_example_library_book')
    expect(shown(await search(other, Book, { data: { criteria: [{ fieldName: 'x', operator: '=' }] } }))).toEqual(
      refusal('unknown-model'),
    )
    expect(shown(await saveMany(other, Book, [{ x: 1 }]))).toEqual(refusal('unknown-model'))
    expect(await stage.database.query('select count(*) from record.org_example_library_book')).toEqual([count])
  })
})

describe('a secret', () => {
  const criterion = (fieldName: string) => ({ data: { criteria: [{ fieldName, operator: 'like', value: '1' }] } })

  it('cannot be shown, searched or sorted by: it is unknown there', async () => {
    const made = recordOf(await stage.client.create(Safe.name, { code: 'A', combination: '12-34' }))
    expect(JSON.stringify(made)).not.toContain('12-34')
    for (const body of [criterion('combination'), { sortBy: ['combination'] }, { fields: ['combination'] }]) {
      const reply = await search(stage.client, Safe, body)
      expect(shown(reply)).toEqual(refusal('invalid-parameter'))
      expect(reply.text).toContain('There is no field')
      expect(reply.text).not.toContain('Did you mean')
    }
    const read = await stage.client.exchange('GET', `/ws/rest/${Safe.name}/${made.id}?fields=combination`)
    expect(shown(read)).toEqual(refusal('invalid-parameter'))
  })

  it('can be written by bulk calls and mass updates, and no answer or history shows it', async () => {
    const replies = [
      await saveMany(stage.client, Safe, [{ code: 'B', combination: 'canary-1' }]),
      await updateMass(stage.client, Safe, { data: {}, values: { combination: 'canary-2' }, maxAffected: 9 }),
      await saveMany(stage.client, Safe, [{ code: 'B', combination: 'canary-3' }], { query: '?dryRun=true' }),
    ]
    const [record] = recordsOf(replies[0] as (typeof replies)[0])
    replies.push(await stage.client.exchange('GET', `/ws/rest/${Safe.name}/${record?.id}/history`))
    for (const { status, text: shownText } of replies) {
      expect(status).toBe(200)
      expect(shownText).not.toContain('canary')
    }
    const [row] = await stage.database.query<{ combination: string }>(
      'select combination from record.org_example_library_safe where id = $1',
      [record?.id],
    )
    expect(row?.combination).toBe('canary-2')
  })
})

/** What was answered, without the moment and what follows from it. */
function withoutNow({ json }: Reply): unknown[] {
  const data = json?.data as Record<string, unknown>[]
  return data.map(({ now: _, session: __, ...rest }) => rest)
}
