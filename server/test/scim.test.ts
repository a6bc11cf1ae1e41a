import { describe, expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { journalOf } from './harness/journalRows.ts'
import { scrape } from './harness/metrics.ts'
import { makeUser, openSession, Session, User } from './harness/people.ts'
import type { ScimReply } from './harness/scim/ScimClient.ts'
import { useScim } from './harness/scim/useScim.ts'

const publicUrl = 'http://127.0.0.1:1'
const stage = useScim({ publicUrl })
let made = 0

/** The resource of an answer of success. */
function okOf(reply: ScimReply, status = 200) {
  expect(reply.status, reply.text).toBe(status)
  return reply.json
}

async function makeZoe(more: object = {}) {
  const userName = `zoe${++made}@example.com`
  return okOf(await stage.directory.post('/Users', { userName, displayName: 'Zoe Zed', active: true, ...more }), 201)
}

const recordOfUser = async ({ id }: { id: string }) => recordOf(await stage.client.read(User, Number(id)))

/** A request with the cookie of a session. */
async function statusOf(cookie: string): Promise<number> {
  return (await stage.client.exchange('GET', '/ws/me', { cookie })).status
}

describe('a directory', () => {
  it('is told what there is', async () => {
    const { directory } = stage
    const config = await directory.get('/ServiceProviderConfig')
    expect(config.headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
    expect(okOf(config)).toMatchObject({ patch: { supported: true }, bulk: { supported: false } })
    expect(okOf(await directory.get('/ResourceTypes')).Resources.map(({ id }) => id)).toEqual(['User', 'Group'])
    const schemas = okOf(await directory.get('/Schemas')).Resources
    expect(schemas.map(({ id }) => id)).toEqual([
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:core:2.0:Group',
    ])
    for (const { id } of schemas) expect(okOf(await directory.get(`/Schemas/${id}`)).id).toBe(id)
    expect((await directory.get('/Me')).json).toMatchObject({ status: '404' })
  })

  it('creates a user, finds and reads them', async () => {
    const sent = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'Ada@Example.com',
      externalId: '00u1',
      name: { givenName: 'Ada', familyName: 'Byron' },
      emails: [
        { value: 'home@example.com', type: 'home' },
        { value: 'Ada.Byron@Example.com', type: 'work', primary: true },
      ],
      password: 'okta sends one at times',
      roles: [{ value: 'admin' }],
      active: true,
    }
    const reply = await stage.directory.post('/Users', sent)
    const ada = okOf(reply, 201)
    expect(ada).toMatchObject({
      userName: 'ada@example.com',
      externalId: '00u1',
      displayName: 'Ada Byron',
      active: true,
      emails: [{ value: 'ada.byron@example.com', type: 'work', primary: true }],
      groups: [],
      meta: { resourceType: 'User', version: 'W/"0"', location: reply.headers.get('location') },
    })
    expect(ada.meta.location).toBe(`${publicUrl}/scim/v2/Users/${ada.id}`)
    expect(reply.text).not.toContain('okta sends')
    const record = await recordOfUser(ada)
    expect(record).toMatchObject({ admin: false, provisioned: true, kind: 'person' })
    expect(record['emailVerifiedOn']).not.toBeNull()
    for (const filter of [
      'userName eq "ADA@example.com"',
      'externalId eq "00u1"',
      'emails.value eq "ada.byron@example.com"',
      'emails[type eq "work"].value eq "Ada.Byron@example.com"',
      'displayName eq "ada byron"',
      `id eq "${ada.id}"`,
      'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada@example.com" and externalId eq "00u1"',
    ])
      expect(okOf(await stage.directory.find('Users', filter)).Resources, filter).toEqual([ada])
    expect(okOf(await stage.directory.get(`/Users/${ada.id}`))).toEqual(ada)
    expect(
      okOf(await stage.directory.find('Users', 'userName eq "ada@example.com" and externalId eq "x"')),
    ).toMatchObject({ totalResults: 0, Resources: [] })
  })

  it('gets pages, and the attributes that it asks for', async () => {
    for (let n = 0; n < 3; n++) await makeZoe()
    const all = okOf(await stage.directory.get('/Users'))
    expect(all.Resources).toHaveLength(all.totalResults)
    const ids: string[] = []
    for (let at = 1; at <= all.totalResults; at += 2)
      ids.push(...okOf(await stage.directory.get(`/Users?startIndex=${at}&count=2`)).Resources.map(({ id }) => id))
    expect(ids).toEqual(all.Resources.map(({ id }) => id))
    const none = okOf(await stage.directory.get('/Users?startIndex=0&count=0'))
    expect(none).toMatchObject({ totalResults: all.totalResults, startIndex: 1, itemsPerPage: 0, Resources: [] })
    const [first] = okOf(await stage.directory.get('/Users?count=1&attributes=userName,emails.value')).Resources
    expect(Object.keys(first ?? {}).sort()).toEqual(['emails', 'id', 'meta', 'schemas', 'userName'].sort())
    const [other] = okOf(await stage.directory.get('/Users?count=1&excludedAttributes=groups,displayName')).Resources
    expect(Object.keys(other ?? {})).not.toContain('groups')
  })

  it('changes users with all the ways to say it', async () => {
    const { id } = await makeZoe()
    const path = `/Users/${id}`
    const change = async (...changes: object[]) => okOf(await stage.directory.patch(path, changes))
    expect((await change({ op: 'Replace', path: 'active', value: 'False' })).active).toBe(false)
    expect((await change({ op: 'Replace', path: 'ACTIVE', value: 'True' })).active).toBe(true)
    expect((await change({ op: 'replace', value: { active: false } })).active).toBe(false)
    expect((await change({ op: 'Add', path: 'active', value: true })).active).toBe(true)
    const changed = await change(
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'zoe@example.com' },
      { op: 'Replace', path: 'title', value: 'Dr' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'x' },
      { op: 'add', value: { 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'x' } } },
    )
    expect(changed.emails).toEqual([{ value: 'zoe@example.com', type: 'work', primary: true }])
    expect((await change({ op: 'replace', value: { displayName: 'Zo', 'name.givenName': 'Z' } })).displayName).toBe(
      'Zo',
    )
    expect((await change({ op: 'replace', path: 'name.givenName', value: 'Zoe' })).displayName).toBe('Zo')
    expect(
      (await change({ op: 'replace', path: 'name', value: { givenName: 'A', familyName: 'B' } })).displayName,
    ).toBe('A B')
    expect((await change({ op: 'remove', path: 'emails[type eq "work"]' })).emails).toBeUndefined()
    expect((await change({ op: 'replace', path: 'userName', value: `Renamed${made}@example.com` })).userName).toBe(
      `renamed${made}@example.com`,
    )
    expect((await change({ op: 'replace', path: 'externalId', value: 'ext' })).externalId).toBe('ext')
    const whole = okOf(
      await stage.directory.put(path, { id, userName: 'whole@example.com', name: { givenName: 'W', familyName: 'H' } }),
    )
    expect(whole).toMatchObject({ userName: 'whole@example.com', displayName: 'W H', externalId: 'ext', active: true })
  })

  it('writes nothing if nothing differs, and honours the version', async () => {
    const zoe = await makeZoe({ emails: [{ value: 'z@example.com' }] })
    const path = `/Users/${zoe.id}`
    expect(
      okOf(await stage.directory.put(path, { userName: zoe.userName, emails: [{ value: 'Z@Example.com' }] })),
    ).toEqual(zoe)
    const version = { 'if-match': zoe.meta.version }
    const changed = await stage.directory.patch(path, [{ op: 'replace', path: 'displayName', value: 'Z' }], version)
    expect(changed.headers.get('etag')).toBe('W/"1"')
    const late = await stage.directory.patch(path, [{ op: 'replace', path: 'displayName', value: 'Y' }], version)
    expect([late.status, late.json.status]).toEqual([412, '412'])
  })

  it('ends the access of a user: sessions and keys, and no session comes back', async () => {
    const zoe = await makeZoe()
    const cookie = await openSession(stage.database, Number(zoe.id))
    expect(await statusOf(cookie)).toBe(200)
    await stage.directory.patch(`/Users/${zoe.id}`, [{ op: 'replace', value: { active: false } }])
    expect(await statusOf(cookie)).toBe(401)
    await stage.directory.patch(`/Users/${zoe.id}`, [{ op: 'replace', value: { active: true } }])
    expect(await statusOf(cookie)).toBe(401)
    const rows = await stage.database.query<{ operation: string; author: number; via: number; request: string }>(
      `select operation, author::int, via::int, request_id as request from tabularium.journal
       join tabularium.models on models.number = journal.model and models.name = $1 where operation = 'd'`,
      [Session],
    )
    const bySystem = { operation: 'd', author: stage.author, via: stage.key, request: expect.stringMatching(/^scim-/) }
    expect(rows).toContainEqual(bySystem)
    const entries = await journalOf(stage.database, User, Number(zoe.id))
    expect(entries.map(({ operation }) => operation)).toEqual(['c', 'u', 'u'])
    const counted = 'tabularium_scim_requests_total{resource="Users",method="PATCH",status="200"}'
    expect((await scrape(stage.service)).get(counted)).toBeGreaterThan(0)
  })

  it('deletes a user: access ends, the record stays, and the name is free', async () => {
    const zoe = await makeZoe({ externalId: 'gone' })
    const cookie = await openSession(stage.database, Number(zoe.id))
    await stage.database.query(
      `insert into record.tabularium_identity (id, version, created_on, updated_on, "user", provider, issuer, subject)
       values (nextval('record.tabularium_identity_ids'), 0, now(), now(), $1, 'company', 'https://issuer', 'zoe')`,
      [zoe.id],
    )
    expect(await stage.directory.delete(`/Users/${zoe.id}`)).toMatchObject({ status: 204, text: '' })
    expect((await stage.directory.get(`/Users/${zoe.id}`)).status).toBe(404)
    expect((await stage.directory.delete(`/Users/${zoe.id}`)).status).toBe(404)
    expect(await statusOf(cookie)).toBe(401)
    const left = await recordOfUser(zoe)
    expect(left).toMatchObject({
      disabled: true,
      externalId: null,
      provisioned: false,
      username: `deleted-${zoe.id}-${zoe.userName}`,
    })
    expect(await stage.database.query('select from record.tabularium_identity where "user" = $1', [zoe.id])).toEqual([])
    const again = okOf(await stage.directory.post('/Users', { userName: zoe.userName, externalId: 'gone' }), 201)
    expect(again.id).not.toBe(zoe.id)
  })

  it('takes over a user whom an administrator hands over, and no other', async () => {
    const { id, version } = await makeUser(stage.client, 'olga')
    const refused = await stage.directory.post('/Users', { userName: 'Olga' })
    expect(refused).toMatchObject({ status: 409, json: { scimType: 'uniqueness', status: '409' } })
    expect((await stage.directory.get(`/Users/${id}`)).status).toBe(404)
    recordOf(await stage.client.update(User, id, { version, provisioned: true }))
    const [olga] = okOf(await stage.directory.find('Users', 'userName eq "olga"')).Resources
    expect(olga?.id).toBe(String(id))
  })
})

