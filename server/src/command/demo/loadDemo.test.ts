import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import type { Context } from '../Context.ts'
import { loadDemo } from './loadDemo.ts'

let folder = ''
let said = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabularium-load-demo-'))
  said = ''
})
afterEach(() => rm(folder, { recursive: true }))

/** A package that can only say which one it is. */
async function pretendPackage(under: string, version: string): Promise<string> {
  const path = join(folder, under)
  await mkdir(path, { recursive: true })
  const exports = { './run': './run.js', './package.json': './package.json' }
  await writeFile(join(path, 'package.json'), JSON.stringify({ name: '@tabularium/demo', version, exports }))
  await writeFile(join(path, 'run.js'), `exports.runDemo = () => '${version} in ${under}'`)
  return path
}

async function pretendNpx(then: string): Promise<void> {
  await writeFile(join(folder, 'npx'), `#!/bin/sh\necho "$@" >>${folder}/calls; ${then}\n`)
  await chmod(join(folder, 'npx'), 0o755)
}

async function load(version: string, given?: string): Promise<unknown> {
  const stderr = { isTTY: false, write: (text: string) => (said += text) }
  const env = { PATH: `${folder}:/bin:/usr/bin` }
  const context = { env, folder, version, stderr, now: () => 0 } as unknown as Context
  return (await loadDemo(context, given, new AbortController().signal)).toString()
}

it('takes the package beside this one, or the one that runs the command', async () => {
  expect(await load(manifest.version)).toContain('requireFreePort')
  expect(await load('1.2.3', await pretendPackage('given', '1.2.3'))).toContain('1.2.3 in given')
  expect(said).toBe('')
})

it('takes the package of the working folder if it is of the same version, otherwise has npx download it', async () => {
  await pretendPackage('node_modules/@tabularium/demo', '1.2.3')
  expect(await load('1.2.3')).toContain('1.2.3 in node_modules/@tabularium/demo')
  await pretendNpx(`echo ${await pretendPackage('downloaded', '1.2.4')}`)
  expect(await load('1.2.4')).toContain('1.2.4 in downloaded')
  const args = '--yes --prefer-offline --package=@tabularium/demo@1.2.4 -- tabularium-demo --package'
  expect(await readFile(join(folder, 'calls'), 'utf8')).toBe(`${args}\n`)
  expect(said).toBe('done: Get the demo with npx @tabularium/demo@1.2.4 (0 ms)\n')
})

it('says what to install where nothing can be downloaded', async () => {
  await pretendNpx('echo "npm error code ENOTFOUND" >&2; exit 1')
  await expect(load('1.2.4')).rejects.toThrow(
    'The demo is in the package @tabularium/demo@1.2.4, which is not installed, and npx failed: ' +
      'npm error code ENOTFOUND\nInstall it: npm install @tabularium/demo@1.2.4',
  )
})
