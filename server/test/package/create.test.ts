import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Sandbox, untilPrinted } from './Sandbox.ts'
import { terminate } from './shutdown.ts'
import { nodeVersions } from './world.ts'

let sandbox: Sandbox

beforeAll(() => {
  sandbox = new Sandbox(nodeVersions.usual)
})
afterAll(() => sandbox.remove())

/** The files of a project with their texts, without the name of the project. */
function readProject(name: string): [string, string][] {
  const folder = join(sandbox.folder, name)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const paths = files.map((one) => relative(folder, join(one.parentPath, one.name))).sort()
  return paths.map((path) => [path, readFileSync(join(folder, path), 'utf8').replaceAll(name, 'NAME')])
}

it('npm create tabularium writes the same project as npx tabularium init', async () => {
  await sandbox.run('npm create tabularium created -- --no-install')
  await sandbox.run('npx --yes tabularium init started --no-install')
  const created = readProject('created')
  expect(created.map(([path]) => path)).toEqual(
    expect.arrayContaining(['.gitignore', 'models/Book.ts', 'package.json']),
  )
  expect(created).toEqual(readProject('started'))
})

it('npm create tabularium does not swallow a mistake in a flag', async () => {
  const { code, output } = await sandbox.try('npm create tabularium other -- --no-instal')
  expect(output).toContain("unknown option '--no-instal'")
  expect(code).not.toBe(0)
})

it('npx @tabularium/demo brings a PostgreSQL, serves, and ends with it', async () => {
  const start = performance.now()
  const demo = sandbox.start(`exec npx --yes @tabularium/demo --data ${sandbox.folder}/demo`)
  try {
    await untilPrinted(demo, /(?:^curl .*\n[\s\S]*?){5}/m, 120_000)
    console.info(`npx @tabularium/demo: served after ${((performance.now() - start) / 1000).toFixed(1)} s`)
    const lines = demo.output().match(/^curl .*$/gm) ?? []
    const said = await sandbox.run(lines.join('\n'))
    expect(said.match(/^HTTP \d+/gm)).toEqual(['HTTP 200', 'HTTP 200', 'HTTP 200', 'HTTP 200', 'HTTP 409'])
    console.info(`npx @tabularium/demo: ended ${await terminate(demo)} ms after SIGTERM`)
  } finally {
    demo.kill()
  }
})
