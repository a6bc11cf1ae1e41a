import { describe, expect, it } from 'vitest'
import { delimiters, detectDelimiter } from './detectDelimiter.ts'

describe('detectDelimiter', () => {
  it.each(delimiters)('finds %j in a table', (delimiter) => {
    const rows = [
      ['id', 'name'],
      ['1', 'Ada'],
      ['2', 'Grace'],
    ].map((row) => row.join(delimiter))
    expect(detectDelimiter(rows.join('\r\n'))).toBe(delimiter)
  })

  it.each([
    ['decimal commas between semicolons', 'a;b\n1,5;2,5\n1,5;3\n4;2\n', ';'],
    ['commas in quoted cells', '"a, b, c"|d\n"e, f, g"|h\n', '|'],
    ['line breaks in quoted cells', 'a;"b\n,\n,"\nc;d\n', ';'],
    ['a sentence in one cell of many', 'a\tb\nOne, two, three\tc\nd\te\n', '\t'],
    ['a header with more delimiters than its rows', 'a;b;c,d\n1;2;3\n4;5;6\n', ';'],
    ['one column', 'name\nAda\nGrace\n', ','],
    ['nothing', '', ','],
    ['one line that does not end', 'a;b', ';'],
  ])('finds its way with %s', (_what, text, expected) => {
    expect(detectDelimiter(text)).toBe(expected)
  })
})
