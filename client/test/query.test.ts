import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { any, type Client, ConflictError, createClient } from '../src/index.ts'
import { queries } from '../src/query.ts'
import { admin } from '../../server/test/harness/client.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useService } from '../../server/test/harness/useService.ts'
import type { Contacts } from './models.ts'

const stage = useService()
const contactModel = 'com.example.contacts.Contact'
let client: Client<Contacts>
let sent: string[] = []
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })

beforeAll(async () => {
  const onRequest = ({ method, path }: { method: string; path: string }) => void sent.push(`${method} ${path}`)
  client = createClient<Contacts>({ url: stage.service.url, onRequest })
  await client.login(admin.username, admin.password)
})

afterEach(() => {
  queryClient.clear()
  sent = []
})

const contacts = () => queries(client, contactModel)
const companies = () => queries(client, 'com.example.contacts.Company')

/** Runs a mutation as a hook of a framework does. */
function mutate<Variables, Data>(
  options: { mutationFn: (variables: Variables) => Promise<Data> } & object,
  variables: Variables,
): Promise<Data> {
  return new MutationObserver<Data, Error, Variables>(queryClient, options).mutate(variables)
}

describe('a query', () => {
  it('asks once for the same input, under a key that names model, operation and input', async () => {
    const record = await client.records(contactModel).create({ firstName: 'Ada', lastName: 'Query' })
    sent = []
    const query = contacts().find({ where: { lastName: 'Query' }, fields: ['firstName'] })
    const [page, again] = [
      await queryClient.fetchQuery(query),
      await queryClient.fetchQuery(contacts().find({ fields: ['firstName'], where: { lastName: 'Query' } })),
    ]
    expect(page.records).toEqual([{ id: record.id, version: 0, firstName: 'Ada' }])
    expect(again).toBe(page)
    expect(sent).toEqual([`POST /ws/rest/${contactModel}/search`])
    expect(query.queryKey).toEqual([
      'tabularium',
      contactModel,
      'find',
      { where: { lastName: 'Query' }, fields: ['firstName'] },
    ])
    // The key knows the type of its data.
    const known: { firstName: string }[] | undefined = queryClient.getQueryData(query.queryKey)?.records
    expect(known?.map(({ firstName }) => firstName)).toEqual(['Ada'])
  })

  it('tells grouped criteria apart', async () => {
    const found = contacts().find({ where: any({ lastName: 'Query' }) })
    const other = contacts().find({ where: any({ lastName: 'Nobody of this name' }) })
    const [one, two] = [await queryClient.fetchQuery(found), await queryClient.fetchQuery(other)]
    expect([one.total > 0, two.total]).toEqual([true, 0])
  })

  it('reads a record, its history and figures', async () => {
    const { id } = await client.records(contactModel).create({ firstName: 'Eve', lastName: 'Figures', credit: '2.50' })
    const read = await queryClient.fetchQuery(contacts().read(id, { fields: ['credit'] }))
    expect(read).toEqual({ id, version: 0, credit: '2.50' })
    expect((await queryClient.fetchQuery(contacts().history(id))).entries).toHaveLength(1)
    const { groups } = await queryClient.fetchQuery(
      contacts().aggregate({ where: { lastName: 'Figures' }, groupBy: ['status'], sum: ['credit'] }),
    )
    expect(groups).toEqual([{ group: { status: 'lead' }, sum: { credit: '2.50' } }])
  })

  it('ends when the framework cancels it', async () => {
    const query = contacts().find({ q: 'nothing' })
    const pending = queryClient.fetchQuery(query)
    await queryClient.cancelQueries({ queryKey: contacts().key })
    await expect(pending).rejects.toThrow('CancelledError')
  })

  it('goes through all pages', async () => {
    const names = Array.from({ length: 25 }, (_, index) => ({ firstName: `${index}`, lastName: 'Infinite' }))
    await client.records(contactModel).saveAll(names)
    const options = contacts().infinite({ where: { lastName: 'Infinite' }, limit: 10, sortBy: ['firstName'] })
    const observer = new InfiniteQueryObserver(queryClient, options)
    const stop = observer.subscribe(() => {})
    const loaded = () => observer.getCurrentResult().data?.pages.flatMap(({ records }) => records) ?? []
    await until('the first page', () => loaded().length === 10 || undefined)
    while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage()
    expect(new Set(loaded().map(({ id }) => id)).size).toBe(25)
    stop()
  })
})

