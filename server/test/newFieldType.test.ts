import { describe, expect, it } from 'vitest'
import { computed, integer, json, model, text } from '../src/index.ts'
import { checkModels } from '../src/model/checkModels.ts'
import type { Field } from '../src/model/field/Field.ts'
import { fieldTypes } from '../src/model/field/fieldTypes.ts'
import { toModel } from '../src/model/toModel.ts'
import { type RecordJson, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { emailList, emailListType } from './harness/emailList.ts'
import { toModels } from './harness/everyType.ts'
import type { Fields } from './harness/shop.ts'
import { useModels } from './harness/useModels.ts'

// A field type is one file and one line in the table. This is the line; the file is harness/emailList.ts.
Object.assign(fieldTypes, { emailList: emailListType })

const name = 'org.example.Person'

function people(fields: Fields) {
  return model({ name, title: 'name', fields: { name: text({ max: 50 }), age: integer(), ...fields } })
}

const Person = people({ emails: emailList() })
const stage = useModels(toModels([Person]))
const addresses = ['ada@example.org', 'ada@example.com']

async function create(emails: unknown): Promise<RecordJson> {
  return recordOf(await stage.client.create(name, { name: 'Ada', emails }))
}

function search(body: object): Promise<Reply> {
  return stage.client.exchange('POST', `/ws/rest/${name}/search`, { body })
}

function criterion(operator: string, value?: unknown) {
  return { data: { operator: 'and', criteria: [{ fieldName: 'emails', operator, value }] } }
}

function mistakesOf(declaration: object): string[] {
  const made = { file: 'Person.ts', model: toModel({ ...Person, ...declaration }) }
  return checkModels([made]).map(({ message }) => message)
}

describe('a new field type, by one file and one line', () => {
  it('is declared, and refused if it makes no sense', () => {
    expect(mistakesOf({})).toEqual([])
    expect(mistakesOf({ title: 'emails' })).toEqual([expect.stringContaining('title names a field of type emailList')])
    expect(mistakesOf({ search: ['emails'] })).toEqual([expect.stringContaining('not a text field of the model')])
    expect(mistakesOf({ indexes: [['emails']] })).toEqual([expect.stringContaining('cannot be indexed')])
    const template = { fields: { ...Person.fields, shown: computed('{emails}') } }
    expect(mistakesOf(template)).toEqual([expect.stringContaining('{emails} of type emailList')])
    const unique = { fields: { ...Person.fields, emails: { ...emailList(), unique: true } } }
    expect(mistakesOf(unique)).toEqual([expect.stringContaining('a field of type emailList has no option "unique"')])
  })

  it('is described', async () => {
    const [described] = recordsOf(await stage.client.exchange('GET', `/ws/meta/fields/${name}`))
    const fields = described?.['fields'] as Field[] | undefined
    expect(fields?.find((field) => field.name === 'emails')).toMatchObject({ type: 'emailList', label: 'Emails' })
  })

  it('is written, read, and refused if it is invalid', async () => {
    const { id } = await create(addresses)
    expect(recordOf(await stage.client.read(name, id))).toMatchObject({ emails: addresses })
    const wrong = await stage.client.update(name, id, { version: 0, emails: ['nobody'] })
    expect(wrong.json?.errors).toEqual({ emails: 'must be an array of at most 10 e-mail addresses' })
    expect(recordOf(await stage.client.update(name, id, { version: 0, emails: null }))).toMatchObject({ emails: null })
  })

  it('is checked by PostgreSQL', async () => {
    const { id } = await create(addresses)
    const write = (json: string) =>
      stage.database.query(`update record.org_example_person set emails = $1 where id = $2`, [json, id])
    await expect(write('["nobody"]')).rejects.toThrow('check constraint')
    await expect(write('{}')).rejects.toThrow('check constraint')
  })

  it('is searched as far as its type allows', async () => {
    const { id } = await create(null)
    const found = recordsOf(await search(criterion('isNull')))
    expect(found.map((record) => record.id)).toContain(id)
    const takes = 'which takes isNull and notNull only'
    for (const operator of ['=', '<', 'in', 'like', 'between'])
      expect((await search(criterion(operator, addresses))).text).toContain(takes)
    expect((await search({ sortBy: ['emails'] })).text).toContain('which has no order')
  })

  it('is merged, kept in the journal and restored', async () => {
    const { id } = await create(['ada@example.org'])
    recordOf(await stage.client.update(name, id, { version: 0, emails: addresses }))
    const same = await stage.client.merge(name, id, { version: 0, emails: addresses, age: 36 })
    expect(recordOf(same)).toMatchObject({ version: 2, emails: addresses, age: 36 })
    const other = await stage.client.merge(name, id, { version: 0, emails: ['lovelace@example.org'] })
    expect(other.json?.data).toMatchObject({
      conflicts: [{ field: 'emails', base: ['ada@example.org'], current: addresses, yours: ['lovelace@example.org'] }],
    })
    const [, changed] = recordsOf(await stage.client.history(name, id))
    expect(changed?.['changes']).toEqual({ emails: { from: ['ada@example.org'], to: addresses } })
    const restored = await stage.client.restore(name, id, { version: 2, toVersion: 0 })
    expect(recordOf(restored)).toMatchObject({ emails: ['ada@example.org'] })
  })

  it('is converted from other types if every value fits, and the planner says so if one does not', async () => {
    await stage.serve(toModels([]))
    await stage.serve(toModels([people({ emails: text() })]))
    await create('ada@example.org')
    await expect(stage.serve(toModels([Person]))).rejects.toThrow('breaks what org.example.Person.emails')
    await stage.serve(toModels([]))
    await stage.serve(toModels([people({ emails: json() })]))
    const { id } = await create(['ada@example.org'])
    const wrong = await create({ not: 'a list' })
    await expect(stage.serve(toModels([Person]))).rejects.toThrow(`Records: ${wrong.id}.`)
    await stage.serve(toModels([people({ emails: json() })]))
    recordOf(await stage.client.update(name, wrong.id, { version: 0, emails: null }))
    await stage.serve(toModels([Person]))
    expect(recordOf(await stage.client.read(name, id))).toMatchObject({ emails: ['ada@example.org'] })
  })
})
