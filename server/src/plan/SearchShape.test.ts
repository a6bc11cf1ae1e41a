import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadModels } from '../model/loadModels.ts'
import { serviceAuthorization } from '../permission/Authorization.ts'
import { PageTokens } from './pageToken.ts'
import type { SearchRequest } from '../call/SearchRequest.ts'
import { planSearch } from './search.ts'
import { describeSearch, toSearchShape } from './SearchShape.ts'

const tokens = new PageTokens(new Uint8Array(32))

const models = await loadModels(fileURLToPath(import.meta.resolve('../../../examples/contacts')))
const Contact = 'com.example.contacts.Contact'

function plan(request: Partial<SearchRequest>) {
  return planSearch(
    { offset: 0, limit: 40, total: true, ...request },
    models.get(Contact),
    serviceAuthorization(models),
    {
      tokens,
    },
  )
}

const country = { fieldName: 'company.country', operator: '=', value: 'CANARY' }
const status = { fieldName: 'status', operator: 'in', value: ['lead'] }
const born = { fieldName: 'birthDate', operator: 'between', value: '2000-01-01', value2: '2001-01-01' }
const noEmail = { fieldName: 'email', operator: 'isNull' }
const tagged = { fieldName: 'tags.name', operator: 'like', value: 'CANARY' }

describe('a search described in one line', () => {
  it.each<[string, Partial<SearchRequest>]>([
    [Contact, {}],
    [`${Contact} sorted by lastName, -credit`, { sortBy: ['lastName', '-credit'] }],
    [`${Contact} sorted by -id`, { sortBy: ['-id'] }],
    [`${Contact} where q …`, { q: 'canary bird' }],
    [
      `${Contact} where company.country = … sorted by -credit`,
      { criteria: { criteria: [country] }, sortBy: ['-credit'] },
    ],
    [`${Contact} where q … and email isNull`, { q: 'canary', criteria: { criteria: [noEmail] } }],
    [
      `${Contact} where birthDate between … and … and (status in … or email isNull)`,
      { criteria: { criteria: [born, { operator: 'or', criteria: [status, noEmail] }] } },
    ],
    [
      `${Contact} where not (status in …) or some tags (name like …)`,
      { criteria: { operator: 'or', criteria: [{ operator: 'not', criteria: [status] }, tagged] } },
    ],
    [`${Contact} where some tags`, { criteria: { criteria: [{ fieldName: 'tags', operator: 'notNull' }] } }],
    [
      `${Contact} where createdBy = $record.updatedBy and id between … and $record.version`,
      {
        criteria: {
          criteria: [
            { fieldName: 'createdBy', operator: '=', value: '$record.updatedBy' },
            { fieldName: 'id', operator: 'between', value: 1, value2: '$record.version' },
          ],
        },
      },
    ],
    [`${Contact}, without total`, { total: false }],
    [`${Contact}, the total alone`, { limit: 0 }],
  ])('%s', (line, request) => {
    expect(describeSearch(plan(request))).toBe(line)
  })
})

describe('the shape of a search', () => {
  it('separates criteria of every record from those inside or, not and relations', () => {
    const criteria = { criteria: [country, born, { operator: 'or', criteria: [status, noEmail] }, tagged] }
    expect(toSearchShape(plan({ criteria, sortBy: ['-credit', 'id'] }))).toEqual({
      model: Contact,
      all: [
        { field: 'company.country', comparator: '=' },
        { field: 'birthDate', comparator: 'between' },
      ],
      inside: [
        { field: 'status', comparator: 'in' },
        { field: 'email', comparator: 'isNull' },
        { field: 'tags.name', comparator: 'like' },
      ],
      sort: ['-credit'],
      words: false,
    })
  })

  it('and its description have no values', () => {
    const criteria = { criteria: [country, tagged, { ...status, operator: '=', value: 'former' }] }
    const search = plan({ criteria, q: 'canary' })
    expect(`${describeSearch(search)} ${JSON.stringify(toSearchShape(search))}`).not.toMatch(/canary|former/i)
  })
})
