import { beforeAll, describe, expect, it } from 'vitest'
import { pathOf, saveMany, search, updateMass } from './harness/actions.ts'
import { recordsOf, type Reply } from './harness/client.ts'
import { Company, Contact, refusal, shown, success, Tag } from './harness/contract.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const people = ['Ann', 'Ben', 'Cat', 'Dan', 'Eve']

beforeAll(async () => {
  const [acme, bolt] = recordsOf(
    await saveMany(stage.client, Company, [
      { name: 'Acme', country: 'FR', employees: 40 },
      { name: 'Bolt', country: 'DE' },
    ]),
  )
  const records = [
    { vip: true, credit: '10.50', company: { id: acme?.id } },
    { vip: false, credit: '20', company: { id: acme?.id } },
    { vip: true, credit: null, company: { id: bolt?.id } },
    { vip: null, credit: '-5.25', company: null },
    { vip: null, credit: null, company: null },
  ]
  const sent = records.map((record, n) => ({ ...record, firstName: people[n], lastName: 'Case', email: mail(n) }))
  recordsOf(await saveMany(stage.client, Contact, sent))
})

function mail(n: number): string | null {
  return n % 2 === 0 ? `${people[n]}@example.com` : null
}

/** One criterion in short: a field, an operator and what it is compared with. */
function is(fieldName: string, operator: string, value?: unknown, value2?: unknown): object {
  return {
    fieldName,
    operator,
    ...(value === undefined ? {} : { value }),
    ...(value2 === undefined ? {} : { value2 }),
  }
}

const not = (...criteria: object[]) => ({ operator: 'not', criteria })
const or = (...criteria: object[]) => ({ operator: 'or', criteria })
const and = (...criteria: object[]) => ({ operator: 'and', criteria })

/** The records that a criterion finds, by their first letters. */
async function found(...criteria: object[]): Promise<string> {
  const body = { data: { criteria }, sortBy: ['firstName'], fields: ['firstName'] }
  const records = recordsOf(await search(stage.client, Contact, body))
  return records.map(({ firstName }) => String(firstName).charAt(0)).join('')
}

/** What a refused search says. */
async function messageOf(body: unknown): Promise<string> {
  const reply = await stage.client.exchange('POST', pathOf(Contact, 'search'), { body })
  expect(shown(reply)).toEqual(refusal('invalid-parameter'))
  return (reply.json?.data as { message: string }).message
}

