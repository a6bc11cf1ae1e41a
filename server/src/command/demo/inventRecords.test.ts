import { expect, test } from 'vitest'
import { loadModels } from '../../model/loadModels.ts'
import { planCreate } from '../../plan/create.ts'
import { exampleFolder } from './exampleFolder.ts'
import { inventCompanies, inventContacts, inventedTags } from './inventRecords.ts'

const models = await loadModels(await exampleFolder())

test('the service takes every invented record', () => {
  const plan = (name: string, records: readonly Readonly<Record<string, unknown>>[]) =>
    records.map((record) =>
      planCreate(record, models.get(`com.example.contacts.${name}`), models, { author: 1, requestId: 'test' }),
    )
  expect(plan('Tag', inventedTags)).toHaveLength(inventedTags.length)
  expect(plan('Company', inventCompanies()).length).toBeGreaterThan(15)
  expect(plan('Contact', inventContacts(1000, [1, 2, 3]))).toHaveLength(1000)
})

test('the records are the same every time', () => {
  expect(inventContacts(50, [1, 2])).toEqual(inventContacts(50, [1, 2]))
})

test('every field is filled now and then, and those that may be empty are empty now and then', () => {
  const contacts = inventContacts(1000, [1, 2, 3])
  const always = ['firstName', 'lastName', 'status']
  for (const field of models.get('com.example.contacts.Contact').fields.filter(({ type }) => type !== 'computed')) {
    const filled = contacts.filter((contact) => contact[field.name] !== null).length
    expect(filled, field.name).toBeGreaterThan(100)
    if (!always.includes(field.name)) expect(filled, field.name).toBeLessThan(1000)
  }
})
