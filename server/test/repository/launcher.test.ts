import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const launcher = fileURLToPath(import.meta.resolve('../../bin/tabularium.js'))

interface Ended {
  readonly code: number | string | null | undefined
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command `tabularium --version` on a Node that says it has this version. */
async function runOn(node: string): Promise<Ended> {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, launcher, '--version']
  return await new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }))
  })
}

it.each(['12.22.12', '20.20.2', '22.17.1'])('says on Node %s which Node it needs', async (node) => {
  expect(await runOn(node)).toEqual({
    code: 2,
    stdout: '',
    stderr: `tabularium: Tabularium needs Node 22.18 or newer; this is ${node}. ${advice}\n`,
  })
})

const advice = 'Install a newer one: https://nodejs.org/en/download'

it.each(['22.18.0', '24.0.0', '26.1.0'])('runs the command on Node %s', async (node) => {
  expect(await runOn(node)).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

it('names the version that package.json asks for, and imports nothing before it has looked', () => {
  const text = readFileSync(launcher, 'utf8')
  expect(manifest.engines.node).toBe('>=22.18')
  expect(text).toContain('var needed = [22, 18]')
  expect(text.match(/\bimport\b(?!\.meta).*/g)).toEqual(["import('../src/main.ts')"])
  expect(text).not.toMatch(/=>|`|\b(const|let|await|class)\b|\?\./)
})
