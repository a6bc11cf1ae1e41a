import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { page, root } from './harness/pages.ts'
import { until } from './harness/poll.ts'
import { toPattern } from './harness/shownText.ts'

/** The blocks of code of a page, up to a heading. */
function blocksOf(path: string, end?: string): { kind: string | undefined; text: string }[] {
  const [steps = ''] = end === undefined ? [page(path)] : page(path).split(end)
  return Array.from(steps.matchAll(/```(\w+)\n([^]*?)```/g), ([, kind, text = '']) => ({ kind, text }))
}

/** After the packages are there. Other tests run at the same time. */
const mostSeconds = 60

let folder: string
let url = ''
let dev: ChildProcess | undefined
let printed = ''

beforeAll(() => {
  // Inside the checkout, as the page says.
  mkdirSync(join(root, '.tabularium'), { recursive: true })
  folder = mkdtempSync(join(root, '.tabularium/quickstart-'))
})

afterAll(async () => {
  if (dev?.pid) process.kill(-dev.pid, 'SIGTERM')
  await until('dev has ended', () => dev === undefined || dev.exitCode !== null || dev.signalCode !== null)
  rmSync(folder, { recursive: true, force: true })
})

const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
}
for (const name of Object.keys(environment)) if (/^(DATABASE_URL|TABULARIUM_.*)$/.test(name)) delete environment[name]

/** Pastes lines into a shell. Of the page only the port is replaced. */
function paste(lines: string, cwd = join(folder, 'books')): string {
  const here = lines.replaceAll('http://127.0.0.1:8080', url)
  const env = { ...environment, PATH: `${dirname(process.execPath)}:${environment.PATH}` }
  return execFileSync('bash', ['-euc', here], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Starts what stays, and collects what it prints. */
function start(line: string): void {
  dev = spawn('bash', ['-euc', `exec ${line} -- --port 0`], {
    cwd: join(folder, 'books'),
    env: environment,
    detached: true,
  })
  dev.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  dev.stderr?.setEncoding('utf8').on('data', (text: string) => (printed += text))
}

describe('the quickstart, to the letter', () => {
  test(`from an empty folder to a changed model in ${mostSeconds} seconds`, { timeout: 180_000 }, async () => {
    const [first, ...others] = blocksOf('docs/quickstart.md', '\n## On a PostgreSQL')
    const [install, init = '', enter, run = ''] = first?.text.trim().split('\n') ?? []
    expect([install, enter]).toEqual(['npm ci', 'cd books'])
    const begun = performance.now()
    paste(init.replace('npm run -s', `npm run --prefix "${root}" -s`).replace('init ', `init "${folder}"/`), folder)
    start(run)
    await until('dev serves', () => printed.includes('Ctrl-C ends it'), { within: 120_000 })
    const [logIn = ''] = printed.match(/^curl .*$/m) ?? []
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(logIn)?.[0] ?? ''
    expect(JSON.parse(paste(logIn))).toMatchObject({ status: 0 })
    let answered = ''
    for (const { kind, text } of others)
      if (kind === 'sh') answered = paste(text)
      else if (kind === 'json') expect(answered).toMatch(toPattern(text))
      else if (kind === 'text') await until(text, () => toPattern(text).test(printed), { within: 60_000 })
      else expect(readFileSync(join(folder, 'books/models/Book.ts'), 'utf8')).toBe(text)
    const seconds = (performance.now() - begun) / 1_000
    console.info(`the quickstart: ${seconds.toFixed(1)} s`)
    expect(seconds).toBeLessThanOrEqual(mostSeconds)
    expect(others.filter(({ kind }) => kind === 'json').length).toBeGreaterThanOrEqual(7)
  })

  test('the page about conflicts goes on in the same project', () => {
    const shown = blocksOf('docs/how-to/records/handle-conflicts.md').filter(({ kind }) => kind !== 'ts')
    expect(shown.map(({ kind }) => kind)).toEqual(['sh', 'sh', 'json', 'sh', 'text'])
    let answered = ''
    for (const { kind, text } of shown)
      if (kind === 'sh') answered = paste(text)
      else expect(answered).toMatch(toPattern(text))
  })
})
