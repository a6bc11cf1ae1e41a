import { describe, expect, it } from 'vitest'
import { historyOf, pathOf, saveMany } from './harness/actions.ts'
import { recordOf, type RecordJson } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { Webhook } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService({ work: 'false' })
const secretOf = (letter: string) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`
const made = (name: string) => ({ name, url: 'https://example.com/', models: [Contact], secret: secretOf('a') })

async function stored(id: number) {
  const [row] = await stage.database.query(
    `select secret, previous_secret as previous, secret_changed_on is not null as changed
    from record.tabularium_webhook where id = $1`,
    [id],
  )
  return row
}

async function at(id: number, version: number): Promise<RecordJson> {
  return recordOf(await stage.client.exchange('GET', `${pathOf(Webhook, id)}?version=${version}`))
}

/** A webhook at version 2: named, then renamed, then with another secret. */
async function makeReplaced(): Promise<RecordJson> {
  const { id } = recordOf(await stage.client.create(Webhook, made('first')))
  await stage.client.update(Webhook, id, { version: 0, name: 'second' })
  return recordOf(await stage.client.update(Webhook, id, { version: 1, name: 'third', secret: secretOf('b') }))
}

describe('a secret that is replaced', () => {
  it('is kept, with the moment, in the write and in the journal', async () => {
    const { id, version, secretChangedOn, updatedOn } = await makeReplaced()
    expect([version, secretChangedOn]).toEqual([2, updatedOn])
    expect(await stored(id)).toEqual({ secret: secretOf('b'), previous: secretOf('a'), changed: true })
    expect([(await at(id, 1))['secretChangedOn'], (await at(id, 2))['secretChangedOn']]).toEqual([null, updatedOn])
    const [last] = await historyOf(stage.client, Webhook, id)
    expect(last?.changes).toEqual({
      name: { from: 'second', to: 'third' },
      secret: { secret: true },
      previousSecret: { secret: true },
      secretChangedOn: { from: null, to: updatedOn },
    })
  })

  it('keeps its versions apart when it is replaced again, also in bulk', async () => {
    const { id, secretChangedOn: first } = await makeReplaced()
    const many = await saveMany(stage.client, Webhook, [{ id, version: 2, secret: secretOf('c') }])
    expect(many.status).toBe(200)
    expect(await stored(id)).toEqual({ secret: secretOf('c'), previous: secretOf('b'), changed: true })
    expect((await at(id, 2))['secretChangedOn']).toBe(first)
    expect((await at(id, 3))['secretChangedOn']).not.toBe(first)
  })

  it.each([
    ['restore', { version: 2, toVersion: 1 }, 403],
    ['undo', { version: 2, undo: 1 }, 409],
  ])('does not come back by a %s, nor does its moment', async (way, data, status) => {
    const { id, secretChangedOn } = await makeReplaced()
    const reply = await stage.client.exchange('POST', `${pathOf(Webhook, id)}/${way}`, { body: { data } })
    expect(reply.status, reply.text).toBe(status)
    expect(recordOf(await stage.client.read(Webhook, id))).toMatchObject({ secretChangedOn })
    expect(await stored(id)).toEqual({ secret: secretOf('b'), previous: secretOf('a'), changed: true })
  })

  it('says of an undo which field stays', async () => {
    const { id } = await makeReplaced()
    const body = { data: { version: 2, undo: 2 } }
    const reply = await stage.client.exchange('POST', `${pathOf(Webhook, id)}/undo`, { body })
    const conflicts = [{ field: 'secret', secret: true, by: null, on: null }]
    expect(reply.json).toMatchObject({ data: { code: 'not-undoable', clashes: [{ reason: 'changed', conflicts }] } })
  })
})
