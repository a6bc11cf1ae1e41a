import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownMain } from './harness/commandLine.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { type ServiceProcess, startProcess } from './harness/service.ts'
import { toPattern } from './harness/shownText.ts'

const root = fileURLToPath(import.meta.resolve('../..'))
const page = readFileSync(join(root, 'docs/tutorial.md'), 'utf8')

/** From the first model to the restored record. Later steps need another service, and earlier ones a whole machine. */
const steps = page.slice(page.indexOf('\n## 3. '), page.indexOf('\n## 10. '))
const blocks = Array.from(steps.matchAll(/```(sh|json|text)\n([^]*?)```/g), ([, kind, text = '']) => ({ kind, text }))

let database: TestDatabase
let service: ServiceProcess | undefined
let folder: string

beforeAll(async () => {
  database = await createDatabase({ empty: true })
  // Inside the checkout, so that the models and programs find the packages.
  mkdirSync(join(root, '.tabularium'), { recursive: true })
  folder = mkdtempSync(join(root, '.tabularium/tutorial-'))
})

afterAll(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

it('the commands and programs of the tutorial answer what the page says', { timeout: 120_000 }, async () => {
  let answered = ''
  for (const { kind, text } of blocks) {
    if (kind !== 'sh') expect(answered).toMatch(toPattern(text))
    else if (text.includes('tabularium serve'))
      service = await startProcess(database.url, { models: join(folder, 'models') })
    else answered = paste(text)
  }
  expect(blocks.filter(({ kind }) => kind !== 'sh')).toHaveLength(5)
})

/** Pastes lines into a shell. Of the page only the commands and the port are replaced. */
function paste(lines: string): string {
  const here = lines
    .replaceAll('npx tabularium', `"${process.execPath}" "${ownMain}"`)
    .replaceAll('npx node', `"${process.execPath}"`)
    .replaceAll('http://127.0.0.1:8080', service?.url ?? '')
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`, DATABASE_URL: database.url }
  return execFileSync('bash', ['-euc', here], { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
