import { Readable } from 'node:stream'
import type { Argument, Command } from 'commander'
import { describe, expect, test } from 'vitest'
import type { Context } from '../../src/command/Context.ts'
import { checks } from '../../src/command/doctor/Finding.ts'
import { exitCodes } from '../../src/command/exitCodes.ts'
import { createProgram } from '../../src/command/runProgram.ts'
import { flagOf, settingNames } from '../../src/settings/table.ts'
import { columns, figuresIn, root, tableIn } from '../harness/pages.ts'

const silent = { fd: 1, isTTY: false, write: () => {} }
const nowhere: Context = {
  argv: [],
  env: {},
  version: '0.0.0',
  folder: root,
  uid: undefined,
  stdin: Readable.from([]),
  stdout: silent,
  stderr: silent,
  now: () => 0,
  time: () => 0,
  random: () => 0,
  randomBytes: (count) => Buffer.alloc(count),
  parentId: () => 1,
  onSignal: () => () => {},
  onExit: () => {},
  fork: () => {
    throw new Error('Nothing runs here.')
  },
  exit: () => {},
}

interface ShownCommand {
  readonly path: string
  readonly usage: string
  readonly flags: readonly string[]
  readonly settings: readonly string[]
  readonly defaults: readonly (readonly [flag: string, value: unknown])[]
}

const settingFlags = new Set(settingNames.map(flagOf))

function toUsage(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

/** The commands at the ends of the tree, as the page shows them. */
function commandsOf(command: Command, parents: readonly string[] = []): ShownCommand[] {
  const path = [...parents, command.name()]
  if (command.commands.length > 0) return command.commands.flatMap((child) => commandsOf(child, path))
  const options = command.options.filter(({ hidden }) => !hidden)
  return [
    {
      path: path.join(' '),
      usage: [...path, ...command.registeredArguments.map(toUsage)].join(' '),
      flags: options.filter(({ long = '' }) => !settingFlags.has(long)).map(({ flags }) => flags),
      settings: options.map(({ long = '' }) => long).filter((long) => settingFlags.has(long)),
      // A list that may be given several times is empty without it.
      defaults: options
        .filter(({ defaultValue }) => defaultValue !== undefined && !Array.isArray(defaultValue))
        .map(({ flags, defaultValue }) => [flags, defaultValue]),
    },
  ]
}

describe('command-line.md tells what the command line takes', () => {
  const commands = commandsOf(createProgram(nowhere))

  test('every command with its arguments', () => {
    const listed = tableIn('docs/reference/command-line.md', 'Commands').map(([usage]) => usage)
    expect(listed).toEqual(commands.map(({ usage }) => usage))
  })

  test('every flag that is not a setting', () => {
    const listed = columns(tableIn('docs/reference/command-line.md', 'Flags'), 0, 1)
    expect(listed).toEqual(commands.flatMap(({ path, flags }) => flags.map((flag) => [path, flag])))
  })

  test('the default of every flag that has one', () => {
    const rows = tableIn('docs/reference/command-line.md', 'Flags')
    const meaningOf = (path: string, flag: string) => rows.find((row) => row[0] === path && row[1] === flag)?.[2] ?? ''
    const defaults = commands.flatMap(({ path, defaults }) =>
      defaults.map(([flag, value]) => [path, flag, value] as const),
    )
    expect(defaults.length).toBeGreaterThan(0)
    const missing = defaults.filter(([path, flag, value]) =>
      typeof value === 'number'
        ? !figuresIn(meaningOf(path, flag)).includes(value)
        : !meaningOf(path, flag).includes(String(value)),
    )
    expect(missing).toEqual([])
  })

  test('the settings of every command', () => {
    const listed = tableIn('docs/reference/command-line.md', 'Settings of each command').flatMap(([paths, flags]) =>
      (paths ?? '').split(', ').map((path) => [path, flags?.split(' ')]),
    )
    const taken = commands.filter(({ settings }) => settings.length > 0).map(({ path, settings }) => [path, settings])
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(taken))
  })

  test('every check of doctor', () => {
    const listed = tableIn('docs/reference/command-line.md', 'What `doctor` looks at').map(([check]) => check)
    expect(listed).toEqual([...checks])
  })

  test('every exit code', () => {
    const listed = tableIn('docs/reference/command-line.md', 'Exit codes')
    expect(listed).toEqual(Object.values(exitCodes).map(({ code, meaning }) => [`${code}`, meaning]))
  })
})
