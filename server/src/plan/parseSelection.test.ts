import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadModels } from '../model/loadModels.ts'
import { parseSelection } from './parseSelection.ts'

const models = await loadModels(fileURLToPath(new URL('../../../examples/contacts', import.meta.url)))
const contact = models.get('com.example.contacts.Contact')

test('a name has five steps at most, also over collections and back', () => {
  const steps = 'company.contacts.company.contacts.company'
  expect(parseSelection([`${steps}.name`], contact, models).members).toHaveLength(1)
  expect(() => parseSelection([`${steps}.contacts.fullName`], contact, models)).toThrow('has more than 5 steps')
})
