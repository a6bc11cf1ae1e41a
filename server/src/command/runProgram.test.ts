import type { Command } from 'commander'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Context } from './Context.ts'
import { createProgram, runProgram } from './runProgram.ts'

/** A context with only what the test gives. */
function createContext(argv: readonly string[], env: Record<string, string> = {}) {
  const said = { stdout: '', stderr: '' }
  const context: Context = {
    argv,
    env,
    version: '1.2.3',
    folder: '/',
    uid: undefined,
    stdin: Readable.from([]),
    stdout: { fd: 1, isTTY: false, write: (text) => (said.stdout += text) },
    stderr: { fd: 2, isTTY: false, write: (text) => (said.stderr += text) },
    now: () => 0,
    time: () => 0,
    random: () => 0,
    randomBytes: (count) => Buffer.alloc(count),
    parentId: () => 1,
    onSignal: () => () => {},
    onExit: () => {},
    fork: () => {
      throw new Error('No command but serve has workers.')
    },
    exit: () => {},
  }
  return { context, said }
}

async function run(argv: readonly string[], env: Record<string, string> = {}) {
  const { context, said } = createContext(argv, env)
  return { code: await runProgram(context), ...said }
}

/** The path of every command, such as `user add`. */
function listPaths(command: Command): string[][] {
  return command.commands.flatMap((child) => [
    [child.name()],
    ...listPaths(child).map((path) => [child.name(), ...path]),
  ])
}

describe('every command', () => {
  const paths = listPaths(createProgram(createContext([]).context))

  test('is there', () => {
    expect(paths.map((path) => path.join(' '))).toEqual([
      'demo',
      'init',
      'dev',
      'serve',
      'work',
      'migrate',
      'migrate plan',
      'migrate apply',
      'migrate status',
      'migrate fill',
      'migrate forget',
      'doctor',
      'user',
      'user add',
      'user password',
      'user disable',
      'user enable',
      'user list',
      'user admin',
      'user remove',
      'user factor',
      'user factor remove',
      'user role',
      'user role add',
      'user role remove',
      'key',
      'key add',
      'key list',
      'key end',
      'session',
      'session list',
      'session end',
      'series',
      'series list',
      'series set',
      'restore',
      'restore finish',
      'models',
      'models list',
      'models show',
      'models check',
      'types',
      'openapi',
      'config',
      'config print',
    ])
  })

  test.each(paths.map((path) => [path.join(' '), path] as const))(
    '%s has a help with its exit codes',
    async (_, path) => {
      const { code, stdout, stderr } = await run([...path, '--help'])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain(`Usage: tabularium ${path.join(' ')}`)
      expect(stdout).toContain('Exit codes:\n  0  the command succeeded\n')
    },
  )
})

test('the version goes to standard output', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' })
})

test('a flag of a setting shows its variable and its default', async () => {
  const { stdout } = await run(['serve', '--help'])
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    '--session-idle <time> How long a session lives without use. (TABULARIUM_SESSION_IDLE; 60m)',
  )
})

test('a stack is shown only where debug asks for it', async () => {
  expect((await run(['user', 'list'])).stderr).not.toContain('    at ')
  expect((await run(['user', 'list', '--log-level', 'debug'])).stderr).toContain('    at ')
  expect((await run(['user', 'list'], { TABULARIUM_LOG_LEVEL: 'debug' })).stderr).toContain('    at ')
})