describe('a mutation', () => {
  it('creates, changes, deletes and restores, and what it names is asked for again', async () => {
    const observer = new QueryObserver(queryClient, contacts().find({ where: { lastName: 'Mutation' } }))
    const stop = observer.subscribe(() => {})
    await until('the first answer', () => observer.getCurrentResult().isSuccess || undefined)
    const names = () => observer.getCurrentResult().data?.records.map(({ fullName }) => fullName)
    const made = await mutate(contacts().mutation('create'), { firstName: 'A', lastName: 'Mutation' })
    expect(names()).toEqual(['A Mutation'])
    const newer = await mutate(contacts().mutation('update'), { record: made, change: { firstName: 'B' } })
    expect([newer.version, names()]).toEqual([1, ['B Mutation']])
    expect(await mutate(contacts().mutation('delete'), newer)).toEqual({ cleared: 0, deleted: 0 })
    expect(names()).toEqual([])
    const { record } = await mutate(contacts().mutation('restore'), {
      record: { id: made.id, version: 2 },
      toVersion: 0,
    })
    expect([record.version, names()]).toEqual([3, ['A Mutation']])
    const all = await mutate(contacts().mutation('saveAll'), [{ id: made.id, version: 3, firstName: 'C' }])
    expect([all[0]?.version, names()]).toEqual([4, ['C Mutation']])
    stop()
  })

  it('names what to ask for again: its model, and those that show what it changes', () => {
    const { mutationKey, meta } = companies().mutation('update', { invalidates: [contactModel] })
    expect(mutationKey).toEqual(['tabularium', 'com.example.contacts.Company', 'update'])
    expect(meta.invalidates).toEqual([
      ['tabularium', 'com.example.contacts.Company'],
      ['tabularium', contactModel],
    ])
  })

  it('asks again for other models that it names, and for no others', async () => {
    const company = await client.records('com.example.contacts.Company').create({ name: 'Old name' })
    await client.records(contactModel).create({ firstName: 'Of', lastName: 'Company', company: { id: company.id } })
    const shown = contacts().find({ where: { lastName: 'Company' }, fields: ['company.name'] })
    const tags = queries(client, 'com.example.contacts.Tag').find()
    await Promise.all([queryClient.fetchQuery(shown), queryClient.fetchQuery(tags)])
    const options = companies().mutation('update', { invalidates: [contactModel] })
    await mutate(options, { record: company, change: { name: 'New name' } })
    expect(queryClient.getQueryState(shown.queryKey)?.isInvalidated).toBe(true)
    expect(queryClient.getQueryState(tags.queryKey)?.isInvalidated).toBe(false)
  })

  it('asks again after a conflict, which is an error like any other', async () => {
    const seen = await client.records(contactModel).create({ firstName: 'C', lastName: 'Conflict' })
    const query = contacts().read(seen.id)
    await queryClient.fetchQuery(query)
    await client.records(contactModel).update(seen, { email: 'theirs@example.com' })
    const change = { record: seen, change: { email: 'yours@example.com' } }
    await expect(mutate(contacts().mutation('update'), change)).rejects.toBeInstanceOf(ConflictError)
    expect(queryClient.getQueryState(query.queryKey)?.isInvalidated).toBe(true)
    const merged = await mutate(contacts().mutation('update'), {
      record: seen,
      change: { vip: true },
      onConflict: 'merge',
    })
    expect([merged.vip, merged.email]).toEqual([true, 'theirs@example.com'])
  })

  it('has one idempotency key for all attempts of a call, and another one for the next call', async () => {
    const used: (string | null)[] = []
    const loseFirst: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init)
      const key = new Headers(init?.headers).get('idempotency-key')
      if (key !== null && used.push(key) === 1) throw new TypeError('The answer was lost.')
      return answer
    }
    const flaky = createClient<Contacts>({ url: stage.service.url, retries: 0, fetch: loseFirst })
    await flaky.login(admin.username, admin.password)
    const options = () => ({ ...queries(flaky, contactModel).mutation('create'), retry: 1, retryDelay: 1 })
    const observer = new MutationObserver(queryClient, options())
    const created = observer.mutate({ firstName: 'First', lastName: 'Retried' })
    // So does a hook when its component renders again.
    observer.setOptions(options())
    await created
    await observer.mutate({ firstName: 'Second', lastName: 'Retried' })
    expect(used.map((key) => used.indexOf(key))).toEqual([0, 0, 2])
    expect((await client.records(contactModel).find({ where: { lastName: 'Retried' } })).total).toBe(2)
  })

  it('can be any other call', async () => {
    const records = client.records(contactModel)
    const options = contacts().mutation((lastName: string, call) =>
      records.updateMass({ where: { lastName }, values: { vip: true }, maxAffected: 10 }, call),
    )
    expect(await mutate(options, 'Conflict')).toEqual({ total: 1 })
    expect(options.mutationKey).toEqual(['tabularium', contactModel, 'mutation'])
  })
})

describe('the file', () => {
  it('has no dependency that runs, and at most 1 kB when it is compressed', async () => {
    const input = fileURLToPath(import.meta.resolve('../src/query.ts'))
    const build = await rolldown({ input, transform: { target: 'es2022' } })
    const { output } = await build.generate({ format: 'es', minify: true, comments: false })
    await build.close()
    expect(output.map(({ fileName }) => fileName)).toEqual(['query.js'])
    expect([output[0].imports, output[0].dynamicImports]).toEqual([[], []])
    expect(gzipSync(output[0].code, { level: 9 }).length).toBeLessThanOrEqual(1_000)
  })

  it('names TanStack Query as an optional peer', () => {
    const manifest = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('../package.json')), 'utf8'))
    expect(manifest.dependencies).toBeUndefined()
    expect(manifest.peerDependenciesMeta).toEqual({ '@tanstack/query-core': { optional: true } })
  })
})