describe('a missing value', () => {
  // A and C have true, B has false, D and E have no value for vip.
  it.each<[string, object, string]>([
    ['is not equal to anything', is('vip', '=', false), 'B'],
    ['is not unequal to anything', is('vip', '!=', true), 'B'],
    ['is in no list', is('vip', 'in', [true, false]), 'ABC'],
    ['is outside of no list that has members', is('vip', 'notIn', [true]), 'B'],
    ['is outside of an empty list, as everything is', is('vip', 'notIn', []), 'ABCDE'],
    ['is in an empty list as little as anything', is('vip', 'in', []), ''],
    ['is not less', is('credit', '<', '100'), 'ABD'],
    ['is not greater', is('credit', '>', '-100'), 'ABD'],
    ['is not between', is('credit', 'between', '-100', '100'), 'ABD'],
    ['is not outside', is('credit', 'notBetween', '0', '15'), 'BD'],
    ['is like nothing', is('email', 'like', '%'), 'ACE'],
    ['is unlike nothing', is('email', 'notLike', 'ann'), 'CE'],
    ['is null', is('vip', 'isNull'), 'DE'],
    ['is not notNull', is('vip', 'notNull'), 'ABC'],
  ])('%s', async (_, criterion, expected) => {
    expect(await found(criterion)).toBe(expected)
  })

  it.each<[string, object, string]>([
    ['not unknown is unknown', not(is('vip', '=', true)), 'B'],
    ['not not unknown is unknown', not(not(is('vip', '=', true))), 'AC'],
    [
      'unknown and false is false, so that not of it is true',
      not(and(is('vip', '=', true), is('firstName', '=', 'X'))),
      'ABCDE',
    ],
    ['unknown and true is unknown', not(and(is('vip', '=', true), is('lastName', '=', 'Case'))), 'B'],
    ['unknown or true is true', or(is('vip', '=', true), is('firstName', '=', 'Dan')), 'ACD'],
    ['unknown or false is unknown', not(or(is('vip', '=', true), is('firstName', '=', 'X'))), 'B'],
    ['isNull is never unknown', not(is('vip', 'isNull')), 'ABC'],
    ['a list that does not have it is unknown either way', not(is('vip', 'in', [true])), 'B'],
    ['and an empty list is known', not(is('vip', 'in', [])), 'ABCDE'],
  ])('%s', async (_, criterion, expected) => {
    expect(await found(criterion)).toBe(expected)
  })

  it.each<[string, object, string]>([
    ['what a missing reference leads to is missing', is('company.country', 'isNull'), 'DE'],
    ['so is its comparison unknown', not(is('company.country', '=', 'FR')), 'C'],
    ['a value missing there is missing as well', is('company.employees', 'isNull'), 'CDE'],
    ['one of many is enough, and none is no unknown', not(is('company.contacts.firstName', '=', 'Ann')), 'CDE'],
    ['a relation without members is null', is('tags', 'isNull'), 'ABCDE'],
    ['and nothing in it is like anything', not(is('tags.name', 'like', '%')), 'ABCDE'],
  ])('%s', async (_, criterion, expected) => {
    expect(await found(criterion)).toBe(expected)
  })

  it('sorts last, up and down', async () => {
    const order = async (key: string) =>
      recordsOf(await search(stage.client, Contact, { sortBy: [key, 'firstName'], fields: ['firstName'] }))
        .map(({ firstName }) => String(firstName).charAt(0))
        .join('')
    expect(await order('credit')).toBe('DABCE')
    expect(await order('-credit')).toBe('BADCE')
    expect(await order('company.employees')).toBe('ABCDE')
    expect(await order('-vip')).toBe('ACBDE')
  })
})

