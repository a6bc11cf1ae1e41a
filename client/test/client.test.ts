import { beforeAll, describe, expect, it } from 'vitest'
import { admin } from '../../server/test/harness/client.ts'
import { useService } from '../../server/test/harness/useService.ts'
import { any, type Client, ConflictError, createClient, none, TabulariumError } from '../src/index.ts'
import type { Contacts } from './models.ts'

const stage = useService()
let client: Client<Contacts>

beforeAll(async () => {
  client = createClient<Contacts>({ url: stage.service.url })
  await client.login(admin.username, admin.password)
})

const contacts = () => client.records('com.example.contacts.Contact')

describe('one record', () => {
  it('is created, read, changed and deleted', async () => {
    const ada = await contacts().create({ firstName: 'Ada', lastName: 'Lovelace', credit: '5.00' })
    expect(ada).toMatchObject({ version: 0, fullName: 'Ada Lovelace', credit: '5.00', status: 'lead' })
    expect(await contacts().read(ada.id)).toEqual(ada)
    expect(await contacts().read(ada, { fields: ['email', 'tags'] })).toEqual({ ...named(ada), email: null, tags: [] })
    const newer = await contacts().update(ada, { email: 'ada@example.com' })
    expect(newer).toMatchObject({ id: ada.id, version: 1, email: 'ada@example.com' })
    expect(await contacts().delete(newer, { dryRun: true })).toEqual({ cleared: 0, deleted: 0 })
    expect(await contacts().delete(newer)).toEqual({ cleared: 0, deleted: 0 })
    await expect(contacts().read(ada.id)).rejects.toMatchObject({ code: 'record-not-found', status: 404 })
  })
})

describe('a conflict', () => {
  it('names the fields, and is merged by decisions', async () => {
    const ada = await contacts().create({ firstName: 'Ada', lastName: 'Byron' })
    await contacts().update(ada, { email: 'ada@example.com' })
    const error = await contacts()
      .update(ada, { email: 'countess@example.com', phone: '+44 2' })
      .catch((failure: unknown) => failure)
    if (!(error instanceof ConflictError)) throw new Error(`Not a conflict: ${String(error)}`)
    expect(error.conflicts).toMatchObject([{ field: 'email', base: null, yours: 'countess@example.com' }])
    expect(error.mergeable).toEqual(['phone'])
    await expect(error.merge()).rejects.toThrow("Decide about email: 'theirs', 'yours' or { value }.")
    expect(await error.merge({ email: 'theirs' })).toMatchObject({
      version: 2,
      email: 'ada@example.com',
      phone: '+44 2',
    })
  })
})

describe('a search', () => {
  it('finds by criteria, and shows what was asked for', async () => {
    const company = await client.records('com.example.contacts.Company').create({ name: 'Difference', country: 'FR' })
    await contacts().create({ firstName: 'Mary', lastName: 'Somerville', company: { id: company.id }, vip: true })
    const { records, total, next } = await contacts().find({
      where: { lastName: { like: 'somer%' }, 'company.country': 'FR' },
      fields: ['fullName', 'company.country', 'tags.name'],
      sortBy: ['-createdOn', 'company.name'],
      limit: 20,
    })
    expect({ total, next }).toEqual({ total: 1, next: undefined })
    expect(records[0]?.company?.country).toBe('FR')
    const found = await contacts().find({ where: any({ vip: true }, none({ email: { isNull: true } })) })
    expect(found.records.map(({ fullName }) => fullName)).toContain('Mary Somerville')
  })
})

describe('a failure', () => {
  it('is an option that a call has not, also without types: nothing is written', async () => {
    const wrong = { dryrun: true } as object
    const call = contacts().create({ firstName: 'Ada', lastName: 'Misspelt' }, wrong)
    await expect(call).rejects.toMatchObject({ code: 'invalid-parameter', message: expect.stringMatching('dryRun') })
    await expect(contacts().read(1, { feilds: ['email'] } as object)).rejects.toMatchObject({ status: 400 })
    expect((await contacts().find({ where: { lastName: 'Misspelt' } })).total).toBe(0)
  })

  it('is thrown, and typed by its code', async () => {
    const error = await contacts()
      .create({ firstName: 'Ada', lastName: 'x', email: 'nobody' })
      .catch((failure: unknown) => failure)
    if (!(error instanceof TabulariumError) || error.code !== 'invalid-record') throw new Error(String(error))
    expect(Object.keys(error.errors)).toEqual(['email'])
  })
})

function named({ id, version }: { id: number; version: number }) {
  return { id, version }
}
