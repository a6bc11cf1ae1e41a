import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { isLong } from './isLong.ts'
import { commandsUnder, filesUnder } from './page.ts'
import { Sandbox, type Started, untilPrinted } from './Sandbox.ts'
import { serveAndTerminate, terminate } from './shutdown.ts'
import { type Manager, nodeVersions } from './world.ts'

const { oldest, usual, newest } = nodeVersions
const combinations: readonly (readonly [string, Manager])[] = isLong()
  ? [oldest, usual, newest].flatMap((node) => [[node, 'npm'] as const, [node, 'pnpm'] as const])
  : [[usual, 'npm']]
const path = '/ws/rest/com.example.library.Book'

describe.each(combinations)('Node %s and %s: the page "A project of your own", to the letter', (node, manager) => {
  let sandbox: Sandbox
  let database: TestDatabase
  let dev: Started
  let url = ''
  const here = { cwd: 'books' }

  beforeAll(async () => {
    sandbox = new Sandbox(node)
    database = await createDatabase({ empty: true })
  })
  afterAll(async () => {
    sandbox.remove()
    await database.drop()
  })

  /** Saves a file of the models while `dev` runs, and waits until it is served. */
  async function save(file: string, text: string): Promise<void> {
    const before = dev.output().length
    writeFileSync(join(sandbox.folder, 'books', file), text)
    await untilPrinted(dev, new RegExp(`^[\\s\\S]{${before}}[\\s\\S]*Serving the new models`))
  }

  async function curl(line: string): Promise<{ status: number; data: unknown }> {
    return JSON.parse(await sandbox.run(line, here))
  }

  it('three commands after nothing, the first request is answered', async () => {
    const start = performance.now()
    const [init = '', enter, run = ''] = commandsUnder('Start', manager)
    expect(enter).toBe('cd books')
    await sandbox.run(init)
    dev = sandbox.start(`exec ${run}`, here)
    await untilPrinted(dev, 'Ctrl-C ends it')
    const [logIn = '', list = ''] = dev.output().match(/^curl .*$/gm) ?? []
    expect(await curl(logIn)).toMatchObject({ status: 0 })
    expect(await curl(list)).toMatchObject({ status: 0, data: [] })
    const seconds = (performance.now() - start) / 1000
    console.info(`Node ${node}, ${manager}: the first 200 after ${seconds.toFixed(1)} s`)
    // CI runs other tests beside it.
    expect(seconds).toBeLessThanOrEqual(isLong() ? 60 : 150)
    url = list.slice(list.indexOf('http'), list.indexOf('/ws/'))
  })

  it('a new model and a new field are served after they are saved', async () => {
    const files = filesUnder('Change a model')
    expect(files.map((one) => one.path)).toEqual(['models/Author.ts', 'models/index.ts'])
    const [author, index] = files
    await save('models/Author.ts', author?.text ?? '')
    writeFileSync(join(sandbox.folder, 'books/models/index.ts'), index?.text ?? '')
    const authors = await curl(`curl -sS -b cookies ${url}/ws/rest/com.example.library.Author`)
    expect(authors).toMatchObject({ status: 0, data: [] })
    const book = readFileSync(join(sandbox.folder, 'books/models/Book.ts'), 'utf8')
    await save('models/Book.ts', book.replace('fields: {', 'fields: {\n    shelf: text({ max: 20 }),'))
    const record = JSON.stringify({ data: { name: 'Emma', author: 'Jane Austen', shelf: 'A 7' } })
    const sent = `-X PUT -H 'Content-Type: application/json' -d '${record}'`
    expect(await curl(`curl -sS -b cookies ${sent} ${url}${path}`)).toMatchObject({
      status: 0,
      data: [{ name: 'Emma', shelf: 'A 7', version: 0 }],
    })
  })

  it('SIGTERM ends dev with its service and its PostgreSQL', async () => {
    expect(dev.left().some(({ command }) => command.includes('postgres'))).toBe(true)
    console.info(`${manager} run dev: ended ${await terminate(dev)} ms after SIGTERM`)
  })

  it.each(commandsUnder('Check and test', manager))('%s', async (line) => {
    await sandbox.run(line, here)
  })

  it('the service starts on the database of DATABASE_URL, and ends on SIGTERM without a failed request', async () => {
    const env = { DATABASE_URL: database.url }
    const lines = commandsUnder('Run it', manager)
    const start = lines.pop()
    expect(start).toBe(`${manager} start`)
    for (const line of lines) await sandbox.run(line, { ...here, env })
    await serveAndTerminate(sandbox, `${start}`, { ...here, env, path })
    if (manager === 'npm') await serveAndTerminate(sandbox, 'npx tabularium serve', { ...here, env, path })
  })
})
