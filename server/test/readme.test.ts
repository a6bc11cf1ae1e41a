import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { page, root } from './harness/pages.ts'
import { until } from './harness/poll.ts'

const readme = page('README.md')
const [, model = ''] = /```ts\n([^]*?)```/.exec(readme) ?? []
const [, commands = ''] = /```sh\n([^]*?)```/.exec(readme) ?? []

let folder: string

const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` }
for (const name of Object.keys(env)) if (/^(DATABASE_URL|TABULARIUM_.*)$/.test(name)) delete env[name]

beforeAll(() => {
  // Inside the checkout, so that the model finds the package.
  mkdirSync(join(root, '.tabularium'), { recursive: true })
  folder = mkdtempSync(join(root, '.tabularium/readme-'))
  // The user postgres must reach its files.
  chmodSync(folder, 0o755)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the README, to the letter', () => {
  test('its model has no mistakes, and its types are right', { timeout: 120_000 }, () => {
    for (const file of ['Company.ts', 'Tag.ts', 'Interaction.ts'])
      cpSync(join(root, 'examples/contacts', file), join(folder, file))
    writeFileSync(join(folder, 'Contact.ts'), model)
    const config = { extends: join(root, 'tsconfig.json'), include: [join(folder, '*.ts')] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const run = (command: string, ...args: string[]) =>
      execFileSync(process.execPath, [join(root, command), ...args], { cwd: root, env, encoding: 'utf8' })
    expect(run('server/bin/tabularium.js', 'models', 'check', '--models', folder)).toContain('4 models, no mistakes')
    run('node_modules/typescript/bin/tsc', '--noEmit', '-p', folder)
  })

  test('its last command serves the demo, and prints a link that logs in', { timeout: 180_000 }, async () => {
    const [clone, enter, install, demo = ''] = commands.trim().split('\n')
    expect([clone?.startsWith('git clone '), enter, install]).toEqual([true, 'cd tabularium', 'npm ci'])
    const line = `exec ${demo} -- --data "${folder}/demo" --port 0`
    const child = spawn('bash', ['-euc', line], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
    try {
      const link = /http:\/\/\S+\/console\/\S+/
      const [address] = await until('the demo prints its link', () => link.exec(printed), { within: 150_000 })
      const answer = await fetch(address)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('<title>Tabularium')
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await until('the demo has ended', () => child.exitCode !== null || child.signalCode !== null)
    }
  })
})
