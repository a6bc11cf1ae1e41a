import { checkCombinations } from './checkCombinations.ts'
import type { SettingsFor } from './Settings.ts'
import type { CommandName } from './Setting.ts'
import { flagOf, settingNames, settingOf, variableOf, type SettingName } from './table.ts'
import { findUnknownVariables } from './findUnknownVariables.ts'

/** Where settings come from. A flag overrides the environment, and the environment overrides the default. */
export interface Source {
  /** The flags of the command line by the name of the setting; `true` for a flag without a value. */
  readonly flags: Readonly<Record<string, string | number | boolean>>
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Where the text of a setting comes from. */
export type Origin = 'flag' | 'environment' | 'default' | 'unset'

/** The text of a setting and where it comes from. */
export interface Given {
  readonly name: SettingName
  readonly origin: Origin
  /** Undefined if it is unset. */
  readonly text: string | undefined
}

/** Thrown if settings are invalid, with all mistakes. */
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

/** Parses the settings of one command. Throws SettingsMistakes with all mistakes at once. */
export function parseSettings<C extends CommandName>(command: C, source: Source): SettingsFor<C> {
  const settings: Record<string, unknown> = {}
  const mistakes = findUnknownVariables(source.env)
  for (const given of listGiven(command, source)) {
    const parsed = parseGiven(given, command)
    if ('mistake' in parsed) mistakes.push(parsed.mistake)
    else if (parsed.value !== undefined) settings[given.name] = parsed.value
  }
  mistakes.push(...checkCombinations(settings))
  if (mistakes.length > 0) throw new SettingsMistakes(mistakes)
  return settings as SettingsFor<C>
}

/** The text of each setting that a command uses, in the order of the table. */
export function listGiven(command: CommandName, source: Source): Given[] {
  return settingNames
    .filter((name) => settingOf(name).commands.includes(command))
    .map((name) => findGiven(name, source))
}

function findGiven(name: SettingName, { flags, env }: Source): Given {
  const flag = flags[name]
  if (flag !== undefined) return { name, origin: 'flag', text: String(flag) }
  const variable = env[variableOf(name)]
  // Container files often set a variable to an empty text to unset it.
  if (variable) return { name, origin: 'environment', text: variable }
  const text = findDefault(name, { flags, env })
  return { name, origin: text === undefined ? 'unset' : 'default', text }
}

function findDefault(name: SettingName, source: Source): string | undefined {
  const setting = settingOf(name)
  const base = settingNames.find((candidate) => candidate === setting.derived?.from)
  if (!setting.derived || base === undefined) return setting.default
  const { text } = findGiven(base, source)
  // A mistake in the other setting is reported for that setting.
  return text === undefined || !isValid(base, text) ? undefined : setting.derived.derive(text)
}

function isValid(name: SettingName, text: string): boolean {
  try {
    settingOf(name).kind.parse(text)
    return true
  } catch {
    return false
  }
}

function parseGiven({ name, origin, text }: Given, command: CommandName): { value: unknown } | { mistake: string } {
  const { kind, optional, derived, default: usual } = settingOf(name)
  // `config print` shows unset settings too; only the commands that use a setting require it.
  const required = !optional && !derived && command !== 'config'
  if (text === undefined) return required ? { mistake: missing(name) } : { value: undefined }
  try {
    return { value: kind.parse(text) }
  } catch (error) {
    const fault = error instanceof Error ? error.message : 'is invalid'
    const advice = fault.includes('such as') ? '' : `, for example ${flagOf(name)} ${usual || kind.example}`
    return { mistake: `${shownAs(name, origin, text)} ${fault}${advice}` }
  }
}

function missing(name: SettingName): string {
  const { example } = settingOf(name).kind
  return `${variableOf(name)} is missing: set it, or write ${flagOf(name)}, for example to ${example}`
}

function shownAs(name: SettingName, origin: Origin, text: string): string {
  const source = origin === 'environment' ? variableOf(name) : flagOf(name)
  if (settingOf(name).secret) return source
  return origin === 'environment' ? `${source}=${JSON.stringify(text)}` : `${source} ${JSON.stringify(text)}`
}
