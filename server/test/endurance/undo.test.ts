import { describe, expect, it } from 'vitest'
import { removeAll, saveMany, search, transact, updateMass } from '../harness/actions.ts'
import { recordsOf, type Reply } from '../harness/client.ts'
import { Contact, Tag } from '../harness/contract.ts'
import { type PlainContact, type PlainSet, undoPlainly } from '../harness/PlainUndo.ts'
import { pick, randomFrom } from '../harness/random.ts'
import { sizeOf } from '../harness/rounds.ts'
import { useService } from '../harness/useService.ts'

const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const histories = sizeOf({ inCi: 12, long: 1_000 })
const records = sizeOf({ inCi: 1_100, long: 100_000 })
const limits = { maxBulk: '100000', bodyLimit: '64MiB', answerLimit: '256MiB', requestTimeout: '20m' }
const stage = useService({ ...limits, statementTimeout: '10m' })
const random = randomFrom(seed)

interface Known {
  readonly version: number
  readonly state: PlainContact
}

/** A history of some contacts, with what they are now and what each change set did. */
class RandomHistory {
  readonly known = new Map<number, Known>()
  readonly sets = new Map<number, PlainSet>()
  readonly #name: string
  readonly #tags: readonly number[]

  constructor(name: string, tags: readonly number[]) {
    this.#name = name
    this.#tags = tags
  }

