import { describe, expect, it } from 'vitest'
import { shapeOf, toPageToken } from '../../src/plan/pageToken.ts'
import { pathOf, search } from '../harness/actions.ts'
import { recordOf } from '../harness/client.ts'
import { Company, Contact } from '../harness/contract.ts'
import { payloads } from '../harness/payloads.ts'
import { takeSnapshot } from '../harness/snapshot.ts'
import { criterion, find, noTexts, person, type Place, searching, unexpected, useTarget } from '../harness/useTarget.ts'

const target = useTarget()

/** Where something else than a text is due: whatever is sent as text, object or array is refused. */
const typed: Record<string, Place> = {
  'a whole number': (text) => criterion({ fieldName: 'company.employees', operator: '=', value: text }),
  'a decimal number': (text) => criterion({ fieldName: 'credit', operator: '>', value: text }),
  'a date': (text) => criterion({ fieldName: 'birthDate', operator: '=', value: text }),
  'a moment': (text) => criterion({ fieldName: 'createdOn', operator: '=', value: text }),
  'a choice': (text) => criterion({ fieldName: 'status', operator: '=', value: text }),
  'a boolean': (text) => criterion({ fieldName: 'vip', operator: '=', value: text }),
  'a reference': (text) => criterion({ fieldName: 'company', operator: '=', value: text }),
  'the id of a reference': (text) => criterion({ fieldName: 'company', operator: '=', value: { id: text } }),
  'a member of a reference to compare with': (text) =>
    criterion({ fieldName: 'company', operator: '=', value: { id: 1, [text]: 1 } }),
  'a member of a link to compare with': (text) =>
    criterion({ fieldName: 'tags', operator: '=', value: { id: 1, [text]: 1 } }),
  'an object with it as key': (text) => criterion({ fieldName: 'firstName', operator: '=', value: { [text]: 1 } }),
  'an object with it as value': (text) => criterion({ fieldName: 'firstName', operator: '=', value: { x: text } }),
  'an array': (text) => criterion({ fieldName: 'firstName', operator: '=', value: [text] }),
  'an array in a list': (text) => criterion({ fieldName: 'firstName', operator: 'in', value: [[text]] }),
  'an object in a list': (text) => criterion({ fieldName: 'firstName', operator: 'notIn', value: [{ [text]: text }] }),
  'a pattern in an object': (text) => criterion({ fieldName: 'firstName', operator: 'like', value: { [text]: 1 } }),
  'the end of a range': (text) =>
    criterion({ fieldName: 'firstName', operator: 'between', value: 'a', value2: { [text]: 1 } }),
  'the field as an object': (text) => criterion({ fieldName: { [text]: 1 }, operator: 'isNull' }),
  'the operator as an object': (text) => criterion({ fieldName: 'firstName', operator: { [text]: 1 }, value: 'x' }),
  'a sort key as an object': (text) => searching({ sortBy: [{ [text]: 1 }] }),
  'sort keys as an object': (text) => searching({ sortBy: { [text]: 1 } }),
  'a field as an object': (text) => searching({ fields: [{ [text]: 1 }] }),
  'a token as an object': (text) => searching({ after: { [text]: 1 } }),
  'criteria as an object': (text) => searching({ data: { criteria: { [text]: 1 } } }),
  'records as an object': (text) => ['POST', pathOf(Contact), { records: { [text]: 1 } }],
  'a record as a text': (text) => ['POST', pathOf(Contact), { records: [text] }],
  'links as an object': (text) => ['POST', pathOf(Contact), { records: [{ ...person, tags: { [text]: 1 } }] }],
  'members as a text': (text) => ['POST', pathOf(Company), { records: [{ name: 'x', contacts: text }] }],
}

