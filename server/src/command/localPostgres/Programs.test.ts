import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkLibraries } from './Programs.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabularium-links-'))
  await mkdir(join(folder, 'native', 'lib'), { recursive: true })
  await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'the library')
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }))
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links))
})

afterAll(() => rm(folder, { recursive: true }))

test('the links that an install script would have made are made, once', async () => {
  expect(await linkLibraries(join(folder, 'native'))).toBe(true)
  expect(await linkLibraries(join(folder, 'native'))).toBe(true)
  expect(await readlink(join(folder, 'native', 'lib', 'libpq.so'))).toBe('libpq.so.5.18')
  expect(await readFile(join(folder, 'native', 'lib', 'libpq.so.5'), 'utf8')).toBe('the library')
})

test('links that cannot be made are told', async () => {
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), '[{"source":"native/lib/x","target":"native/absent/x"}]')
  expect(await linkLibraries(join(folder, 'native'))).toBe(false)
})
