import { checkTogether } from './checkTogether.ts'
import type { SettingsFor } from './Settings.ts'
import type { CommandName } from './Setting.ts'
import { flagOf, settingNames, settingOf, variableOf, type SettingName } from './table.ts'
import { findUnknownVariables } from './unknownVariables.ts'

/** Where settings come from. A flag counts more than the environment, and the environment more than the default. */
export interface Source {
  /** What the command line gave, by the name of the setting; `true` for a flag without a value. */
  readonly flags: Readonly<Record<string, string | number | boolean>>
  readonly env: Readonly<Record<string, string | undefined>>
}

export type Origin = 'flag' | 'environment' | 'default' | 'unset'

/** A setting's text and where it came from. */
export interface Given {
  readonly name: SettingName
  readonly origin: Origin
  /** Undefined where it is unset. */
  readonly text: string | undefined
}

/** Settings that cannot be used, with all that is wrong. */
export class SettingsMistakes extends Error {
  override readonly name = 'SettingsMistakes'
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(
      mistakes.length === 1 ? `A setting is wrong: ${mistakes[0]}` : `Settings are wrong:\n  ${mistakes.join('\n  ')}`,
    )
    this.mistakes = mistakes
  }
}

/** The settings of one command, or all that is wrong with them at once. */
export function parseSettings<C extends CommandName>(command: C, source: Source): SettingsFor<C> {
  const settings: Record<string, unknown> = {}
  const mistakes = findUnknownVariables(source.env)
  for (const given of listGiven(command, source)) {
    const reading = parseGiven(given, command)
    if ('mistake' in reading) mistakes.push(reading.mistake)
    else if (reading.value !== undefined) settings[given.name] = reading.value
  }
  mistakes.push(...checkTogether(settings))
  if (mistakes.length > 0) throw new SettingsMistakes(mistakes)
  return settings as SettingsFor<C>
}

/** What is given for each setting that a command uses, in the order of the table. */
export function listGiven(command: CommandName, source: Source): Given[] {
  return settingNames
    .filter((name) => settingOf(name).commands.includes(command))
    .map((name) => findGiven(name, source))
}

function findGiven(name: SettingName, { flags, env }: Source): Given {
  const flag = flags[name]
  if (flag !== undefined) return { name, origin: 'flag', text: String(flag) }
  const variable = env[variableOf(name)]
  // Files for containers often set a variable to nothing to mean that it is unset.
  if (variable) return { name, origin: 'environment', text: variable }
  const text = findDefault(name, { flags, env })
  return { name, origin: text === undefined ? 'unset' : 'default', text }
}

function findDefault(name: SettingName, source: Source): string | undefined {
  const setting = settingOf(name)
  const base = settingNames.find((candidate) => candidate === setting.derived?.from)
  if (!setting.derived || base === undefined) return setting.default
  const { text } = findGiven(base, source)
  // What is wrong with the other setting is reported there.
  return text === undefined || !isReadable(base, text) ? undefined : setting.derived.derive(text)
}

function isReadable(name: SettingName, text: string): boolean {
  try {
    settingOf(name).kind.read(text)
    return true
  } catch {
    return false
  }
}

function parseGiven({ name, origin, text }: Given, command: CommandName): { value: unknown } | { mistake: string } {
  const { kind, optional, derived } = settingOf(name)
  // `config print` shows what there is; only commands that use a setting miss it.
  const needed = !optional && !derived && command !== 'config'
  if (text === undefined) return needed ? { mistake: missing(name) } : { value: undefined }
  try {
    return { value: kind.read(text) }
  } catch (error) {
    const fault = error instanceof Error ? error.message : 'cannot be read'
    return { mistake: `${shownAs(name, origin, text)} ${fault}, for example ${flagOf(name)} ${kind.example}` }
  }
}

function missing(name: SettingName): string {
  const { example } = settingOf(name).kind
  return `${variableOf(name)} is missing: set it, or write ${flagOf(name)}, for example to ${example}`
}

function shownAs(name: SettingName, origin: Origin, text: string): string {
  const place = origin === 'environment' ? variableOf(name) : flagOf(name)
  if (settingOf(name).secret) return place
  return origin === 'environment' ? `${place}=${JSON.stringify(text)}` : `${place} ${JSON.stringify(text)}`
}