describe('an invalid search', () => {
  it.each<[string, unknown, string[]]>([
    ['an unknown member', { filter: {} }, ['"filter"', 'offset, limit, after']],
    ['a mistyped member', { sortby: [] }, ['Did you mean "sortBy"?']],
    ['a field that is not there', { data: and(is('nickname', '=', 'x')) }, ['There is no field "nickname"']],
    ['a mistyped field', { data: and(is('fistName', '=', 'x')) }, ['Did you mean "firstName"?']],
    ['a mistyped field behind a reference', { data: and(is('company.contry', '=', 'x')) }, ['Did you mean "country"?']],
    ['a mistyped field of links', { data: and(is('tags.nam', '=', 'x')) }, ['Did you mean "name"?']],
    [
      'an operator that is not there',
      { data: and(is('firstName', 'ilike', 'x')) },
      ['"ilike"', 'Did you mean "like"?'],
    ],
    ['an operator of another language', { data: and(is('firstName', '$ne', 'x')) }, ['"$ne"', 'Operators are =, !=']],
    ['an operator in capitals', { data: and(is('firstName', 'LIKE', 'x')) }, ['Did you mean "like"?']],
    ['no operator', { data: and({ fieldName: 'firstName' }) }, ['needs an operator']],
    [
      'a mistyped member of a criterion',
      { data: and({ ...is('firstName', '=', 'x'), valu: 1 }) },
      ['Did you mean "value"?'],
    ],
    ['a group of another kind', { data: { operator: 'xor', criteria: [] } }, ['and, or, not', '"xor"']],
    ['or without criteria', { data: or() }, ['or needs at least one']],
    ['not without criteria', { data: not() }, ['not needs at least one']],
    ['criteria that are no array', { data: { criteria: {} } }, ['criteria must be an array']],
    ['a criterion that is no object', { data: and([] as never) }, ['must be an object']],
    ['a criterion that is a text', { data: { criteria: ['x'] } }, ['must be an object']],
    ['data that is an array', { data: [] }, ['must be an object']],
    ['a value too many', { data: and(is('email', 'isNull', 'x')) }, ['isNull of email takes no value']],
    ['a second value too many', { data: and(is('firstName', '=', 'x', 'y')) }, ['takes no value2']],
    ['between without an end', { data: and(is('credit', 'between', '1')) }, ['value2 of credit is missing']],
    ['= null', { data: and({ ...is('email', '='), value: null }) }, ['isNull']],
    ['null in a list', { data: and(is('email', 'in', [null])) }, ['value 0 of email', 'isNull']],
    ['in without a list', { data: and(is('email', 'in', 'x')) }, ['must be an array']],
    ['like on a number', { data: and(is('credit', 'like', '1')) }, ['like is for text']],
    ['an order of what has none', { data: and(is('vip', '<', true)) }, ['has no order']],
    ['an order of references', { data: and(is('company', '>', 5)) }, ['has no order']],
    ['a comparison of JSON', { data: and(is('preferences', '=', {})) }, ['of type json']],
    ['a date that is none', { data: and(is('birthDate', '=', '2024-02-30')) }, ['must be a date']],
    ['a number as text', { data: and(is('company.employees', '=', '5')) }, ['must be a whole number']],
    ['a decimal as number', { data: and(is('credit', '=', 5)) }, ['decimal number as a string']],
    ['a choice that is none', { data: and(is('status', '=', 'boss')) }, ['lead, customer, former']],
    [
      'a name through a field that leads nowhere',
      { data: and(is('firstName.x', '=', 1)) },
      ['cannot continue after firstName'],
    ],
    ['sort by JSON', { sortBy: ['preferences'] }, ['of type json']],
    ['sort by many', { sortBy: ['tags.name'] }, ['leads to many records']],
    ['sort by a relation', { sortBy: ['tags'] }, ['leads to many records']],
    ['sort by what is not there', { sortBy: ['-lastname'] }, ['Did you mean "lastName"?']],
    ['sort by two signs', { sortBy: ['--lastName'] }, ['"-lastName"']],
    ['sort as a text', { sortBy: 'lastName' }, ['must be an array of field names']],
    ['fields as a text', { fields: 'lastName' }, ['must be an array of field names']],
    ['a field that is a number', { fields: [5] }, ['must be an array of field names']],
    ['a limit beyond the most', { limit: 1_001 }, ['at most 1000']],
    ['a limit that is a text', { limit: '5' }, ['limit must be a whole number']],
    ['a part of a record', { limit: 1.5 }, ['limit must be a whole number']],
    ['an offset below 0', { offset: -1 }, ['offset must be a whole number']],
    ['a total that is a text', { total: 'false' }, ['total must be true or false']],
    ['offset and after', { offset: 0, after: 'x' }, ['not both']],
    ['after that is a number', { after: 5 }, ['next']],
    ['an array', [], ['must be an object']],
    ['null', 'null', ['must be an object']],
  ])('%s is refused, and the message says what to do', async (_, body, parts) => {
    const message = await messageOf(body)
    for (const part of parts) expect(message).toContain(part)
  })

  it.each<[string, unknown]>([
    ['11 sort keys', { sortBy: Array(11).fill('lastName') }],
    ['201 fields', { fields: Array(201).fill('lastName') }],
    ['201 criteria', { data: { criteria: Array(201).fill(is('vip', 'isNull')) } }],
    ['11 levels', { data: Array.from({ length: 11 }).reduce((inner: object) => and(inner), is('vip', 'isNull')) }],
    ['1,001 values', { data: and(is('firstName', 'in', Array(1_001).fill('x'))) }],
    ['6 steps', { data: and(is('company.contacts.company.contacts.company.contacts.vip', 'isNull')) }],
  ])('has its limits: %s are refused', async (_, body) => {
    await messageOf(body)
  })

  it.each<[string, unknown]>([
    ['10 sort keys', { sortBy: Array(10).fill('lastName') }],
    ['200 fields', { fields: Array(200).fill('lastName') }],
    ['199 criteria in a group', { data: { criteria: Array(199).fill(is('vip', 'isNull')) } }],
    ['10 levels', { data: Array.from({ length: 10 }).reduce((inner: object) => and(inner), is('vip', 'isNull')) }],
    ['1,000 values', { data: and(is('firstName', 'in', Array(1_000).fill('x'))) }],
    ['5 steps', { data: and(is('company.contacts.company.contacts.company.name', 'isNull')) }],
  ])('%s are answered', async (_, body) => {
    expect((await search(stage.client, Contact, body as object)).status).toBe(200)
  })

  it('takes no query, and no body that is not JSON', async () => {
    const reply = await stage.client.exchange('POST', `${pathOf(Contact, 'search')}?limit=5`, { body: {} })
    expect(shown(reply)).toEqual(refusal('invalid-parameter'))
    const broken = await stage.client.exchange('POST', pathOf(Contact, 'search'), { body: '{"data":' })
    expect(shown(broken)).toEqual(refusal('malformed-json'))
  })

  it('is refused by a mass change in the same way', async () => {
    const body = { data: and(is('fistName', '=', 'x')), values: { vip: true }, maxAffected: 5 }
    const reply = await updateMass(stage.client, Contact, body)
    expect(shown(reply)).toEqual(refusal('invalid-parameter'))
    expect(reply.text).toContain('Did you mean \\"firstName\\"?')
  })
})

