import { describe, expect, it } from 'vitest'
import { pathOf } from '../harness/actions.ts'
import { recordOf } from '../harness/client.ts'
import { Company, Contact } from '../harness/contract.ts'
import { payloads } from '../harness/payloads.ts'
import { until } from '../harness/poll.ts'
import { takeSnapshot } from '../harness/snapshot.ts'
import { criterion, find, person, type Place, searching, unexpected, useTarget } from '../harness/useTarget.ts'

const target = useTarget()

/** Positions of names: only names that the model declares are accepted. */
const names: Record<string, Place> = {
  'the field of a criterion': (text) => criterion({ fieldName: text, operator: 'isNull' }),
  'the field behind a reference': (text) => criterion({ fieldName: `company.${text}`, operator: 'isNull' }),
  'the field of links': (text) => criterion({ fieldName: `tags.${text}`, operator: 'isNull' }),
  'the field before a dot': (text) => criterion({ fieldName: `${text}.name`, operator: 'isNull' }),
  'an operator': (text) => criterion({ fieldName: 'firstName', operator: text, value: 'x' }),
  'the operator of a group': (text) => searching({ data: { operator: text, criteria: [] } }),
  'a member of a criterion': (text) => criterion({ fieldName: 'firstName', operator: '=', value: 'x', [text]: 1 }),
  'a member of a group': (text) => searching({ data: { criteria: [], [text]: 1 } }),
  'a member of a search': (text) => searching({ [text]: 1 }),
  'a sort key': (text) => searching({ sortBy: [text] }),
  'a sort key, descending': (text) => searching({ sortBy: [`-${text}`] }),
  'a dotted sort key': (text) => searching({ sortBy: [`company.${text}`] }),
  'a field': (text) => searching({ fields: [text] }),
  'a dotted field': (text) => searching({ fields: [`company.contacts.${text}`] }),
  'a token': (text) => searching({ after: text }),
  'a field in the address': (text) => ['GET', find({ fields: `firstName,${text}` })],
  'a sort key in the address': (text) => ['GET', find({ sortBy: text })],
  'criteria in the address': (text) => ['GET', find({ where: text })],
  'the field of criteria in the address': (text) => [
    'GET',
    find({ where: JSON.stringify({ criteria: [{ fieldName: text, operator: 'isNull' }] }) }),
  ],
  'a token in the address': (text) => ['GET', find({ after: text })],
  'a total in the address': (text) => ['GET', find({ total: text })],
  'a parameter': (text) => ['GET', find({ [text]: 'x' })],
  'a field of a read': (text) => [
    'GET',
    `${pathOf(Contact, target.contact.id)}?${new URLSearchParams({ fields: text })}`,
  ],
  'a parameter of a write': (text) => ['POST', `${pathOf(Contact)}?${new URLSearchParams({ [text]: 'x' })}`, {}],
  'a dry run': (text) => ['POST', `${pathOf(Contact)}?${new URLSearchParams({ dryRun: text })}`, { records: [person] }],
  'a member of a bulk call': (text) => ['POST', pathOf(Contact), { records: [person], [text]: 1 }],
  'a member of a record': (text) => ['POST', pathOf(Contact), { records: [{ ...person, [text]: 1 }] }],
  'a member of a member': (text) => [
    'POST',
    pathOf(Company),
    { records: [{ name: 'x', contacts: [{ ...person, [text]: 1 }] }] },
  ],
  'a member of a link': (text) => ['POST', pathOf(Contact), { records: [{ ...person, tags: [{ id: 1, [text]: 1 }] }] }],
  'a member of a reference': (text) => [
    'POST',
    pathOf(Contact),
    { records: [{ ...person, company: { id: target.company.id, [text]: 1 } }] },
  ],
  'a member of a removal': (text) => [
    'POST',
    pathOf(Contact, 'removeAll'),
    { records: [{ id: 1, version: 0, [text]: 1 }] },
  ],
  'a value to change': (text) => [
    'POST',
    pathOf(Contact, 'updateMass'),
    { data: {}, values: { [text]: 1 }, maxAffected: 5 },
  ],
  'a member of a mass change': (text) => [
    'POST',
    pathOf(Contact, 'updateMass'),
    { data: {}, values: { vip: true }, maxAffected: 5, [text]: 1 },
  ],
  'the field of a mass change': (text) => [
    'POST',
    pathOf(Contact, 'updateMass'),
    { data: { criteria: [{ fieldName: text, operator: 'isNull' }] }, values: { vip: true }, maxAffected: 5 },
  ],
  'a model': (text) => ['POST', `/ws/rest/${encode(text)}/search`, {}],
  'a model of metadata': (text) => ['GET', `/ws/meta/fields/${encode(text)}`],
  'an offset': (text) => searching({ offset: text }),
  'a limit': (text) => searching({ limit: text }),
  'the most that may be affected': (text) => [
    'POST',
    pathOf(Contact, 'updateMass'),
    { data: {}, values: { vip: true }, maxAffected: text },
  ],
  'an id': (text) => ['POST', pathOf(Contact, 'removeAll'), { records: [{ id: text, version: 0 }] }],
  'a version': (text) => ['POST', pathOf(Contact, 'removeAll'), { records: [{ id: 1, version: text }] }],
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

describe('40 payloads', () => {
  it('are 40, and different', () => {
    expect(new Set(payloads).size).toBe(40)
  })

  it.each(Object.entries(names))('as %s are refused, and no statement is made of them', async (_, place) => {
    const before = await takeSnapshot(target.database)
    const { replies, added } = await target.attack(place)
    expect(unexpected(replies, [400, 404])).toEqual([])
    expect(added).toEqual([])
    expect(await takeSnapshot(target.database)).toEqual(before)
  })

  it('are answered, and the service goes on as before', async () => {
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(recordOf(await target.client.read(Contact, target.contact.id))).toEqual(target.contact)
    expect(target.service.logs()).not.toContain('internal failure')
    await until('the counts are folded', () => [...target.texts].some((text) => text.includes('tabularium fold')))
  })
})
