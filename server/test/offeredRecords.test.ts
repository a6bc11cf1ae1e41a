import { describe, expect, it } from 'vitest'
import { links, model, reference, text } from '../src/index.ts'
import { type RecordJson, recordOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const [Company, Person, Meeting] = [
  'org.example.offers.Company',
  'org.example.offers.Person',
  'org.example.offers.Meeting',
]
const ofCompany = { fieldName: 'company', operator: '=', value: '$source.company' }

const stage = useModels(
  toModels([
    model({ name: Company, title: 'name', fields: { name: text({ max: 20 }) } }),
    model({ name: Person, title: 'name', fields: { name: text({ max: 20 }), company: reference(Company) } }),
    model({
      name: Meeting,
      title: 'subject',
      fields: {
        subject: text({ max: 20 }),
        company: reference(Company),
        host: reference(Person, { where: ofCompany }),
        guests: links(Person, { where: ofCompany }),
      },
    }),
  ]),
)

/** What somebody is told that the pickers of a meeting offer. */
async function offersFor(client = stage.client): Promise<Readonly<Record<string, unknown>>> {
  const { fields } = recordOf(await client.exchange('GET', `/ws/meta/fields/${Meeting}`)) as unknown as {
    fields: (RecordJson & { name: string })[]
  }
  return Object.fromEntries(fields.flatMap(({ name, where }) => (where === undefined ? [] : [[name, where]])))
}

describe('the records that a form offers', () => {
  it('are told as they are declared', async () => {
    expect(await offersFor()).toEqual({ host: ofCompany, guests: ofCompany })
  })

  it.each([
    ['of the other model', { [Person]: ['company'] }],
    ['of the own model', { [Meeting]: ['company'] }],
  ])(
    'are not told to whoever does not see a field %s that they name',
    async (_which, hidden: Record<string, string[]>) => {
      const rules = [Company, Person, Meeting].map((name) => ({
        model: name,
        read: true,
        create: true,
        ...(hidden[name] ? { hideFields: hidden[name] } : {}),
      }))
      const role = await makeRole(stage.client, `offers ${Object.keys(hidden).join()}`, rules)
      const { id } = await makeUser(stage.client, `reader${role.id}`, [role])
      const client = await clientOf(stage.service, stage.database, id)
      expect(await offersFor(client)).toEqual({})
    },
  )

  it('are a help: a write with another record is no mistake', async () => {
    const person = recordOf(await stage.client.create(Person, { name: 'Ada' }))
    const meeting = await stage.client.create(Meeting, { subject: 'x', host: { id: person.id } })
    expect(meeting.status).toBe(200)
  })
})
