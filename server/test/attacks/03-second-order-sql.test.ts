import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Connection } from '../../src/postgres/Connection.ts'
import { applyMigration } from '../../src/schema/applyMigration.ts'
import { asOperand } from '../harness/bindVariables.ts'
import { type Client, recordOf, recordsOf } from '../harness/client.ts'
import { refusal, shown } from '../harness/contract.ts'
import { CountingProxy } from '../harness/CountingProxy.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { Note, notes } from '../harness/notes.ts'
import { payloads as all } from '../harness/payloads.ts'
import { clientOf, makeRole, type MadeRole, makeUser, Role, Rule, Session, User } from '../harness/people.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn, startService, type TestService } from '../harness/service.ts'
import { ownWork } from '../harness/useTarget.ts'

/** The payloads that a text field accepts. */
const payloads = all.filter((text) => text.isWellFormed() && !text.includes('\0') && text.length <= 300)

let database: TestDatabase
let proxy: CountingProxy
let service: TestService
let admin: Client
let role: MadeRole
let userId: number
let somebody: Client

beforeAll(async () => {
  database = await createDatabase()
  const connection = await Connection.open(database.url)
  await applyMigration(connection, notes, { allowDataLoss: true })
  await connection.close()
  proxy = await CountingProxy.start(database.url)
  service = await startService(proxy.url, {}, notes)
  admin = await loggedIn(service, 4)
  role = await makeRole(admin, 'reading', [{ model: Note, read: true, update: true }])
  userId = (await makeUser(admin, 'somebody', [role])).id
  somebody = await clientOf(service, database, userId)
})

afterAll(async () => {
  for (const client of [admin, somebody]) client.close()
  await service.stop()
  proxy.close()
  await database.drop()
})

/** The rule of the role, changed. */
async function ruleWith(fields: object): Promise<void> {
  const id = role.rules[0]?.id ?? 0
  const { version } = recordOf(await admin.read(Rule, id))
  recordOf(await admin.update(Rule, id, { version, ...fields }))
}

async function userWith(fields: object): Promise<void> {
  const { version } = recordOf(await admin.read(User, userId))
  recordOf(await admin.update(User, userId, { version, ...fields }))
}

/** Runs it with harmless values, and then with others: no new statement text is sent to PostgreSQL. */
async function withoutNewSql(work: (text: string) => Promise<void>): Promise<void> {
  for (const harmless of ['one', 'two']) await work(harmless)
  const before = new Set(proxy.texts)
  for (const payload of payloads) await work(payload)
  expect([...proxy.texts].filter((text) => !before.has(text) && !ownWork.test(text))).toEqual([])
}

/** What a user sees, by every kind of request. */
async function expectSeen(ids: readonly number[]): Promise<void> {
  const found = recordsOf(await somebody.find(Note, '?limit=500')).map(({ id }) => id)
  expect(found).toEqual(ids)
  expect((await somebody.find(Note, '?limit=0')).json?.total).toBe(ids.length)
  const searched = await somebody.exchange('POST', `/ws/rest/${Note}/search`, {
    body: { sortBy: ['-region'], fields: ['region', 'parent.label'], limit: 500 },
  })
  expect(
    recordsOf(searched)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b),
  ).toEqual(ids)
}

