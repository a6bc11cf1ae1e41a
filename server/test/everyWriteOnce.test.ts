import { describe, expect, it } from 'vitest'
import { Client, recordOf } from './harness/client.ts'
import { kinds } from './harness/everyWrite/kinds.ts'
import { makeKey, User } from './harness/people.ts'
import { useEveryWrite } from './harness/everyWrite/useEveryWrite.ts'
import type { Sent, Way, WayBack } from './harness/everyWrite/Way.ts'
import { waysBack, writingWays } from './harness/everyWrite/ways.ts'

const world = useEveryWrite()
const { toWrite, toPast, attempt, snapshot, rowOf, idOf } = world
const { line } = kinds

/** A write that nothing forbids, ready to be sent, and the record that it concerns. */
async function toValid(way: Way | WayBack): Promise<{ sent: Sent; findId(): Promise<number> }> {
  if (way.does === 'back') {
    const past = await toPast(way, line, { amount: 2 }, { amount: 3 })
    return { sent: way.toSent(past), findId: async () => past.id }
  }
  const write = await toWrite(way, line, way.does === 'delete' ? {} : { amount: 4 })
  return { sent: way.toSent(write), findId: () => idOf(way, write) }
}

const upTo = (version: number) => Array.from({ length: version + 1 }, (_, index) => index)

describe('a write has one row in the journal, and a repeat with its Idempotency-Key has none', () => {
  it.each([...writingWays, ...waysBack])('$name', async (way) => {
    const { sent, findId } = await toValid(way)
    const before = way.does === 'create' ? -1 : ((await rowOf(line, await findId())).versions.at(-1) ?? -1)
    const headers = { 'idempotency-key': `once ${way.name}`.replaceAll(' ', '-') }
    const first = await attempt(way, sent, { headers })
    expect(first.written, first.text).toBe(true)
    const id = await findId()
    const { row, versions } = await rowOf(line, id)
    expect(versions).toEqual(upTo(before + 1))
    expect(row?.['version']).toBe(way.does === 'delete' ? undefined : before + 1)
    const written = await snapshot(line)
    const again = await attempt(way, sent, { headers })
    expect(again.written, again.text).toBe(true)
    expect((await rowOf(line, id)).versions).toEqual(versions)
    expect(await snapshot(line)).toBe(written)
  })
})

describe('an API key that is limited to roles writes nothing that they do not allow', () => {
  it.each([...writingWays, ...waysBack])('$name', async (way) => {
    const { sent } = await toValid(way)
    const before = await snapshot(line)
    const { written, text } = await attempt(way, sent, { withKey: true })
    expect(text).toMatch(/not-permitted|unknown-model|record-not-found|not-undoable|no such model|may not/)
    expect(written).toBe(false)
    expect(await snapshot(line)).toBe(before)
  })
})

describe('numbers of a gapless series have no gaps', () => {
  it('whichever way created the records, and whichever was refused', async () => {
    for (const way of writingWays.filter(({ does }) => does === 'create'))
      for (const amount of [11, 4]) await attempt(way, way.toSent(await toWrite(way, line, { amount })))
    const rows = await world.stage.database.query<{ number: number }>(
      `select distinct substr(changes -> 'number' ->> 1, 2)::int as number
      from tabularium.journal join tabularium.models on models.number = journal.model
      where models.name = $1 and operation = 'create' order by 1`,
      [line.model],
    )
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
    const [counted] = await world.stage.database.query<{ creates: number }>(
      `select count(*)::int as creates from tabularium.journal join tabularium.models on models.number = journal.model
      where models.name = $1 and operation = 'create'`,
      [line.model],
    )
    expect(rows).toHaveLength(counted?.creates ?? 0)
  })
})

describe("the caller's own password", () => {
  it('is hashed, refused if it is weak, and not changed with an API key', async () => {
    const [old, fresh] = ['an-old-password-1', 'a-new-password-2']
    const { id } = recordOf(await world.stage.client.create(User, { username: 'owner', password: old }))
    const client = new Client(world.stage.service.url)
    expect((await client.login({ username: 'owner', password: old })).status).toBe(200)
    const { token } = await makeKey(client)
    const change = (password: string, headers: Record<string, string> = {}) =>
      client.exchange('POST', '/ws/password', {
        body: { old, new: password },
        headers,
        ...(headers['authorization'] ? { cookie: null } : {}),
      })
    const before = await snapshot(kinds.user)
    expect((await change('short')).text).toContain('must have at least 12 characters')
    expect((await change(fresh, { authorization: `Bearer ${token}` })).status).toBe(403)
    expect(await snapshot(kinds.user)).toBe(before)
    expect((await change(fresh)).status).toBe(200)
    const { row, versions } = await rowOf(kinds.user, id)
    expect(row?.['password']).toMatch(/^\$argon2id\$/)
    expect(versions).toEqual([0, 1])
    expect((await client.login({ username: 'owner', password: fresh })).status).toBe(200)
    client.close()
  })
})
