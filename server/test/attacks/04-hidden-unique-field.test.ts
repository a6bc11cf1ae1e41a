import { expect, it } from 'vitest'
import { model } from '../../src/model/declare.ts'
import { computed } from '../../src/model/field/computed.ts'
import { text } from '../../src/model/field/text.ts'
import { recordOf } from '../harness/client.ts'
import { refusal, shown } from '../harness/contract.ts'
import { toModels } from '../harness/everyType.ts'
import { clientOf, makeRole, makeUser } from '../harness/people.ts'
import { useModels } from '../harness/useModels.ts'

const Ticket = 'org.example.tickets.Ticket'

const stage = useModels(
  toModels([
    model({
      name: Ticket,
      title: 'subject',
      fields: {
        subject: text({ required: true, max: 50 }),
        place: text({ max: 50 }),
        mark: computed('{subject}/{place}', { unique: true }),
      },
    }),
  ]),
)

it('a unique field that one may neither read nor write is not named where its value is taken', async () => {
  const known = { readFields: ['subject'], writeFields: ['subject', 'place'] }
  const role = await makeRole(stage.client, 'writing', [
    { model: Ticket, read: true, create: true, update: true, ...known },
  ])
  const { id } = await makeUser(stage.client, 'writer', [role])
  const writer = await clientOf(stage.service, stage.database, id)
  recordOf(await stage.client.create(Ticket, { subject: 'A', place: 'B' }))
  const other = recordOf(await stage.client.create(Ticket, { subject: 'A', place: 'C' })).id
  const same = { subject: 'A', place: 'B' }
  const replies = [
    await writer.create(Ticket, same),
    await writer.update(Ticket, other, { version: 0, place: 'B' }),
    await writer.exchange('POST', `/ws/rest/${Ticket}`, { body: { records: [same] } }),
  ]
  for (const reply of replies) {
    expect([reply.status, (reply.json?.data as { code?: string }).code]).toEqual([409, 'not-unique'])
    expect(reply.text).not.toMatch(/mark/i)
  }
  expect(shown(await stage.client.create(Ticket, same))).toEqual(refusal('not-unique', { data: { field: 'mark' } }))
  writer.close()
})
