import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { explain } from './explain.ts'

const launcher = fileURLToPath(import.meta.resolve('../../bin/tabularium.js'))

/** A module that makes Node find no native part of the password hash, as after `npm install --omit=optional`. */
const withoutBinding = `
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve: (specifier, context, next) => {
      if (!specifier.startsWith('@node-rs/argon2-')) return next(specifier, context)
      throw new Error("Cannot find module '" + specifier + "'")
    },
  })`

it('names the package of the password hash that is missing, and what left it out', async () => {
  const args = ['--import', `data:text/javascript,${encodeURIComponent(withoutBinding)}`, launcher, 'serve']
  const env = { PATH: '/bin', DATABASE_URL: 'postgres://127.0.0.1:1/x' }
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, args, { env }, (error, _, stderr) => resolve({ code: error?.code, stderr }))
  })
  expect(stderr).toMatch(
    /^tabularium: The package @node-rs\/argon2-(?!wasm)[\w-]+, which hashes passwords, is not installed\. .*--omit=op/,
  )
  expect(stderr).not.toContain('npm has a bug')
  expect(code).toBe(1)
})

it('explains other errors by their own words', () => {
  expect(explain(new Error('Something else'))).toEqual({ exit: 'failure', message: 'Something else' })
})