describe('a stored text', () => {
  it('of a user is compared exactly if a rule asks for it', async () => {
    await ruleWith({ condition: { fieldName: 'region', operator: '=', value: '$user.region' } })
    recordOf(await admin.create(Note, { name: 'decoy', region: 'decoy' }))
    await withoutNewSql(async (region) => {
      const { id } = recordOf(await admin.create(Note, { name: 'note', region }))
      await userWith({ region })
      await expectSeen([id])
      await admin.delete(Note, id)
    })
  })

  it('of a rule is compared exactly, by every operator', async () => {
    const share = sizeOf({ inCi: 2, long: 1 })
    const decoys = recordsOf(await admin.find(Note)).map(({ id }) => id)
    await withoutNewSql(async (region) => {
      const { id } = recordOf(await admin.create(Note, { name: 'note', region }))
      const escaped = region.replaceAll(/[\\%_]/g, '\\$&')
      const comparisons = [
        ['=', region],
        ['in', [region]],
        ['between', region],
        ['like', escaped],
      ] as const
      // In CI a payload is tried with every other operator, and the next one with those between.
      const turn = payloads.indexOf(region)
      for (const [index, [operator, value]] of comparisons.entries()) {
        if (turn >= 0 && index % share !== turn % share) continue
        const more = operator === 'between' ? { value2: asOperand(region) } : {}
        await ruleWith({ condition: { fieldName: 'region', operator, value: asOperand(value), ...more } })
        await expectSeen(operator === 'like' && 'decoy'.includes(region) ? [...decoys, id] : [id])
      }
      await admin.delete(Note, id)
    })
  })

  it('in a title or a computed field is shown, found and sorted by as text', async () => {
    await ruleWith({ condition: null })
    await withoutNewSql(async (name) => {
      const parent = recordOf(await admin.create(Note, { name, region: name }))
      const { id } = recordOf(await admin.create(Note, { name, parent: { id: parent.id } }))
      const label = `${name} in ${name}`
      expect(recordOf(await somebody.read(Note, id))['parent']).toEqual({ id: parent.id, version: 0, label })
      const body = {
        data: { fieldName: 'parent.label', operator: '=', value: label },
        sortBy: ['parent.label', 'name'],
        fields: ['parent.region'],
        limit: 1,
      }
      const first = await somebody.exchange('POST', `/ws/rest/${Note}/search`, { body })
      expect(recordsOf(first).map((record) => record.id)).toEqual([id])
      recordOf(await somebody.update(Note, id, { version: 0, name: `${name}.` }))
      const { json } = await somebody.history(Note, id)
      expect(json?.data).toMatchObject([{ changes: { name: { from: name, to: `${name}.` } } }, {}])
      for (const gone of [id, parent.id]) await admin.delete(Note, gone)
    })
  })

  it('in a name is shown as text: agents, roles, keys of requests', async () => {
    await withoutNewSql(async (text) => {
      const plain = Buffer.from(text)
        .toString('latin1')
        .replaceAll(/[^\x20-\x7e]/g, '?')
      const reply = await admin.exchange('POST', '/callback', {
        body: { username: 'admin', password: 'correct-horse-battery' },
        cookie: null,
        headers: { 'user-agent': plain },
      })
      expect(reply.status).toBe(200)
      const sessions = await admin.exchange('POST', `/ws/rest/${Session}/search`, {
        body: { data: { fieldName: 'agent', operator: '=', value: plain.trim() }, fields: ['agent'] },
      })
      if (plain.trim() !== '') expect(recordsOf(sessions)[0]?.['agent']).toBe(plain.trim())
      const name = text.slice(0, 100)
      const made = recordOf(await admin.create(Role, { name }))
      expect(recordOf(await admin.read(Role, made.id))['name']).toBe(name)
      await admin.delete(Role, made.id)
    })
  })

  it('in a username is compared and shown exactly, also if it was written with SQL', async () => {
    await ruleWith({ condition: { fieldName: 'name', operator: '=', value: '$user.username' } })
    for (const username of ['some_ody', 'some.ody', 'a+b@c-d', "o'brien--", '%', '_', '\\', '") or ("1"="1']) {
      await database.query('update record.tabularium_user set username = $1 where id = $2', [username, userId])
      const { id, version } = recordOf(await admin.create(Note, { name: username }))
      const decoy = recordOf(await admin.create(Note, { name: 'somebody' }))
      await expectSeen([id])
      expect(recordOf(await somebody.update(Note, id, { version, level: 1 }))['updatedBy']).toEqual({
        id: userId,
        username,
        name: expect.any(String),
      })
      for (const gone of [id, decoy.id]) await admin.delete(Note, gone)
    }
    await database.query(`update record.tabularium_user set username = 'somebody' where id = $1`, [userId])
  })
})

describe('a name in a rule', () => {
  it.each(all)('is a name of the model, or the rule is refused: %j', async (text) => {
    for (const fields of [
      { model: text },
      { model: `${text}.*` },
      { model: Note, readFields: [text] },
      { model: Note, writeFields: ['name', text] },
      { model: Note, condition: { fieldName: text, operator: 'isNull' } },
      { model: Note, condition: { fieldName: 'name', operator: text, value: 'x' } },
      { model: Note, condition: { fieldName: 'region', operator: '=', value: `$user.${text}` } },
    ]) {
      if (text === '*' && fields.model === '*') continue
      const reply = await admin.create(Rule, { role: { id: role.id }, read: true, ...fields })
      expect(shown(reply)).toEqual(refusal('invalid-record', { errors: expect.any(Object) }))
    }
  })

  it('that was written with SQL names nothing: the rule allows nothing, or no further field', async () => {
    const id = role.rules[0]?.id ?? 0
    await ruleWith({ condition: null })
    recordOf(await admin.create(Note, { name: 'note', region: 'north' }))
    for (const text of payloads) {
      await database.query('update record.tabularium_rule set read_fields = $1 where id = $2', [
        JSON.stringify([text]),
        id,
      ])
      const [first] = recordsOf(await somebody.find(Note))
      expect(Object.keys(first ?? {})).toEqual(['id', 'version'])
      const condition = JSON.stringify({ fieldName: text, operator: 'isNull' })
      await database.query('update record.tabularium_rule set read_fields = null, condition = $1 where id = $2', [
        condition,
        id,
      ])
      expect(shown(await somebody.find(Note))).toEqual(refusal('unknown-model'))
      await database.query('update record.tabularium_rule set condition = null, model = $1 where id = $2', [text, id])
      if (text !== '*') expect(shown(await somebody.find(Note))).toEqual(refusal('unknown-model'))
      await database.query('update record.tabularium_rule set model = $1 where id = $2', [Note, id])
    }
    expect(recordsOf(await somebody.find(Note)).length).toBeGreaterThan(0)
    expect(service.logs()).not.toContain('internal failure')
  })
})
