import { expect, it } from 'vitest'
import { transact } from './harness/actions.ts'
import { recordOf } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { clientOf, makeUser, User } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { useService } from './harness/useService.ts'

const stage = useService()

const further: [string, object[]][] = [
  ['that writes records', []],
  ['that makes another administrator', [{ create: User, record: { username: 'friend', name: 'F', admin: true } }]],
]

it.each(further)('an administrator who is demoted while a transaction %s waits writes nothing', async (_, more) => {
  const { id: user, version } = await makeUser(stage.client, `former${more.length}`, [], { admin: true })
  const former = await clientOf(stage.service, stage.database, user, 1)
  const { id } = recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Old' }))
  await stage.database.query(`begin; select from record.com_example_contacts_contact where id = ${id} for update`)
  const sent = transact(former, [{ update: Contact, record: { id, version: 0, lastName: 'New' } }, ...more])
  const waits = () => stage.database.query(`select from pg_locks where locktype = 'transactionid' and not granted`)
  await until('the transaction waits', async () => (await waits()).length > 0)
  recordOf(await stage.client.update(User, user, { version, admin: false }))
  await stage.database.query('commit')
  const { status, text } = await sent
  // Models are unknown to them now. If they also may not write something else, the codes differ.
  expect([status, text.includes('unknown-model')]).toEqual([more.length === 0 ? 404 : 400, true])
  expect(recordOf(await stage.client.read(Contact, id))).toMatchObject({ version: 0, lastName: 'Old' })
  expect(await stage.database.query(`select from record.tabularium_user where username = 'friend'`)).toEqual([])
  former.close()
})

it('an administrator may change the rights of others in a transaction', async () => {
  const { id, version } = await makeUser(stage.client, 'other', [], { admin: true })
  const reply = await transact(stage.client, [{ update: User, record: { id, version, admin: false } }])
  expect(reply.status, reply.text).toBe(200)
})
