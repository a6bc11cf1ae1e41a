import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOutdated } from './isOutdated.ts'

let folder = ''
const at = (path: string) => join(folder, path)

/** Sets the time of the last change, in seconds. */
function date(path: string, seconds: number): void {
  utimesSync(at(path), seconds, seconds)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tabularium-outdated-'))
  mkdirSync(at('src/deep'), { recursive: true })
  for (const path of ['made', 'page', 'src/deep/file']) writeFileSync(at(path), path)
  for (const path of ['src/deep/file', 'src/deep', 'src', 'page']) date(path, 100)
  date('made', 200)
})
afterEach(() => rmSync(folder, { recursive: true }))

const sources = () => [at('src'), at('page'), at('nowhere')]

test('what is newer than all its sources is not outdated, and what is not there is', async () => {
  expect(await isOutdated(at('made'), sources())).toBe(false)
  expect(await isOutdated(at('missing'), sources())).toBe(true)
})

test.each(['page', 'src', 'src/deep', 'src/deep/file'])('it is outdated after %s changed', async (path) => {
  date(path, 300)
  expect(await isOutdated(at('made'), sources())).toBe(true)
})
