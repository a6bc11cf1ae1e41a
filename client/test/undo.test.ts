import { beforeAll, describe, expect, it } from 'vitest'
import { admin } from '../../server/test/harness/client.ts'
import { useService } from '../../server/test/harness/useService.ts'
import { type Client, createClient } from '../src/index.ts'
import { changeSet, changeSets, undoChangeSet, undoWrite } from '../src/undo.ts'
import type { Contacts } from './models.ts'

const Contact = 'com.example.contacts.Contact'
const stage = useService()
let client: Client<Contacts>

beforeAll(async () => {
  client = createClient<Contacts>({ url: stage.service.url })
  await client.login(admin.username, admin.password)
})

describe('undo', () => {
  it('of a change set, which is found, shown, tried and undone', async () => {
    const contacts = client.records(Contact)
    const [ada, bob] = await contacts.saveAll([
      { firstName: 'Ada', lastName: 'Undone' },
      { firstName: 'Bob', lastName: 'Undone' },
    ])
    const { data, more } = await changeSets(client, { model: Contact, user: admin.username, limit: 1 })
    const [set] = data
    expect([set?.kind, set?.records, more]).toEqual(['bulk', 2, false])
    const id = set?.id ?? 0
    const first = await changeSet(client, id, { limit: 1 })
    expect([first.set.id, first.data[0]?.id, first.more]).toEqual([id, ada?.id, true])
    expect(await undoChangeSet(client, id, { dryRun: true })).toMatchObject({ undone: 2 })
    const newer = await contacts.update({ id: bob?.id ?? 0, version: 0 }, { vip: true })
    await expect(undoChangeSet(client, id)).rejects.toMatchObject({
      code: 'not-undoable',
      data: { clashing: 1, clashes: [{ id: bob?.id, reason: 'changed' }] },
    })
    const undone = await undoChangeSet(client, id, { onConflict: 'skip', idempotencyKey: 'undo' })
    expect(undone.data).toEqual([{ model: Contact, id: ada?.id, version: 1, operation: 'delete' }])
    expect(await undoChangeSet(client, id, { onConflict: 'skip', idempotencyKey: 'undo' })).toEqual(undone)
    expect(await undoWrite(client, Contact, newer, 1)).toMatchObject({ id: bob?.id, version: 2, vip: null })
    expect(await undoWrite(client, Contact, newer, 0, { onConflict: 'merge' })).toEqual({ id: bob?.id, version: 3 })
  })
})
