import { beforeAll, describe, expect, it } from 'vitest'
import { saveMany, search } from '../harness/actions.ts'
import { recordsOf, type RecordJson } from '../harness/client.ts'
import { Company, Contact, Tag } from '../harness/contract.ts'
import { payloads } from '../harness/payloads.ts'
import { noTexts, useTarget } from '../harness/useTarget.ts'

const target = useTarget()

describe('a text that is stored first and used later', () => {
  const texts = payloads.filter((text) => !noTexts.includes(text)).map((text) => text.slice(0, 60).trim() || 'x')
  let stored: RecordJson[]

  beforeAll(async () => {
    const unique = [...new Set(texts)]
    const tags = recordsOf(
      await saveMany(
        target.client,
        Tag,
        unique.map((name) => ({ name })),
      ),
    )
    const companies = recordsOf(
      await saveMany(
        target.client,
        Company,
        unique.map((name) => ({ name })),
      ),
    )
    stored = recordsOf(
      await saveMany(
        target.client,
        Contact,
        unique.map((name, n) => ({
          firstName: name.replaceAll(/[\r\n]/g, ' '),
          lastName: 'Stored',
          company: { id: companies[n]?.id },
          tags: [{ id: tags[n]?.id }],
        })),
      ),
    )
  })

  it('is returned unchanged in titles, computed fields, collections and links', async () => {
    const fields = ['firstName', 'fullName', 'company.contacts.fullName', 'tags']
    const data = { criteria: [{ fieldName: 'lastName', operator: '=', value: 'Stored' }] }
    const records = recordsOf(await search(target.client, Contact, { fields, data, limit: 100 }))
    expect(records).toHaveLength(stored.length)
    for (const [n, { firstName, fullName, tags, company: own }] of records.entries()) {
      expect(fullName).toBe(`${String(firstName)} Stored`)
      expect(tags).toMatchObject([{ name: (stored[n]?.company as RecordJson).name }])
      expect(own).toMatchObject({ name: (stored[n]?.company as RecordJson).name, contacts: [{ fullName }] })
    }
  })

  it('is found by its own value, and by that of a referenced record', async () => {
    for (const { id, firstName, company: own } of stored) {
      const criteria = [
        { fieldName: 'firstName', operator: '=', value: firstName },
        { fieldName: 'company.name', operator: '=', value: (own as RecordJson).name },
        { fieldName: 'tags.name', operator: 'in', value: [(own as RecordJson).name] },
      ]
      const found = recordsOf(await search(target.client, Contact, { data: { criteria } }))
      expect(found.map((record) => record.id)).toContain(id)
    }
  })

  it('works in page tokens, and never becomes part of a statement', async () => {
    const data = { criteria: [{ fieldName: 'lastName', operator: '=', value: 'Stored' }] }
    const walk = async () => {
      const seen: number[] = []
      let after: string | undefined
      do {
        const sortBy = ['-company.name', 'firstName']
        const reply = await search(target.client, Contact, { data, sortBy, limit: 1, ...(after ? { after } : {}) })
        seen.push(...recordsOf(reply).map(({ id }) => id))
        after = reply.json?.next
      } while (after !== undefined)
      return seen
    }
    const first = await walk()
    expect(await target.addedBy(async () => expect(await walk()).toEqual(first))).toEqual([])
    expect(new Set(first)).toEqual(new Set(stored.map(({ id }) => id)))
  })
})
