import { describe, expect, it } from 'vitest'
import { PageTokens } from '../../src/plan/pageToken.ts'
import { pathOf, search } from '../harness/actions.ts'
import { recordOf, type Reply } from '../harness/client.ts'
import { Company, Contact } from '../harness/contract.ts'
import { payloads } from '../harness/payloads.ts'
import { takeSnapshot } from '../harness/snapshot.ts'
import { criterion, find, noTexts, person, type Place, searching, unexpected, useTarget } from '../harness/useTarget.ts'

const target = useTarget()

/** Positions that do not take text: every text, object or array is refused. */
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

/** Positions of values: any text that PostgreSQL can store is accepted, and is only a value. */
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
      // A URL has no lone surrogates, and a word may be too long. JSON and bodies refuse only what is not valid text.
      if (!what.includes('address') && !what.includes('words') && !what.includes('try'))
        expect(refused).toEqual(noTexts)
      expect(await takeSnapshot(target.database)).toEqual(before)
    },
  )

  it('are answered, and the service goes on as before', async () => {
    expect(recordOf(await target.client.read(Contact, target.contact.id))).toEqual(target.contact)
    expect(target.service.logs()).not.toContain('internal failure')
  })
})

describe('a forged token', () => {
  const sortBy = ['lastName']
  const shape = JSON.stringify([Contact, null, null, sortBy, ['text']])
  const continued = (after: string) => search(target.client, Contact, { sortBy, after })
  const madeWith = (key: Uint8Array, keys: (string | null)[]) => new PageTokens(key).toToken(keys, shape)
  const guessedKeys = [new Uint8Array(32), new Uint8Array(0), Buffer.from('signing')]

  it('is accepted if it is signed with the key in the database, so the tests below use the right form', async () => {
    const [row] = await target.database.query<{ value: Buffer }>('select value from tabularium.secrets')
    expect((await continued(madeWith(row?.value ?? Buffer.from(''), ['B', '0']))).status).toBe(200)
  })

  it.each(guessedKeys)('with the key %s is refused, and no statement is made of it', async (key) => {
    const places = payloads.map((text) => madeWith(key, [text, '1']))
    const replies: Reply[] = []
    const added = await target.addedBy(async () => {
      for (const after of places) replies.push(await continued(after))
    })
    expect(unexpected(replies, [400])).toEqual([])
    expect(added).toEqual([])
  })

  it('of a true one with another key, another search or another ending is refused', async () => {
    const page = { sortBy, limit: 1, total: false }
    const reply = await search(target.client, Contact, page)
    const { next } = reply.json as unknown as { next: string }
    const [signature, ...keys]: unknown[] = JSON.parse(Buffer.from(next, 'base64url').toString())
    const encoded = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    expect((await search(target.client, Contact, { ...page, after: next })).status).toBe(200)
    const forged = [[signature, 'A', '1'], [signature, ...keys, '1'], [signature], ['', ...keys], [null, ...keys], []]
    for (const parts of forged)
      expect((await search(target.client, Contact, { ...page, after: encoded(parts) })).status).toBe(400)
    expect((await search(target.client, Contact, { ...page, sortBy: ['-lastName'], after: next })).status).toBe(400)
    expect((await search(target.client, Company, { limit: 1, after: next })).status).toBe(400)
  })
})