/** Where values stand: any text that PostgreSQL can hold may be asked for, and is a value and nothing else. */
const values: Record<string, Place> = {
  equality: (text) => criterion({ fieldName: 'firstName', operator: '=', value: text }),
  'a value of like': (text) => criterion({ fieldName: 'firstName', operator: 'like', value: text }),
  'a list': (text) => criterion({ fieldName: 'firstName', operator: 'in', value: [text, 'x'] }),
  between: (text) => criterion({ fieldName: 'firstName', operator: 'between', value: text, value2: text }),
  'a value behind a reference': (text) => criterion({ fieldName: 'company.name', operator: '!=', value: text }),
  'a value of links': (text) => criterion({ fieldName: 'tags.name', operator: 'notLike', value: text }),
  'a computed field': (text) => criterion({ fieldName: 'fullName', operator: '>', value: text }),
  'words to search for': (text) => ['GET', find({ q: text.replaceAll(/\s/g, '') })],
  'a value in the address': (text) => [
    'GET',
    find({ where: JSON.stringify({ criteria: [{ fieldName: 'lastName', operator: '<=', value: text }] }) }),
  ],
  'the key of a token that somebody made': (text) => {
    const shape = shapeOf(Contact, { sortBy: ['lastName'] })
    return searching({ sortBy: ['lastName'], after: toPageToken([text, '1'], shape) })
  },
  'a value to try': (text) => [
    'POST',
    `${pathOf(Contact)}?dryRun=true`,
    { records: [{ firstName: text, lastName: 'x', preferences: { [text]: text } }] },
  ],
  'a value of a mass change': (text) => [
    'POST',
    `${pathOf(Contact, 'updateMass')}?dryRun=true`,
    {
      data: { criteria: [{ fieldName: 'notes', operator: '=', value: text }] },
      values: { notes: text },
      maxAffected: 5,
    },
  ],
}

describe('40 payloads', () => {
  it.each(Object.entries(typed))(
    'in the place of %s are refused, and no statement is made of them',
    async (_, place) => {
      const before = await takeSnapshot(target.database)
      const { replies, added } = await target.attack(place)
      expect(unexpected(replies, [400])).toEqual([])
      expect(added).toEqual([])
      expect(await takeSnapshot(target.database)).toEqual(before)
    },
  )

  it.each(Object.entries(values))(
    'in %s are values: the statement is the same for all of them',
    async (what, place) => {
      const before = await takeSnapshot(target.database)
      const { replies, added } = await target.attack(place)
      expect(unexpected(replies, [200, 400])).toEqual([])
      expect(added).toEqual([])
      const refused = payloads.filter((_, n) => replies[n]?.status === 400)
      // An address has no halves of pairs, and a word may be too long; JSON and bodies refuse what is no text and no more.
      if (!what.includes('address') && !what.includes('words') && !what.includes('token') && !what.includes('try'))
        expect(refused).toEqual(noTexts)
      expect(await takeSnapshot(target.database)).toEqual(before)
    },
  )

  it('are answered by a service that works on as before', async () => {
    expect(recordOf(await target.client.read(Contact, target.contact.id))).toEqual(target.contact)
    expect(target.service.logs()).not.toContain('internal failure')
  })
})

describe('a token that somebody made', () => {
  const forge = (sortBy: string[], keys: (string | null)[]) =>
    search(target.client, Contact, { sortBy, after: toPageToken(keys, shapeOf(Contact, { sortBy })) })

  it.each(['id', 'company.employees', 'credit', 'birthDate', 'createdOn', 'vip', 'company', 'status'])(
    'with keys for %s that are none is refused, and never a fault of ours',
    async (key) => {
      const replies = await Promise.all(payloads.map((text) => forge([key], key === 'id' ? [text] : [text, '1'])))
      expect(unexpected(replies, [200, 400])).toEqual([])
      expect(unexpected(replies, [400]).length).toBeLessThan(key === 'status' ? 41 : 3)
    },
  )

  it('is taken where it might have been one of ours: it says nothing that a search could not', async () => {
    expect((await forge(['lastName'], ['B', '0'])).status).toBe(200)
    expect((await forge(['lastName'], [null, null])).status).toBe(200)
    expect((await forge(['id'], ['99999999999999999999'])).status).toBe(400)
    expect((await forge(['credit'], ['1e400000', '1'])).status).toBe(400)
    expect((await forge(['createdOn'], ['infinity', '1'])).status).toBe(200)
    expect((await forge(['lastName'], ['B', '0', 'x'])).status).toBe(400)
    expect((await forge(['lastName'], ['B'])).status).toBe(400)
  })
})