describe('operators and values', () => {
  it.each<[string, object, string]>([
    ['the long name equals', is('firstName', 'equals', 'Ann'), 'A'],
    ['notEqual', is('firstName', 'notEqual', 'Ann'), 'BCDE'],
    ['lessThan', is('firstName', 'lessThan', 'Cat'), 'AB'],
    ['lessOrEqual', is('firstName', 'lessOrEqual', 'Cat'), 'ABC'],
    ['greaterThan', is('firstName', 'greaterThan', 'Cat'), 'DE'],
    ['greaterOrEqual', is('firstName', 'greaterOrEqual', 'Cat'), 'CDE'],
    ['a decimal is compared as a number and not rounded', is('credit', '>', '10.4999'), 'AB'],
    ['a decimal with more digits than the field has', is('credit', '=', '10.500'), 'A'],
    ['a reference by its id', is('company', '=', 1), 'AB'],
    ['a reference by an object', is('company', '=', { id: 1 }), 'AB'],
    ['a reference as it was read', is('company', 'in', [{ id: 1, version: 0, name: 'Acme' }]), 'AB'],
    ['like without wildcards: contains, in any case', is('firstName', 'like', 'A'), 'ACD'],
    ['like with one letter', is('firstName', 'like', '_a_'), 'CD'],
    ['like with an end', is('firstName', 'like', '%N'), 'ABD'],
    ['a wildcard made a letter', is('firstName', 'like', '\\%'), ''],
    ['a backslash at the end', is('firstName', 'like', 'n\\'), ''],
    ['like on a choice', is('status', 'like', 'LEA'), 'ABCDE'],
    ['like on a computed field', is('fullName', 'like', 'ann case'), 'A'],
    ['the record’s own members', and(is('version', '=', 0), is('createdOn', '>', '2020-01-01T00:00:00Z')), 'ABCDE'],
    ['who wrote it', is('createdBy', '=', 1), 'ABCDE'],
    ['no criteria at all', and(), 'ABCDE'],
  ])('%s', async (_, criterion, expected) => {
    expect(await found(criterion)).toBe(expected)
  })
})

