import { Command, Option } from 'commander'
import { describeDefault } from '../settings/describeSettings.ts'
import type { Source } from '../settings/parseSettings.ts'
import type { CommandName } from '../settings/Setting.ts'
import { flagOf, settingNames, settingOf, variableOf, type SettingName } from '../settings/table.ts'
import { CommandFailure } from './CommandFailure.ts'
import type { Context } from './Context.ts'
import { exitCodes, type ExitName } from './exitCodes.ts'

export interface CommandText {
  readonly name: string
  readonly description: string
  /** Command lines to copy, each with what it does. */
  readonly examples?: readonly (readonly [line: string, meaning: string])[]
  /** The exit codes of the command, in addition to success, failure and usage. */
  readonly exits?: readonly ExitName[]
}

/** Creates a command that writes its output, errors and help to the context. */
export function newCommand(context: Context, { name, description, examples = [], exits = [] }: CommandText): Command {
  const { stdout, stderr } = context
  return new Command(name)
    .description(description)
    .summary(description.split('\n', 1)[0] ?? '')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      getOutHelpWidth: () => 120,
      getErrHelpWidth: () => 120,
      outputError: (text, write) => write(text.replace(/^error: /, 'tabularium: ')),
    })
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', `${toExamples(examples)}${toExitCodes(exits)}`)
}

/** Adds a flag for each setting that the command uses. */
export function withSettings(command: Command, name: CommandName): Command {
  command.optionsGroup('Settings (a flag counts more than its environment variable):')
  for (const setting of settingNames.filter((candidate) => settingOf(candidate).commands.includes(name)))
    command.addOption(toOption(setting))
  return command
}

/** The settings from the command line and the environment. */
export function sourceOf(command: Command, { env }: Context): Source {
  return { flags: command.opts(), env }
}

function toOption(name: SettingName): Option {
  const { kind, description } = settingOf(name)
  const value = kind.placeholder.startsWith('true|false') ? `[${kind.placeholder}]` : `<${kind.placeholder}>`
  return new Option(`${flagOf(name)} ${value}`, `${description} (${variableOf(name)}; ${describeDefault(name)})`)
}

function toExamples(examples: readonly (readonly [string, string])[]): string {
  if (examples.length === 0) return ''
  return `\nExamples:\n${examples.map(([line, meaning]) => `  ${line}\n      ${meaning}`).join('\n')}\n`
}

function toExitCodes(exits: readonly ExitName[]): string {
  const names: readonly ExitName[] = ['success', 'failure', 'usage', ...exits]
  return `\nExit codes:\n${names.map((name) => `  ${exitCodes[name].code}  ${exitCodes[name].meaning}`).join('\n')}`
}

/** Collects the values of an option that may be given several times. */
export function toList(value: string, before: readonly string[]): string[] {
  return [...before, value]
}

/** Parses ids in the arguments. */
export function parseIds(given: readonly string[]): number[] {
  return given.map((text) => {
    const id = Number(text)
    if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)) return id
    throw new CommandFailure('usage', `${JSON.stringify(text)} is not an id: write a whole number.`)
  })
}
