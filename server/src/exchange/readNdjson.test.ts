import { describe, expect, it } from 'vitest'
import { all, chunksOf } from '../../test/harness/fileBytes.ts'
import { randomTexts } from '../../test/harness/randomTexts.ts'
import { readNdjson } from './readNdjson.ts'
import { UnreadableFile } from './UnreadableFile.ts'

const linesOf = (text: string | Buffer, limits = {}, size = 65_536) => all(readNdjson(chunksOf(text, size), limits))

describe('readNdjson', () => {
  it('reads objects line by line, with the number and the byte of each', async () => {
    const text = '{"id":1,"name":"Zoë"}\r\n\n  \n{"id":2,"tags":["a"],"company":{"id":4}}'
    const lines = await linesOf(text, {}, 7)
    expect(lines).toEqual([
      {
        row: 1,
        byte: 0,
        members: new Map<string, unknown>([
          ['id', 1],
          ['name', 'Zoë'],
        ]),
      },
      {
        row: 4,
        byte: 28,
        members: new Map<string, unknown>([
          ['id', 2],
          ['tags', ['a']],
          ['company', { id: 4 }],
        ]),
      },
    ])
    expect(Buffer.from(text).subarray(28).toString()).toMatch(/^\{"id":2/)
  })

  it('reads 100,000 random texts as they were written', async () => {
    const texts = randomTexts(100_000, 7)
    const rows = Array.from({ length: 10_000 }, (_, row) => texts.slice(row * 10, row * 10 + 10))
    const lines = await linesOf(rows.map((row) => `${JSON.stringify({ row })}\n`).join(''))
    expect(lines.map(({ members }) => members.get('row'))).toEqual(rows)
  })

  it('says what is wrong with a line, and reads on', async () => {
    const lines = await linesOf('{"a":}\n{"a":1,"a":2}\n[1]\n{"a":1.0000000000000000001}\n{"b":1}\n')
    expect(lines.map(({ problem }) => problem)).toEqual([
      'The line is not JSON: a value is expected at column 6, not "}"',
      'The member "a" occurs twice in one object',
      'The line is no JSON object',
      expect.stringContaining('more digits than can be represented'),
      undefined,
    ])
    expect(lines.map(({ row, members }) => [row, members.size])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
      [5, 1],
    ])
  })

  it('takes names of JavaScript as names', async () => {
    const [line] = await linesOf('{"__proto__":{"admin":true},"constructor":1,"toString":2}\n')
    expect([...(line?.members.keys() ?? [])]).toEqual(['__proto__', 'constructor', 'toString'])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it('stops at its limits, and at bytes that are no text', async () => {
    await expect(linesOf(`{}\n{"a":"${'x'.repeat(200)}"}`, { record: 100 }, 50)).rejects.toMatchObject({
      place: { row: 2 },
    })
    await expect(linesOf('{}\n{}\n{}\n', { rows: 2 })).rejects.toThrow(UnreadableFile)
    await expect(linesOf(Buffer.from('{"a":"\xff"}\n', 'latin1'))).rejects.toMatchObject({ place: { byte: 6 } })
  })
})