describe('a page token', () => {
  const first = { sortBy: ['firstName'], limit: 2, data: and(is('lastName', '=', 'Case')) }

  async function tokenOf(body: object): Promise<string> {
    const { next } = (await search(stage.client, Contact, body)).json ?? {}
    if (next === undefined) throw new Error('There are no more pages.')
    return next
  }

  it('continues after the page, also with another limit, other fields and without the total', async () => {
    const after = await tokenOf(first)
    const reply = await search(stage.client, Contact, {
      ...first,
      after,
      limit: 5,
      fields: ['firstName'],
      total: false,
    })
    expect(shown(reply)).toEqual(
      success(
        people.slice(2).map((firstName) => ({ id: expect.any(Number), version: 0, firstName })),
        { offset: 0 },
      ),
    )
  })

  it('exists while there are more records, and not on the last page or with limit 0', async () => {
    expect((await search(stage.client, Contact, { ...first, limit: 4 })).json).toHaveProperty('next')
    for (const limit of [5, 6, 0])
      expect((await search(stage.client, Contact, { ...first, limit })).json).not.toHaveProperty('next')
  })

  it('goes from a search to a find with the same criteria and order', async () => {
    const after = await tokenOf(first)
    const parameters = new URLSearchParams({ after, sortBy: 'firstName', where: JSON.stringify(first.data) })
    const reply = await stage.client.find(Contact, `?${parameters}`)
    expect(recordsOf(reply)).toHaveLength(3)
  })

  it.each<[string, object]>([
    ['another order', { sortBy: ['-firstName'] }],
    ['no order', { sortBy: undefined }],
    ['other criteria', { data: and(is('lastName', '=', 'Other')) }],
    ['no criteria', { data: undefined }],
  ])('of a search is refused with %s', async (_, change) => {
    const after = await tokenOf(first)
    expect(await messageOf({ ...first, ...change, after })).toContain('same search')
  })

  it('of one model is refused by another', async () => {
    recordsOf(await saveMany(stage.client, Tag, [{ name: 'a' }, { name: 'b' }]))
    const after = await tokenOf({ limit: 1 })
    expect(shown(await search(stage.client, Tag, { after }))).toEqual(refusal('invalid-parameter'))
  })

  it.each(['', 'AAAA', 'null', 'W10', 'WzFd', '[]', '%', 'é', 'x'.repeat(10_000)])('%j is none', async (after) => {
    expect(await messageOf({ ...first, after })).toContain('same search')
  })

  it('that was changed by one letter is refused', async () => {
    const token = await tokenOf(first)
    for (let place = 0; place < token.length; place += 3) {
      const letter = token.charAt(place) === 'A' ? 'B' : 'A'
      const changed = token.slice(0, place) + letter + token.slice(place + 1)
      const reply = await search(stage.client, Contact, { ...first, after: changed })
      if (reply.status === 200) expect(Buffer.from(changed, 'base64url')).toEqual(Buffer.from(token, 'base64url'))
      else expect(shown(reply)).toEqual(refusal('invalid-parameter'))
    }
  })
})

