import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownMain } from './harness/commandLine.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { type ServiceProcess, startProcess } from './harness/service.ts'
import { toPattern } from './harness/shownText.ts'

const root = fileURLToPath(import.meta.resolve('../..'))
const page = readFileSync(join(root, 'docs/tutorial-orders.md'), 'utf8')

/** The lines to paste of each block, and what the page says that they answer. */
const blocks = Array.from(page.matchAll(/```(sh|json)\n([^]*?)```/g), ([, kind, text = '']) => ({ kind, text }))

let database: TestDatabase
let service: ServiceProcess | undefined
let folder: string

beforeAll(async () => {
  database = await createDatabase({ empty: true })
  // Inside the checkout, so that the models find the package.
  mkdirSync(join(root, '.tabularium'), { recursive: true })
  folder = mkdtempSync(join(root, '.tabularium/tutorial-'))
})

afterAll(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

it('the commands of the second tutorial answer what the page says', async () => {
  let answered = ''
  let variables = ''
  for (const { kind, text } of blocks) {
    if (kind === 'json') expect(answered).toMatch(toPattern(withAnyYear(text)))
    else if (text.includes('tabularium serve'))
      service = await startProcess(database.url, { models: join(folder, 'shop') })
    else {
      answered = paste(`${variables}${text}`)
      expect(answered, text).not.toContain('"code":"internal"')
      variables += text.match(/^(at|json|export TABULARIUM_MODELS)=.*\n/gm)?.join('') ?? ''
    }
  }
  expect(blocks.filter(({ kind }) => kind === 'json').length).toBeGreaterThan(5)
})

/** Pastes lines into a shell. Of the page only the command and the port are replaced. */
function paste(lines: string): string {
  const here = lines
    .replaceAll('npx tabularium', `"${process.execPath}" "${ownMain}"`)
    .replaceAll('http://127.0.0.1:8080', service?.url ?? '')
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL: database.url }
  return execFileSync('bash', ['-euc', here], { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The year of a number is that of the day. */
function withAnyYear(text: string): string {
  return text.replaceAll('ORD-2026', 'ORD-…')
}
