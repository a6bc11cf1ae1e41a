import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

interface Entry {
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
  readonly cpu?: readonly string[]
}

const text = readFileSync(fileURLToPath(import.meta.resolve('../../../package-lock.json')), 'utf8')
const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, Entry>> }
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

it('the lock has the digest of every package but of tools for other platforms', () => {
  expect(installed.length).toBeGreaterThan(100)
  const bare = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
  // The registry that the lock was made with did not have them: `npm run lock` adds what a registry has.
  const isTool = ({ dev, optional, cpu }: Entry) => dev === true && optional === true && cpu !== undefined
  expect(bare.filter(([, entry]) => !isTool(entry)).map(([path]) => path)).toEqual([])
  expect(bare.length).toBeLessThanOrEqual(37)
})

it('the lock names no registry, so that every machine uses its own', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  expect(text).not.toMatch(/"resolved": "[a-z+]+:/)
})
