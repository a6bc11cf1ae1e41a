import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeFiles, watchFolder } from './watchFolder.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tabularium-watch-'))
  write('Book.ts', 'one')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

describe('the description of a folder', () => {
  test.each(['Author.ts', 'Author.js', 'Author.mts', 'Author.mjs', 'roles/reader.json', 'deep/er/Author.ts'])(
    'differs after %s was written',
    async (path) => {
      const before = await describeFiles(folder)
      write(path, '')
      expect(await describeFiles(folder)).not.toBe(before)
    },
  )

  test.each(['.Book.ts.swp', '.#Book.ts', 'Book.ts~', 'notes.md', 'cookies', 'node_modules/x/index.js', '4913'])(
    'is the same after %s was written',
    async (path) => {
      const before = await describeFiles(folder)
      write(path, '')
      expect(await describeFiles(folder)).toBe(before)
    },
  )

  test('differs after a file was changed, touched or removed', async () => {
    const seen = [await describeFiles(folder)]
    write('Book.ts', 'longer')
    seen.push(await describeFiles(folder))
    utimesSync(join(folder, 'Book.ts'), 1, 1)
    seen.push(await describeFiles(folder))
    rmSync(join(folder, 'Book.ts'))
    seen.push(await describeFiles(folder))
    expect(new Set(seen).size).toBe(4)
    expect(seen.at(-1)).toBe('')
  })

  test('is that of its own files, also if the folder itself is in node_modules', async () => {
    write('node_modules/models/Book.ts', '')
    expect(await describeFiles(join(folder, 'node_modules/models'))).toContain('Book.ts')
  })

  test('of a folder that is not there is empty', async () => {
    expect(await describeFiles(join(folder, 'none'))).toBe('')
  })
})

test('a change is told once, however many writes it takes', async () => {
  let calls = 0
  let stop = () => {}
  const told = new Promise<void>((resolve) => {
    void watchFolder(folder, () => {
      calls += 1
      resolve()
    }).then((stopWatching) => {
      stop = stopWatching
      for (const text of ['two', 'three', 'fourth']) write('Book.ts', text)
    })
  })
  await told
  stop()
  expect(calls).toBe(1)
})
