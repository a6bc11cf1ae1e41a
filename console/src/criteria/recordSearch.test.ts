import { expect, it } from 'vitest'
import { recordSearch } from './recordSearch.ts'

it.each([
  ['the first records where nothing is typed', { search: ['name'] }, ' ', {}],
  ['words where the model has search fields', { search: ['name'] }, ' ada l ', { q: 'ada l' }],
  ['text in the title where it has none', {}, 'ada', { where: { value: 'ada' } }],
  ['wildcards as the characters that they are', {}, '50%_\\', { where: { value: '50\\%\\_\\\\' } }],
  ['what looks like a variable as text', {}, '$record.name', { where: { value: '$$record.name' } }],
])('a picker asks for %s', (_what, more, typed, asked) => {
  const { where, ...others } = Object.fromEntries(recordSearch({ name: 'a.Person', title: 'name', ...more }, typed))
  const criteria = where === undefined ? {} : { where: JSON.parse(where) }
  const wanted = 'where' in asked ? { where: { fieldName: 'name', operator: 'like', ...asked.where } } : asked
  expect({ ...others, ...criteria }).toEqual({ limit: '10', total: 'false', ...wanted })
})
