import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, recordOf, type Reply } from './harness/client.ts'
import { Note, notes } from './harness/notes.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(notes)
const low = { fieldName: 'level', operator: '<', value: 5 }
let made = 0

async function somebody(...rules: object[]): Promise<Client> {
  const role = await makeRole(
    stage.client,
    `role ${++made}`,
    rules.map((rule) => ({ model: Note, ...rule })),
  )
  return clientOf(stage.service, stage.database, (await makeUser(stage.client, `user-${made}`, [role])).id)
}

async function create(fields: object): Promise<number> {
  return recordOf(await stage.client.create(Note, { name: 'note', ...fields })).id
}

/** The refusal that a client gets. */
function told({ status, json }: Reply): object {
  const { code, message, fields } = json?.data as { code: string; message: string; fields?: string[] }
  return { status, code, message: message.split('. ')[0], fields }
}

const refused = (message: string, fields?: string[]) => ({ status: 403, code: 'not-permitted', message, fields })

describe('a user who may write a record, but not with these values', () => {
  let client: Client

  beforeAll(async () => {
    client = await somebody({ read: true }, { create: true, update: true, condition: low })
    return () => client.close()
  })

  it('learns that, and which of the changed fields decide', async () => {
    const id = await create({ level: 1 })
    expect(told(await client.update(Note, id, { version: 0, level: 7, name: 'mine' }))).toEqual(
      refused('You may update this record, but not to these values: level', ['level']),
    )
    expect(told(await client.create(Note, { name: 'new', level: 7 }))).toEqual(
      refused(`You may create records of ${Note}, but not with these values: level`, ['level']),
    )
    expect(told(await client.create(Note, { name: 'new' }))).toEqual(
      refused(`You may create records of ${Note}, but not with these values`),
    )
    recordOf(await client.update(Note, id, { version: 0, level: 4, name: 'mine' }))
  })

  it('also if the field refers to another record that decides', async () => {
    const [open, shut] = [await create({ region: 'open' }), await create({ region: 'shut' })]
    const condition = { fieldName: 'parent.region', operator: '=', value: 'open' }
    const linker = await somebody({ read: true }, { update: true, condition })
    const id = await create({ parent: { id: open } })
    expect(told(await linker.update(Note, id, { version: 0, parent: { id: shut } }))).toEqual(
      refused('You may update this record, but not to these values: parent', ['parent']),
    )
    linker.close()
  })

  it('learns nothing about records that they may not change at all', async () => {
    const id = await create({ level: 9 })
    expect(told(await client.update(Note, id, { version: 0, level: 1 }))).toEqual(
      refused(`You may update some records of ${Note}, and this is not one of them`),
    )
  })

  it('learns nothing about fields that they may not read', async () => {
    const blind = await somebody({ read: true, readFields: ['name'] }, { update: true, condition: low })
    const id = await create({ level: 1 })
    expect(told(await blind.update(Note, id, { version: 0, level: 7 }))).toEqual(
      refused('You may update this record, but not to these values'),
    )
    blind.close()
  })
})