describe('a group', () => {
  const find = async () => {
    const [group] = okOf(await stage.directory.find('Groups', 'displayName eq "tab sales"')).Resources
    if (!group) throw new Error('There is no group.')
    return group
  }
  const membersOf = async ({ id }: { id: string }) =>
    (okOf(await stage.directory.get(`/Groups/${id}`)).members ?? []).map(({ value }) => Number(value))
  const rolesOf = async ({ id }: { id: string }) =>
    okOf(await stage.directory.get(`/Users/${id}`)).groups.map(({ display }) => display)

  it('is a declared role, whose members come and go one by one', async () => {
    const { directory } = stage
    const [one, two, three] = [await makeZoe(), await makeZoe(), await makeZoe()]
    const group = await find()
    const change = async (...changes: object[]) => okOf(await directory.patch(`/Groups/${group.id}`, changes))
    await change({ op: 'Add', path: 'members', value: [{ value: one.id }, { value: two.id }] })
    expect(await membersOf(group)).toEqual([one, two].map(({ id }) => Number(id)))
    expect(await rolesOf(one)).toEqual(['Tab Sales'])
    await change(
      { op: 'add', path: 'members', value: [{ value: three.id }] },
      { op: 'add', path: 'members', value: [{ value: three.id }] },
    )
    expect(await membersOf(group)).toHaveLength(3)
    await change({ op: 'Remove', path: 'members', value: [{ value: one.id }] })
    await change({ op: 'remove', path: `members[value eq "${two.id}"]` })
    expect(await membersOf(group)).toEqual([Number(three.id)])
    await change({ op: 'replace', value: { id: group.id, displayName: 'Tab Sales' } })
    await change({ op: 'replace', path: 'members', value: [{ value: one.id }] })
    expect(await membersOf(group)).toEqual([Number(one.id)])
    expect(okOf(await directory.get(`/Groups/${group.id}?excludedAttributes=members`)).members).toBeUndefined()
    okOf(await directory.put(`/Groups/${group.id}`, { displayName: 'Tab Sales', members: [{ value: two.id }] }))
    okOf(await directory.put(`/Groups/${group.id}`, { displayName: 'Tab Sales' }))
    expect(await membersOf(group)).toEqual([Number(two.id)])
    expect((await directory.delete(`/Groups/${group.id}`)).status).toBe(204)
    expect(await membersOf(group)).toEqual([])
  })

  it('is listed, and a POST of its name finds it', async () => {
    const one = await makeZoe()
    const all = okOf(await stage.directory.get('/Groups'))
    expect(all.Resources.map(({ displayName }) => displayName)).toEqual(['Tab Sales', 'Tab Stock'])
    const sent = { displayName: 'Tab Stock', externalId: 'g', members: [{ value: one.id }] }
    const reply = await stage.directory.post('/Groups', sent)
    const group = okOf(reply, 201)
    expect(reply.headers.get('location')).toBe(`${publicUrl}/scim/v2/Groups/${group.id}`)
    expect(await membersOf(group)).toEqual([Number(one.id)])
    okOf(await stage.directory.post('/Groups', { displayName: 'Tab Stock', members: [] }), 201)
    expect(await membersOf(group)).toEqual([Number(one.id)])
    expect((await stage.directory.post('/Groups', { displayName: 'Tab Admins', members: [] })).status).toBe(403)
  })

  it('keeps the members whom people put in, and the other roles of its own', async () => {
    const { id: role } = await find()
    const { id, version } = await makeUser(stage.client, 'paula', [{ id: Number(role) }])
    const zoe = await makeZoe()
    const { id: other } = recordOf(await stage.client.create('tabularium.Role', { name: 'by hand' }))
    recordOf(await stage.client.update(User, Number(zoe.id), { version: 0, roles: [{ id: other }] }))
    await stage.directory.patch(`/Groups/${role}`, [{ op: 'replace', path: 'members', value: [{ value: zoe.id }] }])
    await stage.directory.patch(`/Groups/${role}`, [{ op: 'replace', path: 'members', value: [] }])
    expect(recordOf(await stage.client.read(User, id)).version).toBe(version)
    const kept = recordOf(await stage.client.exchange('GET', `/ws/rest/${User}/${zoe.id}?fields=roles`))
    expect(kept['roles']).toEqual([expect.objectContaining({ id: other })])
  })

  it('takes members from many requests at once, none of which is lost', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => makeZoe()))
    const groups = okOf(await stage.directory.get('/Groups?excludedAttributes=members')).Resources
    const replies = await Promise.all(
      people.flatMap((one) =>
        groups.map(({ id }) =>
          stage.directory.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [{ value: one.id }] }]),
        ),
      ),
    )
    for (const reply of replies) okOf(reply)
    for (const one of people) expect(await rolesOf(one)).toEqual(['Tab Sales', 'Tab Stock'])
  })
})
