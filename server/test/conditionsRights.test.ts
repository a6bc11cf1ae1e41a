import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveMany } from './harness/actions.ts'
import { type Client, type RecordJson, recordOf, type Reply } from './harness/client.ts'
import { Loan, loans, Person, Thing } from './harness/loans.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(loans)
let [clerk, blind] = [] as unknown as [Client, Client]
let made = 0

beforeAll(async () => {
  const own = { fieldName: 'note', operator: '=', value: 'mine' }
  const all = ['code', 'thing', 'person', 'status', 'fromOn', 'toOn', 'note']
  const some = all.filter((name) => name !== 'thing' && name !== 'person')
  const others = [Thing.name, Person.name].map((model) => ({ model, read: true }))
  const role = async (name: string, rule: object) => {
    const id = await makeRole(stage.client, name, [{ model: Loan.name, read: true, create: true, ...rule }, ...others])
    return clientOf(stage.service, stage.database, (await makeUser(stage.client, name, [id])).id)
  }
  clerk = await role('clerk', { condition: own })
  blind = await role('blind', { readFields: some, writeFields: all })
})

afterAll(() => {
  clerk.close()
  blind.close()
})

const thing = async () => recordOf(await stage.client.create(Thing.name, { name: 'Camera' }))
const person = async () => recordOf(await stage.client.create(Person.name, { name: 'Ada' }))
const row = (of: RecordJson, more: object = {}) => ({
  code: `R-${++made}`,
  thing: { id: of.id },
  fromOn: '2031-01-01',
  toOn: '2031-01-05',
  note: 'mine',
  ...more,
})
const anonymous = ({ text }: Reply) => text.replace(/"requestId":"[^"]*"/, '')

describe('a clash with records that the caller does not see', () => {
  it.each([
    ['not-unique', { status: 'out' }, { status: 'out', fromOn: '2032-01-01', toOn: '2032-01-05' }],
    ['overlaps', {}, {}],
  ])('tells %s as if there were none to show', async (code, stored, sent) => {
    const [hidden, seen] = [await thing(), await thing()]
    const secret = recordOf(await stage.client.create(Loan.name, row(hidden, { ...stored, note: 'theirs' })))
    const shown = recordOf(await stage.client.create(Loan.name, row(seen, stored)))
    const of = (one: RecordJson) => ({ ...row(one, sent), code: 'R-same' })
    const reply = await clerk.create(Loan.name, of(hidden))
    expect(reply.json?.data).toMatchObject({ code, constraint: expect.any(String) })
    expect(reply.text).not.toContain(String(secret['code']))
    expect(reply.text).not.toContain('others')
    const open = await clerk.create(Loan.name, of(seen))
    expect(open.json?.data).toMatchObject({ code, others: [{ id: shown.id }] })
    const bare = anonymous(open)
      .replaceAll(/,"others":\[\{[^\]]*\}\]/g, '')
      .replaceAll(`: ${shown['code']}.`, '.')
    expect(anonymous(reply)).toBe(bare)
    const dry = await clerk.create(Loan.name, of(hidden), '?dryRun=true')
    expect(anonymous(dry)).toBe(anonymous(reply))
    const batch = await saveMany(clerk, Loan, [of(hidden)])
    expect(batch.text).not.toContain('others')
    expect(batch.text).not.toContain(String(secret['code']))
  })

  it('counts records that the caller does not see, and shows none of them', async () => {
    const who = { person: { id: (await person()).id } }
    for (let index = 0; index < 2; index++)
      recordOf(await stage.client.create(Loan.name, row(await thing(), { ...who, note: 'theirs' })))
    const reply = await clerk.create(Loan.name, row(await thing(), who))
    expect(reply.json).toMatchObject({
      data: { code: 'limit-reached', message: 'Person has two loans already.', fields: ['person'] },
      errors: { person: 'has two loans already' },
    })
    expect(reply.text).not.toContain('others')
  })

  it('does not name records in which a field that decides is hidden', async () => {
    const camera = await thing()
    recordOf(await stage.client.create(Loan.name, row(camera)))
    const reply = await blind.create(Loan.name, row(camera))
    expect(reply.json?.data).toMatchObject({ code: 'overlaps', constraint: 'oneAtATime' })
    expect(reply.text).not.toContain('others')
  })
})

describe('the metadata of conditions', () => {
  it('leave out what the caller may not know', async () => {
    const names = ['code', 'fromOn', 'toOn', 'note']
    const role = await makeRole(stage.client, 'narrow', [
      { model: Loan.name, read: true, create: true, readFields: names, writeFields: names },
    ])
    const user = await makeUser(stage.client, 'narrow', [role])
    const client = await clientOf(stage.service, stage.database, user.id)
    const { constraints, rules } = recordOf(await client.exchange('GET', `/ws/meta/fields/${Loan.name}`))
    expect(constraints).toEqual([
      { kind: 'noOverlap', name: 'oneAtATime', fields: ['fromOn', 'toOn'], message: 'is lent in that time' },
    ])
    expect(rules).toEqual([
      { kind: 'check', name: 'oneAtATime' },
      { kind: 'noOverlap', name: 'oneAtATime' },
    ])
    client.close()
  })
})
