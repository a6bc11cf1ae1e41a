import { expect, test } from 'vitest'
import { loadModels } from '../../server/src/model/loadModels.ts'
import { serviceAuthorization } from '../../server/src/permission/Authorization.ts'
import { planCreate } from '../../server/src/plan/create.ts'
import { exampleFolder } from './exampleFolder.ts'
import { inventCompanies, inventContacts, inventedTags, inventInteractions } from './inventRecords.ts'

const models = await loadModels(await exampleFolder())

test('the service takes every invented record', () => {
  const plan = (name: string, records: readonly Readonly<Record<string, unknown>>[]) =>
    records.map((record) =>
      planCreate(record, models.get(`com.example.contacts.${name}`), models, {
        authorization: serviceAuthorization(models),
        requestId: 'test',
        dryRun: false,
      }),
    )
  expect(plan('Tag', inventedTags)).toHaveLength(inventedTags.length)
  expect(plan('Company', inventCompanies()).length).toBeGreaterThan(15)
  expect(plan('Contact', inventContacts(1000, [1, 2, 3]))).toHaveLength(1000)
  expect(plan('Interaction', inventInteractions(300, [1, 2, 3]))).toHaveLength(300)
})

test('the records are the same every time', () => {
  expect(inventContacts(50, [1, 2])).toEqual(inventContacts(50, [1, 2]))
  expect(inventInteractions(50, [1, 2])).toEqual(inventInteractions(50, [1, 2]))
})

test('every field is filled now and then, and those that may be empty are empty now and then', () => {
  const invented = [
    ['Contact', inventContacts(1000, [1, 2, 3]), ['firstName', 'lastName', 'status']],
    ['Interaction', inventInteractions(1000, [1, 2, 3]), ['contact', 'kind', 'happenedOn']],
  ] as const
  for (const [name, records, always] of invented)
    for (const field of models.get(`com.example.contacts.${name}`).fields.filter(({ type }) => type !== 'computed')) {
      const filled = records.filter((record) => record[field.name] !== null).length
      expect(filled, field.name).toBeGreaterThan(100)
      if (!always.some((one) => one === field.name)) expect(filled, field.name).toBeLessThan(1000)
    }
})
