import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ordersFolder } from './harness/commandLine.ts'
import { runCommand } from './harness/runCommand.ts'

const models = ['--models', ordersFolder]

async function pathsFor(...args: readonly string[]): Promise<string[]> {
  const { paths } = JSON.parse(await runCommand(['openapi', ...models, ...args], {})) as { paths: object }
  return Object.keys(paths)
}

describe('tabularium openapi', () => {
  it('prints the document of an administrator, without a database', async () => {
    const paths = await pathsFor()
    expect(paths).toContain('/ws/rest/com.example.orders.Invoice/{id}')
    expect(paths).toContain('/ws/rest/tabularium.Rule')
  })

  it('prints the document of a user with declared roles', async () => {
    const sales = await pathsFor('--role', 'sales')
    expect(sales).toContain('/ws/rest/com.example.orders.Order/search')
    expect(sales.filter((path) => path.includes('Invoice'))).toEqual([])
    const both = await pathsFor('--role', 'sales', '--role', 'accounting')
    expect(both).toContain('/ws/rest/com.example.orders.Invoice')
  })

  it('writes a file with the models that are asked for', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tabularium-openapi-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'openapi.json')
    const printed = await runCommand(['openapi', ...models, '--models-only', 'Line', '--output', file], {})
    expect(printed).toBe(`${file}: 1 model\n`)
    const { paths } = JSON.parse(await readFile(file, 'utf8')) as { paths: object }
    expect(Object.keys(paths).filter((path) => path.startsWith('/ws/rest/') && !path.includes('.Line'))).toEqual([])
  })

  it.each([
    [['--role', 'sale'], 'ended with 2: tabularium: There is no role "sale". Did you mean "sales"?'],
    [['--role', 'sales', '--models-only', 'Invoice'], 'ended with 1: tabularium: There is no model "Invoice".'],
    [['--output', '/nowhere/openapi.json'], "/nowhere/openapi.json can't be written"],
  ])('refuses %j', async (args, message) => {
    await expect(runCommand(['openapi', ...models, ...args], {})).rejects.toThrow(message)
  })
})
