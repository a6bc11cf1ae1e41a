import { beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, type RecordJson, type Reply } from '../harness/client.ts'
import { Note, notes } from '../harness/notes.ts'
import { allActions, clientOf, type MadeRole, makeRole, makeUser, Role, Rule, User } from '../harness/people.ts'
import { takeSnapshot } from '../harness/snapshot.ts'
import { useModels } from '../harness/useModels.ts'

const stage = useModels(notes)
const ofRegion = { fieldName: 'region', operator: '=', value: '$user.region' }
const mine = { fieldName: 'createdBy', operator: '=', value: '$user.id' }
const password = 'seven grey geese in a row'
/** Sees the notes of the region north, and may write users, roles and rules. */
let boss: Client
let bossId: number
/** A rule for the notes of one's region. */
let regional: MadeRole
/** A rule for one's own notes. */
let personal: MadeRole
let managing: MadeRole
let [northerner, southerner, nowhere]: RecordJson[] = []

beforeAll(async () => {
  const { client: admin, database, service } = stage
  regional = await makeRole(admin, 'regional', [{ model: Note, read: true, condition: ofRegion }])
  personal = await makeRole(admin, 'personal', [{ model: Note, read: true, condition: mine }])
  managing = await makeRole(
    admin,
    'managing',
    [User, Role, Rule].map((model) => ({ model, ...allActions })),
  )
  bossId = (await makeUser(admin, 'boss', [regional, personal, managing], { region: 'north' })).id
  northerner = await makeUser(admin, 'northerner', [regional], { region: 'north' })
  southerner = await makeUser(admin, 'southerner', [regional], { region: 'south' })
  nowhere = await makeUser(admin, 'nowhere', [regional])
  boss = await clientOf(service, database, bossId)
  return () => boss.close()
})

async function expectNotPermitted(...attempts: (() => Promise<Reply>)[]): Promise<void> {
  const before = await takeSnapshot(stage.database)
  for (const attempt of attempts) {
    const { status, json } = await attempt()
    expect([status, (json?.data as { code?: string }).code]).toEqual([403, 'not-permitted'])
  }
  expect(await takeSnapshot(stage.database)).toEqual(before)
}

const puppet = (fields: object) => ({
  username: 'puppet',
  name: 'Puppet',
  password,
  roles: [{ id: regional.id }],
  ...fields,
})
const bulk = (...records: object[]) => boss.exchange('POST', `/ws/rest/${User}`, { body: { records } })

describe('a rule that asks for a field of the user', () => {
  it('cannot be granted to users of another region', async () => {
    const { id } = await makeUser(stage.client, 'ruleless', [], { region: 'south' })
    await expectNotPermitted(
      () => boss.create(User, puppet({ region: 'south' })),
      () => bulk(puppet({ region: 'south' })),
      () => boss.exchange('PUT', `/ws/rest/${User}?dryRun=true`, { body: { data: puppet({ region: 'south' }) } }),
      () => boss.update(User, id, { version: 0, roles: [{ id: regional.id }] }),
      () => boss.update(User, northerner?.id ?? 0, { version: 0, region: 'south' }),
      () => boss.update(User, nowhere?.id ?? 0, { version: 0, region: 'south' }),
    )
  })

  it('protects the users of another region: nobody can take over their accounts', async () => {
    const id = southerner?.id ?? 0
    for (const fields of [{ password }, { username: 'mine' }, { region: 'north' }, { roles: [] }, { disabled: true }])
      await expectNotPermitted(
        () => boss.update(User, id, { version: 0, ...fields }),
        () => boss.merge(User, id, { version: 0, ...fields }),
        () => bulk({ id, version: 0, ...fields }),
      )
    await expectNotPermitted(() => boss.delete(User, id))
    const mass = { data: { fieldName: 'id', operator: '=', value: id }, values: { password }, maxAffected: 1 }
    await expectNotPermitted(() => boss.exchange('POST', `/ws/rest/${User}/updateMass`, { body: mass }))
  })

  it('does not let users choose their own region', async () => {
    const { version } = recordOf(await stage.client.read(User, bossId))
    for (const region of ['south', 'east'])
      await expectNotPermitted(
        () => boss.update(User, bossId, { version, region }),
        () => bulk({ id: bossId, version, region }),
      )
  })

  it('does not let users take it and grant it in one write', async () => {
    const { version } = recordOf(await stage.client.read(User, bossId))
    await expectNotPermitted(
      () => bulk({ id: bossId, version, region: 'south' }, puppet({ region: 'south' })),
      () => bulk(puppet({ region: 'south' }), { id: bossId, version, region: 'south' }),
    )
  })

  it('cannot be added to a role that users of all regions have', async () => {
    const { id } = await makeRole(stage.client, 'of all', [])
    await makeUser(stage.client, 'of-the-south', [{ id }], { region: 'south' })
    const rule = { model: Note, read: true, condition: ofRegion }
    await expectNotPermitted(
      () => boss.create(Rule, { role: { id }, ...rule }),
      () => boss.update(Role, id, { version: 0, rules: [rule] }),
    )
    recordOf(await boss.create(Rule, { role: { id }, model: Note, read: true, condition: mine }))
  })

  it('can be granted within the region, and to users without one', async () => {
    recordOf(await boss.create(User, puppet({ region: 'north' })))
    recordOf(await boss.create(User, puppet({ username: 'other' })))
    recordOf(await boss.create(User, puppet({ username: 'third', region: '' })))
    recordOf(await boss.update(User, northerner?.id ?? 0, { version: 0, password, name: 'Nora' }))
    const { id } = recordOf(
      await boss.create(Role, { name: 'of the north', rules: [{ model: Note, read: true, condition: ofRegion }] }),
    )
    recordOf(await boss.update(User, nowhere?.id ?? 0, { version: 0, roles: [{ id }, { id: personal.id }] }))
    const { version } = recordOf(await stage.client.read(User, bossId))
    recordOf(await boss.update(User, bossId, { version, name: 'Boss' }))
  })
})

describe('a user who may write roles and rules', () => {
  it('cannot change rules that allow more than they have, or their roles', async () => {
    const above = await makeRole(stage.client, 'above', [
      { model: Note, ...allActions },
      { model: Note, read: true, condition: mine },
    ])
    const [wide, narrow] = above.rules
    const held = { model: Note, read: true, create: false, update: false, delete: false, condition: mine }
    await expectNotPermitted(
      () => boss.update(Rule, wide?.id ?? 0, { version: 0, ...held }),
      () => boss.update(Rule, wide?.id ?? 0, { version: 0, role: { id: personal.id }, ...held }),
      () => boss.delete(Rule, wide?.id ?? 0),
      () => boss.exchange('DELETE', `/ws/rest/${Rule}/${wide?.id}?dryRun=true`),
      () => boss.delete(Role, above.id),
      () => boss.update(Role, above.id, { version: 0, name: 'below' }),
      () => boss.update(Role, above.id, { version: 0, rules: [] }),
      () => boss.exchange('POST', `/ws/rest/${Role}/removeAll`, { body: { records: [{ id: above.id, version: 0 }] } }),
    )
    expect((await boss.delete(Rule, narrow?.id ?? 0)).status).toBe(200)
  })
})
