import { describe, expect, it } from 'vitest'
import type { Json } from '../meta/ModelMeta.ts'
import { offerOf } from './offerOf.ts'

const record: Readonly<Record<string, Json>> = {
  company: { id: 7, name: 'Acme' },
  country: 'FR',
  note: '$record.name',
  empty: null,
}
const source = (name: string) => record[name]

function is(fieldName: string, value: Json): Json {
  return { fieldName, operator: '=', value }
}

describe('what a picker offers', () => {
  it.each<[what: string, where: Json | undefined, offered: Json | undefined]>([
    ['all where nothing is declared', undefined, undefined],
    ['constants as they are', is('active', true), is('active', true)],
    ['the record that the form refers to, by its id', is('company', '$source.company'), is('company', 7)],
    ['a text of the record as text', is('country', '$source.country'), is('country', 'FR')],
    ['what looks like a variable of the search as text', is('note', '$source.note'), is('note', '$$record.name')],
    ['what is declared as text', is('note', '$$source.note'), is('note', '$source.note')],
    ['other variables as they are', is('from', '$today'), is('from', '$today')],
    ['more where a value is missing', is('company', '$source.empty'), undefined],
    [
      'the other criteria of a group',
      { operator: 'and', criteria: [is('a', '$source.absent'), is('country', '$source.country')] },
      { operator: 'and', criteria: [is('country', 'FR')] },
    ],
    ['more where a list misses a value', { fieldName: 'a', operator: 'in', value: [1, '$source.empty'] }, undefined],
  ])('%s', (_what, where, offered) => {
    expect(offerOf(where, source)).toEqual(offered)
  })

  it('is not narrowed by a record that nobody knows', () => {
    expect(offerOf(is('company', '$source.company'))).toBeUndefined()
  })
})
