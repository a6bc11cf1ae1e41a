import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { search, updateMass } from '../harness/actions.ts'
import { type Client, recordOf } from '../harness/client.ts'
import { Knot, knots } from '../harness/knots.ts'
import { clientOf, makeRole, makeUser } from '../harness/people.ts'
import { useModels } from '../harness/useModels.ts'

const stage = useModels(knots)
const references = ['a', 'b', 'c', 'd']
let limited: Client

beforeAll(async () => {
  const { client: admin, database, service } = stage
  const { id } = recordOf(await admin.create(Knot, { name: 'one', num: 1, amount: '1' }))
  const around = Object.fromEntries(references.map((name) => [name, { id }]))
  // The first record has a value for every sort key, so that there is a condition for each of them.
  for (const name of ['two', 'three']) recordOf(await admin.create(Knot, { name, num: 0, amount: '2', ...around }))
  const condition = { operator: 'or', criteria: manySteps(8).map((fieldName) => ({ fieldName, operator: 'isNull' })) }
  const role = await makeRole(admin, 'knots', [{ model: Knot, read: true, condition }])
  limited = await clientOf(service, database, (await makeUser(admin, 'limited', [role])).id)
})

afterAll(() => limited.close())

/** Names of five steps each, with as few in common as possible. */
function manySteps(count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const steps = [0, 2, 4, 6, 8].map((bits) => references[((n * 37) >> bits) % 4])
    return `${steps.join('.')}.num`
  })
}

function criteriaOf(names: readonly string[], operator = 'or'): object {
  return { operator, criteria: names.map((fieldName, value) => ({ fieldName, operator: '=', value })) }
}

const repeated = (name: string, count: number) => Array.from({ length: count }, () => name)
const ownKeys = ['num', '-amount', 'name', '-a', 'b', '-c', 'd', '-createdBy', 'updatedBy', '-createdOn']

/** A token for the page after the first of this search. */
async function tokenOf(client: Client, body: object): Promise<string> {
  const { json } = await search(client, Knot, { ...body, limit: 1 })
  return (json as unknown as { next: string }).next
}

describe('a search over more tables than PostgreSQL can plan in time', () => {
  it.each([
    { by: '7 criteria of five steps', body: { data: criteriaOf(manySteps(7)) } },
    { by: '190 criteria of five steps', body: { data: criteriaOf(manySteps(190)) } },
    { by: '190 criteria of five steps without a total', body: { total: false, data: criteriaOf(manySteps(190)) } },
    { by: '25 collections', body: { data: criteriaOf(repeated('as.num', 25), 'and') } },
    { by: '13 links', body: { data: criteriaOf(repeated('peers.num', 13), 'and') } },
    { by: 'collections in collections', body: { data: criteriaOf(repeated('as.bs.as.bs.as.num', 5)) } },
    { by: 'ten sort keys of five steps', body: { sortBy: manySteps(10) } },
    { by: 'the total alone', body: { limit: 0, data: criteriaOf(manySteps(40)) } },
    { by: 'fields', body: { fields: manySteps(150) } },
  ])('by $by is refused with what to do', async ({ body }) => {
    const reply = await search(stage.client, Knot, { fields: ['name'], limit: 1, ...body })
    expect(reply.status).toBe(400)
    expect(reply.text).toMatch(/are allowed.* (Use|Ask for) fewer dotted/)
  })

  it('is refused behind a token, which multiplies it, although its first page is not', async () => {
    const body = { data: criteriaOf(['a.b.c.num', 'b.c.d.num', 'as.num']), sortBy: ownKeys }
    const all = {
      ...body,
      data: { operator: 'or', criteria: [body.data, { fieldName: 'id', operator: '>', value: 0 }] },
    }
    const after = await tokenOf(stage.client, all)
    const reply = await search(stage.client, Knot, { ...all, after, limit: 1 })
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('sort by fewer keys or by required fields')
    const fewer = { ...all, sortBy: ['num'] }
    const further = await search(stage.client, Knot, { ...fewer, after: await tokenOf(stage.client, fewer), limit: 1 })
    expect(further.status).toBe(200)
  })

  it('is refused as the criteria of a mass change', async () => {
    const body = { data: criteriaOf(manySteps(60)), values: { num: 2 }, maxAffected: 10 }
    expect((await updateMass(stage.client, Knot, body)).status).toBe(400)
  })

  it('is refused as the fields of one record', async () => {
    const reply = await stage.client.exchange('GET', `/ws/rest/${Knot}/1?fields=${manySteps(120).join()}`)
    expect(reply.status).toBe(400)
  })
})

describe('a normal search', () => {
  it.each([
    { by: 'ten own sort keys', body: { sortBy: ownKeys } },
    { by: 'sort keys of other records', body: { sortBy: ['a.name', '-b.name', 'c.num', 'name'] } },
    {
      by: 'criteria over references, a collection and links',
      body: { data: criteriaOf(['a.num', 'a.b.num', 'c.num', 'as.num', 'peers.num']), sortBy: ['-num', 'a.name'] },
    },
  ])('by $by is answered, also behind a token', async ({ body }) => {
    const data = {
      operator: 'or',
      criteria: ['data' in body ? body.data : {}, { fieldName: 'id', operator: '>', value: 0 }],
    }
    const whole = { ...body, data }
    const after = await tokenOf(stage.client, whole)
    expect((await search(stage.client, Knot, { ...whole, after, limit: 1 })).status).toBe(200)
  })

  it('is answered whatever the rules, and the message says so if rules make it too expensive', async () => {
    const find = await limited.exchange('GET', `/ws/rest/${Knot}?limit=2`)
    expect(find.json).toMatchObject({ status: 0, total: 3 })
    const { next } = find.json as unknown as { next: string }
    expect((await search(limited, Knot, { limit: 2, after: next })).status).toBe(200)
    expect((await search(limited, Knot, { data: criteriaOf(['num']), limit: 2 })).status).toBe(200)
    const joined = await search(limited, Knot, { data: criteriaOf(['a.num']), limit: 2 })
    expect(joined.status).toBe(400)
    expect(joined.text).toContain('in the rules of your roles')
  })
})
