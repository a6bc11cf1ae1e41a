import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, type Reply } from './harness/client.ts'
import { Company, Contact } from './harness/contract.ts'
import { allActions, clientOf, makeRole, makeUser, own, Role, User } from './harness/people.ts'
import { patient, startService, type TestService } from './harness/service.ts'
import { useService } from './harness/useService.ts'

const stage = useService(patient)
let other: TestService
let admins: Client[]

beforeAll(async () => {
  other = await startService(stage.database.url, patient)
  const second = new Client(other.url, 32)
  second.cookie = stage.client.cookie
  admins = [stage.client, second]
})

afterAll(async () => {
  admins[1]?.close()
  await other.stop()
})

/** Several requests at once, in turns on two processes. */
function atOnce(count: number, send: (client: Client, n: number) => Promise<Reply>): Promise<Reply[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => send(admins[n % 2] as Client, n)))
}

describe('rights that change all the time', () => {
  it('do not affect administrators who change them, however many do so at once', async () => {
    const role = await makeRole(stage.client, 'parallel', [{ model: Contact, read: true }])
    const links = [{ id: role.id }]
    const made = await atOnce(24, (client, n) =>
      n % 3 === 0
        ? client.create(Role, { name: `role ${n}`, rules: [{ model: Contact, read: true }] })
        : client.create(User, { username: `user${n}`, name: 'U', roles: links }),
    )
    expect(made.flatMap(({ status, text }) => (status === 200 ? [] : [text]))).toEqual([])
  })

  it('do not affect others either: their requests start over, and are answered', async () => {
    const role = await makeRole(stage.client, 'busy', [
      { model: Contact, ...allActions },
      { model: Company, ...allActions, condition: own },
    ])
    const { id } = await makeUser(stage.client, 'busy', [role])
    const client = await clientOf(other, stage.database, id, 16)
    let isOver = false
    const changing = (async () => {
      for (let n = 0; !isOver; n++) recordOf(await stage.client.create(User, { username: `late${n}`, name: 'L' }))
    })()
    const replies: Reply[] = []
    for (let round = 0; round < 20; round++)
      replies.push(
        ...(await Promise.all([
          client.find(Contact, '?limit=1'),
          client.create(Contact, { firstName: 'A', lastName: 'B' }),
          client.create(Company, { name: 'C' }),
          client.find(Company, '?limit=1'),
          client.exchange('POST', '/ws/sessions/end', { body: {} }),
        ])),
      )
    isOver = true
    await changing
    client.close()
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  })
})