describe('GET find', () => {
  const find = (parameters: Record<string, string>) =>
    stage.client.find(Contact, `?${new URLSearchParams({ limit: '100', ...parameters })}`)
  const letters = (reply: Reply) =>
    recordsOf(reply)
      .map(({ firstName }) => String(firstName).charAt(0))
      .join('')

  it('takes fields, sortBy, where, total and after', async () => {
    const where = JSON.stringify(or(is('vip', '=', true), is('credit', '<', '0')))
    const reply = await find({ fields: 'firstName, company.country', sortBy: '-firstName', where, total: 'false' })
    expect(letters(reply)).toBe('DCA')
    expect(recordsOf(reply)[1]).toMatchObject({ company: { name: 'Bolt', country: 'DE' } })
    expect(reply.json).not.toHaveProperty('total')
    const page = await find({ fields: 'firstName', sortBy: '-firstName', limit: '2' })
    const next = await find({ fields: 'firstName', sortBy: '-firstName', after: page.json?.next ?? '' })
    expect(letters(page) + letters(next)).toBe('EDCBA')
    expect(next.json?.total).toBe(5)
  })

  it('takes q: every word in one of the declared fields, ignoring case, with wildcards as plain letters', async () => {
    expect(letters(await find({ q: 'CASE', fields: 'firstName' }))).toBe('ABCDE')
    expect(letters(await find({ q: 'ann case', fields: 'firstName' }))).toBe('A')
    expect(letters(await find({ q: 'example ann', fields: 'firstName' }))).toBe('A')
    expect(letters(await find({ q: 'ann ben', fields: 'firstName' }))).toBe('')
    expect(letters(await find({ q: '%', fields: 'firstName' }))).toBe('')
    expect(letters(await find({ q: '_', fields: 'firstName' }))).toBe('')
    expect(letters(await find({ q: '', fields: 'firstName' }))).toBe('ABCDE')
    const where = JSON.stringify(and(is('vip', '=', true)))
    const both = await find({ q: 'case', where, fields: 'firstName', sortBy: '-firstName' })
    expect(letters(both)).toBe('CA')
    expect(both.json?.total).toBe(2)
  })

  it.each<[string, Record<string, string>, string]>([
    ['criteria that are no JSON', { where: '{' }, 'malformed-json'],
    [
      'criteria that say a member twice',
      { where: '{"operator":"and","operator":"or","criteria":[]}' },
      'malformed-json',
    ],
    ['criteria that are empty', { where: '' }, 'malformed-json'],
    ['an unknown field', { where: '{"criteria":[{"fieldName":"x","operator":"isNull"}]}' }, 'invalid-parameter'],
    ['an unknown field to show', { fields: 'firstName,x' }, 'invalid-parameter'],
    ['an empty name', { fields: 'firstName,,lastName' }, 'invalid-parameter'],
    ['an unknown order', { sortBy: 'x' }, 'invalid-parameter'],
    ['another total', { total: 'no' }, 'invalid-parameter'],
    ['offset and after', { offset: '0', after: 'x' }, 'invalid-parameter'],
    ['too many words', { q: 'a '.repeat(21) }, 'invalid-parameter'],
    ['an unknown parameter', { sortby: 'firstName' }, 'invalid-parameter'],
    ['criteria under another name', { filter: '{}' }, 'invalid-parameter'],
  ])('refuses %s', async (_, parameters, code) => {
    expect(shown(await find(parameters))).toEqual(refusal(code as 'invalid-parameter'))
  })

  it('refuses a repeated parameter', async () => {
    expect(shown(await stage.client.find(Contact, '?sortBy=id&sortBy=id'))).toEqual(refusal('invalid-parameter'))
  })

  it('takes q in the body of a search, beside criteria, and means the same', async () => {
    const body = { q: 'CASE', data: and(is('vip', '=', true)), fields: ['firstName'], sortBy: ['-firstName'] }
    const inBody = await search(stage.client, Contact, body)
    const where = JSON.stringify(body.data)
    expect(inBody.text).toBe((await find({ q: 'CASE', where, fields: 'firstName', sortBy: '-firstName' })).text)
    expect(letters(inBody)).toBe('CA')
    expect(await messageOf({ q: 5 })).toBe('The member q must be text.')
    expect(await messageOf({ q: 'a '.repeat(21) })).toContain('at most 20 words')
  })

  it('has one page after the other without any parameter but the limit', async () => {
    const page = await stage.client.find(Contact, '?limit=3')
    const rest = await stage.client.find(Contact, `?after=${page.json?.next}&limit=100`)
    expect([...recordsOf(page), ...recordsOf(rest)]).toHaveLength(5)
    expect(rest.json).not.toHaveProperty('next')
  })
})
