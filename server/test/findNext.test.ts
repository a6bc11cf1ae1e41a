import { beforeAll, describe, expect, it } from 'vitest'
import { type RecordJson, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { Company, Contact, refusal, shown, success, Tag } from './harness/contract.ts'
import { useService } from './harness/useService.ts'

const stage = useService({ maxLimit: '2000' })

/** The token of an answer that has a next page. */
function nextOf({ json, text }: Reply): string | undefined {
  const next = json && 'next' in json ? json.next : undefined
  if (next !== undefined && typeof next !== 'string') throw new Error(`next is not a text: ${text.slice(0, 200)}`)
  return next
}

/** All pages of a find, each by the token of the one before. */
async function walk(model: string, query: string, onPage: () => Promise<void> = async () => {}): Promise<RecordJson[]> {
  const records: RecordJson[] = []
  let reply = await stage.client.find(model, query)
  for (;;) {
    records.push(...recordsOf(reply))
    const next = nextOf(reply)
    if (next === undefined) return records
    await onPage()
    const others = query.replace(/offset=\d+&?/, '')
    reply = await stage.client.find(model, `${others}${others.length > 1 ? '&' : ''}after=${next}`)
  }
}

/** Inserts contacts with SQL, which is faster than one by one, and counts them. */
async function fill(count: number): Promise<void> {
  await stage.database.query(
    `insert into record.com_example_contacts_contact (id, version, created_on, updated_on, first_name, last_name)
     select nextval('record.com_example_contacts_contact_ids'), 0, now(), now(), 'Ada', 'Number ' || i
     from generate_series(1, $1) i`,
    [count],
  )
  await stage.database.query(
    `insert into tabularium.count_deltas (model, block, change)
     select (select number from tabularium.models where name = $1), id >> 10, count(*)
     from record.com_example_contacts_contact group by 2`,
    [Contact],
  )
}

beforeAll(async () => {
  await fill(2_500)
})

describe('a plain find', () => {
  it('has next while there are more records, and none after the last record', async () => {
    const names = ['Ada', 'Grace', 'Linus']
    const tags = []
    for (const name of names) tags.push(recordOf(await stage.client.create(Tag, { name })))
    const listed = tags.map(({ id, version, name }) => ({ id, version, name }))
    const [first, second, third] = listed
    const page = { offset: 0, total: 3 }
    expect(shown(await stage.client.find(Tag))).toEqual(success(listed, page))
    expect(shown(await stage.client.find(Tag, '?limit=3'))).toEqual(success(listed, page))
    expect(shown(await stage.client.find(Tag, '?limit=2'))).toEqual(
      success([first, second], { ...page, next: expect.any(String) }),
    )
    expect(shown(await stage.client.find(Tag, '?offset=1&limit=1'))).toEqual(
      success([second], { offset: 1, total: 3, next: expect.any(String) }),
    )
    expect(shown(await stage.client.find(Tag, '?offset=2&limit=1'))).toEqual(success([third], { offset: 2, total: 3 }))
  })

  it('has none for an empty page: past the end, and if only the total is requested', async () => {
    expect(shown(await stage.client.find(Company))).toEqual(success([], { offset: 0, total: 0 }))
    expect(shown(await stage.client.find(Contact, '?offset=9000000'))).toEqual(
      success([], { offset: 9_000_000, total: 2_500 }),
    )
    expect(shown(await stage.client.find(Contact, '?limit=0'))).toEqual(success([], { offset: 0, total: 2_500 }))
  })

  it.each(['?limit=7', '?limit=2000', '?offset=2490&limit=3', '?offset=1023&limit=500', '?offset=1500'])(
    '%s and its tokens give what offsets give',
    async (query) => {
      const { offset = '0' } = Object.fromEntries(new URLSearchParams(query))
      const all = await stage.database.query<{ id: string }>(
        'select id from record.com_example_contacts_contact order by id offset $1',
        [Number(offset)],
      )
      const walked = await walk(Contact, query)
      expect(walked.map(({ id }) => id)).toEqual(all.map(({ id }) => Number(id)))
      expect(walked[5]).toEqual({ id: walked[5]?.id, version: 0, fullName: expect.any(String), email: null })
    },
  )

  it('shows every record that exists during all pages once, whatever is created and deleted meanwhile', async () => {
    const before = await walk(Contact, '?limit=2000')
    const passing = before.slice(0, 300).map(({ id }) => id)
    const walked = await walk(Contact, '?limit=100', async () => {
      const gone = passing.splice(0, 10)
      for (const id of gone) recordsDeleted(await stage.client.delete(Contact, id))
      recordOf(await stage.client.create(Contact, { firstName: 'New', lastName: 'Comer' }))
    })
    const lived = before.slice(300).map(({ id }) => id)
    const ids = walked.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(lived))
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('its token', () => {
  it('belongs to its find: with another order, other criteria or another model it is refused', async () => {
    const next = nextOf(await stage.client.find(Contact, '?limit=1'))
    for (const query of [`?sortBy=-credit&after=${next}`, `?q=ada&after=${next}`, `?offset=0&after=${next}`])
      expect(shown(await stage.client.find(Contact, query))).toEqual(refusal('invalid-parameter'))
    expect(shown(await stage.client.find(Tag, `?after=${next}`))).toEqual(refusal('invalid-parameter'))
  })

  it('works with other fields and without the total', async () => {
    const reply = await stage.client.find(Contact, '?limit=1')
    const [first] = recordsOf(reply)
    const more = await stage.client.find(Contact, `?limit=1&total=false&fields=lastName&after=${nextOf(reply)}`)
    const [second] = recordsOf(more)
    expect(Object.keys(second ?? {})).toEqual(['id', 'version', 'lastName'])
    expect(second?.id).toBeGreaterThan(first?.id ?? 0)
    expect(more.json).not.toHaveProperty('total')
  })
})

function recordsDeleted(reply: Reply): void {
  if (reply.status !== 200) throw new Error(`Not deleted: ${reply.text}`)
}
