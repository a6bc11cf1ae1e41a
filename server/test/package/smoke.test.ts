import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase } from '../harness/database.ts'
import { Sandbox } from './Sandbox.ts'
import { admin, serveAndTerminate } from './shutdown.ts'
import { type Manager, nodeVersions } from './world.ts'

const [version] = new Set(inject('world').packages.map((one) => one.version))
const book = `import { model, text } from 'tabularium'

export const Book = model({
  name: 'com.example.library.Book',
  title: 'name',
  fields: { name: text({ required: true, max: 200 }) },
})
`
const { oldest, usual, newest } = nodeVersions
const lines: Record<Manager, { install: string; tabularium: string }> = {
  npm: { install: 'npm install tabularium', tabularium: 'npx tabularium' },
  pnpm: { install: 'pnpm add tabularium', tabularium: 'pnpm tabularium' },
}

it('all packages have one version', () => {
  expect(new Set(inject('world').packages.map((one) => one.version)).size).toBe(1)
})

/** What differs from npm on Node 24, on which the other tests run. */
const combinations: readonly (readonly [string, Manager])[] = [
  [oldest, 'npm'],
  [newest, 'npm'],
  [usual, 'pnpm'],
]

describe.each(combinations)('Node %s and %s', (node, manager) => {
  const { install, tabularium } = lines[manager]
  let sandbox: Sandbox

  beforeAll(() => {
    sandbox = new Sandbox(node)
    const manifest = { type: 'module', scripts: { start: 'exec tabularium serve' } }
    writeFileSync(join(sandbox.folder, 'package.json'), JSON.stringify(manifest))
    mkdirSync(join(sandbox.folder, 'models'))
    writeFileSync(join(sandbox.folder, 'models/Book.ts'), book)
  })
  afterAll(() => sandbox.remove())

  it('install the package, and it checks a model', async () => {
    await sandbox.run(install)
    expect(await sandbox.run('node --version')).toBe(`v${node}\n`)
    expect(await sandbox.run(`${tabularium} --version`)).toContain(version)
    expect(await sandbox.run(`${tabularium} models check`)).toContain('1 model')
  })

  it('start a service, which ends with them', async () => {
    const database = await createDatabase({ empty: true })
    const env = { DATABASE_URL: database.url }
    try {
      await sandbox.run('node_modules/.bin/tabularium migrate apply', { env })
      const add = `node_modules/.bin/tabularium user add ${admin.username} --admin --password-stdin`
      await sandbox.run(add, { env, input: admin.password })
      await serveAndTerminate(sandbox, `${manager} start`, { env, path: '/ws/rest/com.example.library.Book' })
    } finally {
      await database.drop()
    }
  })
})
