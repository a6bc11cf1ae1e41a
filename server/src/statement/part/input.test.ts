import { describe, expect, it } from 'vitest'
import { inputRows, inputTable } from './input.ts'

const long = 'x'.repeat(2_000)
const ids = { name: 'id', type: 'bigint', values: [1, 2, 3] }

describe('a text that all rows of a statement share', () => {
  it.each([
    ['a table', inputTable],
    ['rows', inputRows],
  ])('travels once where it is long, as %s', (_, make) => {
    const { text, values } = make([ids, { name: 'notes', type: 'text', values: [long, long, long] }]).toQuery()
    expect(values.filter((value) => value === long)).toHaveLength(1)
    expect(values.flat()).toHaveLength(4)
    expect(text).toContain('::text as "notes"')
  })

  it.each([
    { what: 'short', contexts: ['a', 'a', 'a'] },
    { what: 'not the same', contexts: [long, long, `${long}!`] },
    { what: 'missing in some', contexts: [long, null, long] },
  ])('travels with its rows where it is $what', ({ contexts }) => {
    const { text, values } = inputTable([ids, { name: 'notes', type: 'text', values: contexts }]).toQuery()
    expect(values).toEqual([ids.values, contexts])
    expect(text).toBe('unnest($1::bigint[], $2::text[]) as input("id", "notes")')
  })

  it('travels as it always does for one row alone', () => {
    const one = { name: 'notes', type: 'text', values: [long] }
    expect(inputTable([{ ...ids, values: [1] }, one]).toQuery().values).toEqual([[1], [long]])
  })
})