  #values() {
    const tags = this.#tags.filter(() => random() < 0.4).map((id) => ({ id }))
    const all = {
      firstName: pick(random, ['Ada', 'Bob', 'Cid']),
      status: pick(random, ['lead', 'customer', 'former']),
      vip: pick(random, [true, false, null]),
    }
    const some = Object.entries(all).filter(() => random() < 0.6)
    return { ...Object.fromEntries(some), ...(random() < 0.4 ? { tags } : {}) }
  }

  #new() {
    return { firstName: 'New', ...this.#values(), lastName: this.#name }
  }

  /** Some of the contacts, with their versions. */
  #some(): { id: number; version: number }[] {
    const all = [...this.known].map(([id, { version }]) => ({ id, version }))
    const chosen = all.filter(() => random() < 0.6)
    return chosen.length > 0 ? chosen : all.slice(0, 1)
  }

  /** Does something at random, and compares what it did. */
  async step(): Promise<void> {
    const kinds =
      this.known.size < 2 ? ['create'] : ['create', 'bulk', 'remove', 'mass', 'mixed', 'undo', 'undo', 'undo']
    const kind = pick(random, kinds)
    if (kind === 'undo' && this.sets.size > 0) return this.#undo()
    await this.#note(await this.#write(kind))
  }

  #write(kind: string): Promise<Reply> {
    const { client } = stage
    const some = this.#some()
    if (kind === 'bulk')
      return saveMany(
        client,
        Contact,
        some.map((record) => ({ ...record, ...this.#values() })),
      )
    if (kind === 'remove') return removeAll(client, Contact, some)
    if (kind === 'mass') {
      const data = { fieldName: 'id', operator: 'in', value: some.map(({ id }) => id) }
      return updateMass(client, Contact, { data, values: { vip: pick(random, [true, false]) }, maxAffected: 99 })
    }
    const [first, ...others] = some
    if (kind === 'mixed' && first)
      return transact(client, [
        { delete: Contact, record: first },
        ...others.map((record) => ({ update: Contact, record: { ...record, ...this.#values() } })),
        { create: Contact, record: this.#new() },
      ])
    return saveMany(client, Contact, [this.#new(), this.#new()])
  }

  async #undo(): Promise<void> {
    const [id, set] = pick(random, [...this.sets])
    const expected = undoPlainly(set, new Map([...this.known].map(([one, { state }]) => [one, state])))
    const onConflict = pick(random, ['refuse', 'skip'])
    const reply = await stage.client.exchange('POST', `/ws/changes/sets/${id}/undo`, { body: { data: { onConflict } } })
    const isRefused = onConflict === 'refuse' && expected.clashing.size > 0
    expect(reply.status, reply.text).toBe(isRefused ? 409 : 200)
    const told: unknown = isRefused ? reply.json?.data : reply.json
    const { clashes = [] } = told as { clashes?: { id: number }[] }
    expect(new Set(clashes.map((clash) => clash.id))).toEqual(expected.clashing)
    const before = this.#states()
    await this.#note(reply)
    const written = isRefused ? new Map() : expected.written
    const wanted = new Map([...before, ...written])
    expect(this.#states()).toEqual(new Map([...wanted].filter(([, state]) => state !== undefined)))
  }

  #states(): Map<number, PlainContact> {
    return new Map([...this.known].map(([id, { state }]) => [id, state]))
  }

  /** Reads all contacts again, and remembers what the change set of the answer did. */
  async #note(reply: Reply): Promise<void> {
    const before = this.#states()
    const data = { fieldName: 'lastName', operator: '=', value: this.#name }
    const fields = ['firstName', 'status', 'vip', 'tags']
    const found = recordsOf(await search(stage.client, Contact, { data, fields, limit: 200 }))
    this.known.clear()
    for (const { id, version, firstName, status, vip, tags } of found) {
      const linked = (tags as { id: number }[]).map((tag) => tag.id).sort((a, b) => a - b)
      this.known.set(id, { version, state: { firstName, status, vip, tags: linked } as PlainContact })
    }
    const set = (reply.json as { changeSet?: number } | undefined)?.changeSet
    if (set === undefined) return
    const after = this.#states()
    const ids = new Set([...before.keys(), ...after.keys()])
    const changed = [...ids].filter((id) => JSON.stringify(before.get(id)) !== JSON.stringify(after.get(id)))
    this.sets.set(set, new Map(changed.map((id) => [id, { before: before.get(id), after: after.get(id) }])))
  }
}

describe(`undo (seed ${seed})`, () => {
  it(`${histories} random histories: each undo does what a comparison in memory says`, {
    timeout: 3_600_000,
  }, async () => {
    const tags = recordsOf(await saveMany(stage.client, Tag, [{ name: 'A' }, { name: 'B' }, { name: 'C' }]))
    const ids = tags.map(({ id }) => id)
    let sets = 0
    for (let count = 0; count < histories; count++) {
      const history = new RandomHistory(`history ${count}`, ids)
      for (let step = 0; step < 10; step++) await history.step()
      sets += history.sets.size
    }
    expect(sets).toBeGreaterThan(histories * 3)
  })

  const url = () => `${stage.service.url}`
  /** As `Client`, which does not wait for longer than 30 s. */
  async function post(path: string, body: object): Promise<{ changeSet: number; undone: number; clashing?: number }> {
    const response = await fetch(`${url()}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: stage.client.cookie ?? '' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(1_200_000),
    })
    const text = await response.text()
    expect(response.status, text.slice(0, 500)).toBe(200)
    return JSON.parse(text)
  }
  const undo = (set: number, data: object = {}) => post(`/ws/changes/sets/${set}/undo`, { data })

  /** All values of the contacts of the bulk, without versions and times. */
  const table = async (): Promise<string[]> =>
    (
      await stage.database.query<{ row: string }>(
        `select concat_ws('|', id, first_name, status, vip, credit) as row
        from record.com_example_contacts_contact where last_name = 'Bulk' order by id`,
      )
    ).map(({ row }) => row)

  it(`a bulk of ${records} records goes back, but for what others changed since`, { timeout: 3_600_000 }, async () => {
    const people = Array.from({ length: records }, (_, index) => ({ firstName: `P${index}`, lastName: 'Bulk' }))
    const created = await post(`/ws/rest/${Contact}`, { records: people })
    const before = await table()
    expect(before).toHaveLength(records)
    const data = { fieldName: 'lastName', operator: '=', value: 'Bulk' }
    const values = { status: 'customer', credit: '7.00' }
    const changed = await post(`/ws/rest/${Contact}/updateMass`, { data, values, maxAffected: records })
    const after = await table()
    const others = before.slice(0, 3).map((row) => Number(row.split('|')[0]))
    for (const id of others) await stage.client.update(Contact, id, { version: 1, status: 'former' })
    const undone = await undo(changed.changeSet, { onConflict: 'skip' })
    expect(undone).toMatchObject({ undone: records, clashing: others.length })
    const withOthers = (rows: readonly string[]) =>
      rows.map((row, index) => (index < others.length ? row.replace(/lead|customer/, 'former') : row))
    expect(await table()).toEqual(withOthers(before))
    const redone = await undo(undone.changeSet)
    expect(redone.undone).toBe(records)
    expect(await table()).toEqual(withOthers(after))
    // Nothing is left of the create, but for what others changed.
    await undo(redone.changeSet)
    const gone = await undo(created.changeSet, { onConflict: 'skip' })
    expect(gone).toMatchObject({ undone: records - others.length, clashing: others.length })
    expect(await table()).toHaveLength(others.length)
    await undo(gone.changeSet)
    expect(await table()).toEqual(withOthers(before))
  })
})
