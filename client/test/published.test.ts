import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { admin } from '../../server/test/harness/client.ts'
import { useService } from '../../server/test/harness/useService.ts'
import { buildClient } from './buildClient.ts'

const stage = useService()
let folder = ''
beforeAll(async () => {
  folder = await buildClient(await mkdtemp(join(tmpdir(), 'tabularium-published-')))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('the file for pages is one, imports nothing, and has at most 4.4 kB when it is compressed', async () => {
  const code = await readFile(join(folder, 'index.min.js'), 'utf8')
  expect(code).not.toMatch(/\bimport\b[^.]|\bfrom['"]/)
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(4_400)
})

it('every file that the package names is there', async () => {
  const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { exports: object }
  const files = Object.values(exports).flatMap((to: string | object) =>
    typeof to === 'string' ? to : Object.values(to),
  )
  expect(files).toContain('./index.min.js')
  for (const file of files) expect((await readFile(join(folder, file))).length, file).toBeGreaterThan(0)
})

it('an error that nobody catches is short, and names its class', async () => {
  const script = join(folder, 'script.mjs')
  await writeFile(
    script,
    `import { createClient } from './index.js'
const client = createClient({ url: ${JSON.stringify(stage.service.url)} })
await client.login(${JSON.stringify(admin.username)}, ${JSON.stringify(admin.password)})
await client.records('com.example.contacts.Contact').read(99999)
`,
  )
  const program = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [said, [code]] = await Promise.all([text(program.stderr), once(program, 'exit')])
  expect(code).toBe(1)
  expect(said).toMatch(/^TabulariumError: There is no record with the id 99999\./m)
  expect(said.length).toBeLessThan(2_000)
})
