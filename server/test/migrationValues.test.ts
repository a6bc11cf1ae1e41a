import { describe, expect, it } from 'vitest'
import { boolean, choice, date, dateTime, decimal, integer, json, text } from '../src/index.ts'
import { type Fields, shop } from './harness/shop.ts'
import { useMigrator } from './harness/useMigrator.ts'

const stage = useMigrator()

async function valuesOf(column: string): Promise<(string | null)[]> {
  const rows = await stage.database.query<{ value: string | null }>(
    `select "${column}"::text as value from record.shop_item order by id`,
  )
  return rows.map(({ value }) => value)
}

describe('values are preserved when a field gets another type', () => {
  const digits = { precision: 10, scale: 2 }
  const several = { multiple: true } as const
  const conversions: [before: Fields[string], values: string[], after: Fields[string], expected: string[]][] = [
    [text(), [`'-42'`, `'0'`], integer(), ['-42', '0']],
    [text(), [`'1.5'`, `'-3'`], decimal(digits), ['1.50', '-3.00']],
    [text(), [`'true'`, `'false'`], boolean(), ['true', 'false']],
    [text(), [`'2024-02-29'`], date(), ['2024-02-29']],
    [text(), [`'2026-01-31T08:30:00+02:00'`], dateTime(), ['2026-01-31 06:30:00+00']],
    [text(), [`'say "hi"'`], json(), ['"say \\"hi\\""']],
    [text(), [`'a'`], choice(['a', 'b']), ['a']],
    [integer(), ['7'], text(), ['7']],
    [integer(), ['7'], decimal(digits), ['7.00']],
    [integer(), ['7'], json(), ['7']],
    [decimal(digits), ['1.55'], text(), ['1.55']],
    [decimal(digits), ['1.55'], integer(), ['2']],
    [decimal(digits), ['1.55'], decimal({ precision: 4, scale: 1 }), ['1.6']],
    [decimal(digits), ['1.55'], json(), ['"1.55"']],
    [boolean(), ['true', 'false'], text(), ['true', 'false']],
    [boolean(), ['true', 'false'], integer(), ['1', '0']],
    [boolean(), ['true'], json(), ['true']],
    [date(), [`'2024-02-29'`], text(), ['2024-02-29']],
    [date(), [`'2024-02-29'`], dateTime(), ['2024-02-29 00:00:00+00']],
    [date(), [`'2024-02-29'`], json(), ['"2024-02-29"']],
    [dateTime(), [`'2026-01-31T08:30:00Z'`], text(), ['2026-01-31T08:30:00.000Z']],
    [dateTime(), [`'2026-01-31T23:30:00Z'`], date(), ['2026-01-31']],
    [dateTime(), [`'2026-01-31T08:30:00Z'`], json(), ['"2026-01-31T08:30:00.000Z"']],
    [json(), [`'"hi"'`, `'[1]'`], text(), ['hi', '[1]']],
    [choice(['a']), [`'a'`], text(), ['a']],
    [choice(['a', 'b']), [`'b'`, 'null'], choice(['a', 'b'], several), ['{b}', '{}']],
    [choice(['a', 'b'], { indexed: true }), [`'b'`], choice(['a', 'b'], { ...several, indexed: true }), ['{b}']],
    [choice(['a', 'b'], several), [`'{b}'`], choice(['a', 'b']), ['b']],
    [choice(['a', 'b'], { ...several, indexed: true }), [`'{a}'`], choice(['a'], { required: true }), ['a']],
    [choice(['a', 'b'], several), [`'{a,b}'`, `'{b}'`], choice(['b', 'a'], several), ['{b,a}', '{b}']],
    [
      choice(['a', 'b', 'c'], several),
      [`'{a,b}'`, `'{c}'`],
      choice(['b', 'c', { value: 'd', was: 'a' }], several),
      ['{b,d}', '{c}'],
    ],
    [text({ max: 9 }), [`'a'`], choice(['a'], several), ['{a}']],
  ]
  it.each(conversions)('%j with %j becomes %j: %j', async (before, values, after, expected) => {
    await stage.makeShop({ value: before }, values)
    await stage.apply(shop({ value: after }))
    expect(await valuesOf('value')).toEqual(expected)
  })

  const unlike: [after: Fields[string], values: string[]][] = [
    [integer(), ['1.0', '007', '', '9007199254740992', '99999999999999999999', '1\n']],
    [integer({ min: 0, max: 9 }), ['-5', '10', 'x']],
    [decimal(digits), ['1.234', '123456789', 'NaN', '1e3']],
    [boolean(), ['yes', 'TRUE']],
    [date(), ['2023-02-29', '2024-13-01', '0000-01-01', '31.12.2024']],
    [dateTime(), ['2026-01-31T08:30:00', '2026-02-30T08:30:00Z', '2026-01-31T25:00:00Z', '2026-01-31']],
  ]
  const cases = unlike.flatMap(([after, values]) => values.map((value): [string, Fields[string]] => [value, after]))
  it.each(cases)('the text %j does not become %j', async (value, after) => {
    await stage.makeShop({ value: text() }, [`'${value}'`])
    await expect(stage.apply(shop({ value: after }))).rejects.toThrow(/Records: 1/)
  })

  it('two values do not become one, and a set keeps no value that is not declared any more', async () => {
    await stage.makeShop({ value: choice(['a', 'b'], several) }, [`'{a,b}'`, `'{b}'`])
    await expect(stage.apply(shop({ value: choice(['a', 'b']) }))).rejects.toThrow(/Records: 1/)
    const fewer = shop({ value: choice(['b'], several) })
    await expect(stage.apply(fewer)).rejects.toThrow(/whose value breaks what shop\.Item\.value is declared/)
    expect(await valuesOf('value')).toEqual(['{a,b}', '{b}'])
  })
})
