import { describe, expect, it } from 'vitest'
import { inputRows, inputTable } from './input.ts'

const long = 'x'.repeat(2_000)
const ids = { name: 'id', type: 'bigint', values: [1, 2, 3] }

describe('a text that all rows of a statement share', () => {
  it.each([
    ['a table', inputTable],
    ['rows', inputRows],
  ])('is sent once if it is long, as %s', (_, make) => {
    const { text, values } = make([ids, { name: 'notes', type: 'text', values: [long, long, long] }]).toQuery()
    expect(values.filter((value) => value === long)).toHaveLength(1)
    expect(values.flat()).toHaveLength(4)
    expect(text).toContain('::text as "notes"')
  })

  it.each([
    { what: 'short', texts: ['a', 'a', 'a'] },
    { what: 'not the same', texts: [long, long, `${long}!`] },
    { what: 'missing in some', texts: [long, null, long] },
  ])('is sent with its rows if it is $what', ({ texts }) => {
    const { text, values } = inputTable([ids, { name: 'notes', type: 'text', values: texts }]).toQuery()
    expect(values).toEqual([ids.values, texts])
    expect(text).toBe('unnest($1::bigint[], $2::text[]) as input("id", "notes")')
  })

  it('is sent with the row if there is only one', () => {
    const one = { name: 'notes', type: 'text', values: [long] }
    expect(inputTable([{ ...ids, values: [1] }, one]).toQuery().values).toEqual([[1], [long]])
  })
})
