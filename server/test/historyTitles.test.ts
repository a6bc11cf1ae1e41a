import { describe, expect, it } from 'vitest'
import { type Client, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { Company, Contact, refusal, shown, Tag } from './harness/contract.ts'
import { clientOf, makeRole, makeUser, own } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService()

/** The changes of the entries, newest first. */
function changesOf(reply: Reply): Record<string, { from: unknown; to: unknown }>[] {
  return recordsOf(reply).map(({ changes }) => changes as never)
}

async function userWith(name: string, rules: readonly object[]): Promise<Client> {
  const role = await makeRole(stage.client, name, rules)
  const user = await makeUser(stage.client, name, [role])
  return clientOf(stage.service, stage.database, user.id)
}

/** A contact that moved from one company to another, and has got a tag. */
async function moved(client: Client) {
  const [first, second] = [
    recordOf(await client.create(Company, { name: 'First' })),
    recordOf(await client.create(Company, { name: 'Second' })),
  ]
  const tag = recordOf(await client.create(Tag, { name: `tag ${first.id}` }))
  const person = { firstName: 'Ada', lastName: 'Lovelace', company: { id: first.id } }
  const { id } = recordOf(await client.create(Contact, person))
  await client.update(Contact, id, { version: 0, company: { id: second.id }, tags: [{ id: tag.id }], vip: true })
  return { id, first, second, tag }
}

describe('history with ?titles=true', () => {
  it('shows references and links as {id, title}, and all else as without it', async () => {
    const { client } = stage
    const { id, first, second, tag } = await moved(client)
    const [plain] = changesOf(await client.history(Contact, id))
    const [latest, created] = changesOf(await client.history(Contact, id, '?titles=true'))
    expect(latest).toEqual({
      ...plain,
      company: { from: { id: first.id, title: 'First' }, to: { id: second.id, title: 'Second' } },
      tags: { from: expect.anything(), to: [{ id: tag.id, title: `tag ${first.id}` }] },
    })
    expect(plain).toMatchObject({ company: { from: { id: first.id }, to: { id: second.id } } })
    expect(created?.['company']).toEqual({ from: null, to: { id: first.id, title: 'First' } })
  })

  it('a record that is gone has its id alone; titles are those of today', async () => {
    const { client } = stage
    const { id, first, second } = await moved(client)
    await client.delete(Company, first.id)
    await client.update(Company, second.id, { version: 0, name: 'Renamed' })
    const [latest] = changesOf(await client.history(Contact, id, '?titles=true'))
    expect(latest?.['company']).toEqual({ from: { id: first.id }, to: { id: second.id, title: 'Renamed' } })
  })

  it('shows no title that the caller may not read', async () => {
    const { id, first, second } = await moved(stage.client)
    const change = { from: { id: first.id }, to: { id: second.id } }
    const contacts = { model: Contact, read: true }
    const blind = await userWith('blind', [contacts])
    const some = await userWith('some', [contacts, { model: Company, read: true, condition: own }])
    const untitled = await userWith('untitled', [contacts, { model: Company, read: true, readFields: ['country'] }])
    for (const client of [blind, some, untitled]) {
      const reply = await client.history(Contact, id, '?titles=true')
      expect(changesOf(reply)[0]?.['company']).toEqual(change)
      expect(reply.text).not.toContain('Second')
      client.close()
    }
  })

  it('must be true or false', async () => {
    const { id } = await moved(stage.client)
    expect(shown(await stage.client.history(Contact, id, '?titles=1'))).toEqual(refusal('invalid-parameter'))
    const [plain, off] = [
      await stage.client.history(Contact, id),
      await stage.client.history(Contact, id, '?titles=false'),
    ]
    expect(off.text).toBe(plain.text)
  })
})
