import { beforeAll, expect } from 'vitest'
import { saveMany } from '../actions.ts'
import { type Client, recordOf, recordsOf, type RecordJson, type Reply } from '../client.ts'
import { Key, Role, User } from '../people.ts'
import { useLogic } from '../useLogic.ts'
import { type Kind, kinds } from './kinds.ts'
import { logicWays, seen, send } from './logicWays.ts'
import type { Outcome, Past, Sent, Way, WayBack, Write } from './Way.ts'
import { logic, models, roles } from './world.ts'

/** How a record gets its past: with plain requests if absent. */
export interface PastMaker {
  create?(values: object, client: Client): Promise<number>
  /** Returns the answer to the change, which names its change set. */
  change?(id: number, client: Client): Promise<Reply>
}

/** The service, callers and records on which the rules of all writes are tried. */
export function useEveryWrite() {
  const stage = useLogic({ models, roles, logic }, { requestTimeout: '30s' })
  let count = 0
  let writer: Client | undefined
  let limited = ''

  beforeAll(async () => {
    seen.stage = stage
    writer = await stage.as('writer')
    const all = recordsOf(await stage.client.exchange('GET', `/ws/rest/${Role}`))
    const find = (name: string) => all.find((one) => one['name'] === name)
    const [user] = await stage.database.query<{ id: number; version: number }>(
      "select id::int, version::int from record.tabularium_user where username = 'writer'",
    )
    const held = [find('writer'), find('runner')].map((one) => ({ id: one?.id }))
    recordOf(await stage.client.update(User, user?.id ?? 0, { version: user?.version, roles: held }))
    const made = await writer.create(Key, { name: 'limited', roles: [{ id: find('runner')?.id }] })
    limited = (made.json as unknown as { token: string }).token
  })

  const nextName = () => `n${++count}`
  /** What a new record needs, whatever a rule is about. */
  const newValues = ({ key }: Kind): object =>
    key === undefined ? { model: 'every.Line', read: true } : { [key]: nextName() }

  async function makeParent({ parent }: Kind): Promise<RecordJson> {
    return recordOf(await stage.client.create(parent.model, { [parent.title]: nextName() }))
  }

  async function makeRecord(kind: Kind, parent: RecordJson, values: object = {}): Promise<RecordJson> {
    const given = { [kind.parent.by]: { id: parent.id }, ...newValues(kind), ...values }
    if (!kind.byAction) return recordOf(await stage.client.create(kind.model, given))
    const body = { data: { task: { does: 'create', model: kind.model, values: given } } }
    const { status, text } = await stage.client.exchange('POST', '/ws/action/every.do', { body })
    expect(status, text).toBe(200)
    return recordOf(await stage.client.exchange('GET', `/ws/rest/${kind.model}?sortBy=-id&limit=1`))
  }

  /** A record that has values before others want them. */
  async function makeRival(kind: Kind, values: object): Promise<void> {
    await makeRecord(kind, await makeParent(kind), values)
  }

  /** A write that is ready to be sent, and the values that it must find or create. */
  async function toWrite(way: Way, kind: Kind, values: object): Promise<Write> {
    const parent = await makeParent(kind)
    const { id, version, ...target } = await makeRecord(kind, parent)
    const given = way.does === 'create' ? { ...newValues(kind), ...values } : values
    return { kind, parent, target: { id, version, key: target[kind.key ?? ''] }, values: given }
  }

  /** A request as the writer, or with the key that is limited to running actions. */
  function attempt(
    way: Way | WayBack,
    sent: Sent,
    { headers = {}, withKey = false }: { headers?: Record<string, string>; withKey?: boolean } = {},
  ): Promise<Outcome> {
    const client = writer ?? stage.client
    const credential = withKey ? { authorization: `Bearer ${limited}` } : {}
    const settled = way.does === 'back' ? {} : way
    return send(client, sent, {
      way: settled,
      requestId: `every-${nextName()}`,
      headers: { ...headers, ...credential },
    })
  }

  /** All rows of a model as one text: a refused write changes nothing of it. */
  async function snapshot({ table }: Kind): Promise<string> {
    const rows = await stage.database.query<{ rows: string }>(
      `select coalesce(string_agg(to_jsonb(one)::text, ' ' order by one.id), '') as rows from ${table} as one`,
    )
    return rows[0]?.rows ?? ''
  }

  /** The row of a record, and the versions of it that the journal has. */
  async function rowOf({ table, model }: Kind, id: number) {
    const [row] = await stage.database.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(one) as row from ${table} as one where id = $1`,
      [id],
    )
    const journal = await stage.database.query<{ version: number }>(
      `select version::int from tabularium.journal join tabularium.models on models.number = journal.model
      where models.name = $1 and record = $2 order by version`,
      [model, id],
    )
    return { row: row?.row, versions: journal.map(({ version }) => version) }
  }

  /** The id of the record that a write concerns: the target, or the new one with its key. */
  async function idOf(way: Way, { kind, target, values }: Write): Promise<number> {
    if (way.does !== 'create') return target.id
    const { key, table } = kind
    if (key === undefined) throw new TypeError(`A new record of ${kind.model} can't be told from others.`)
    const found = await stage.database.query<{ id: number }>(`select id::int from ${table} where ${key} = $1`, [
      (values as Record<string, unknown>)[key],
    ])
    return found[0]?.id ?? 0
  }

  const setOf = ({ json, text }: Reply): number => {
    const { changeSet } = json as unknown as { changeSet?: number }
    expect(changeSet, text).toBeTypeOf('number')
    return changeSet ?? 0
  }
  async function versionOf(kind: Kind, id: number): Promise<number> {
    return Number((await rowOf(kind, id)).row?.['version'])
  }

  /** Does something as the writer, who is an administrator for as long as that takes. */
  async function asStronger<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const set = (admin: boolean) =>
      stage.database.query(`update record.tabularium_user set admin = ${admin} where username = 'writer'`)
    await set(true)
    try {
      return await work(writer ?? stage.client)
    } finally {
      await set(false)
    }
  }

  /**
   * A record that has been as `old`, so that the way would bring that back, and is as `now`. The writer has written it
   * with more rights than now: nobody undoes the change sets of others.
   */
  function toPast(way: WayBack, kind: Kind, old: object, now: object, maker: PastMaker = {}): Promise<Past> {
    return asStronger(async (client) => {
      const parent = await makeParent(kind)
      const given = { [kind.parent.by]: { id: parent.id }, ...newValues(kind), ...(way.ofUndo ? now : old) }
      const id = (await maker.create?.(given, client)) ?? recordOf(await client.create(kind.model, given)).id
      const values = { id, version: await versionOf(kind, id), ...(way.ofUndo ? old : now) }
      const changed = (await maker.change?.(id, client)) ?? (await saveMany(client, kind.model, [values]))
      const body = { data: { onConflict: 'skip' } }
      const set = way.ofUndo
        ? setOf(await client.exchange('POST', `/ws/changes/sets/${setOf(changed)}/undo`, { body }))
        : setOf(changed)
      return { kind, id, set, version: await versionOf(kind, id) }
    })
  }

  return { stage, makeRival, toWrite, toPast, attempt, snapshot, rowOf, idOf, setOf, logicWays, kinds }
}
