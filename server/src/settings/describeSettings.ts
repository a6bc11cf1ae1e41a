import { listGiven, type Given, type Source } from './parseSettings.ts'
import { flagOf, settingOf, variableOf, type SettingName } from './table.ts'

/** A setting as `config print` shows it. */
export interface ShownSetting {
  readonly name: SettingName
  /** Null if it is unset; a secret is masked. */
  readonly value: string | null
  readonly origin: Given['origin']
  readonly variable: string
  readonly flag: string
}

/** All settings with their effective values; secrets are masked. */
export function describeSettings(source: Source): ShownSetting[] {
  return listGiven('config', source).map(({ name, origin, text }) => ({
    name,
    value: text === undefined ? null : mask(name, text),
    origin,
    variable: variableOf(name),
    flag: flagOf(name),
  }))
}

/** The default of a setting in words. */
export function describeDefault(name: SettingName): string {
  const setting = settingOf(name)
  if (setting.derived) return setting.derived.describedAs
  if (setting.default === '' || setting.optional) return 'none'
  return setting.default ?? 'required'
}

function mask(name: SettingName, text: string): string {
  const { secret, kind } = settingOf(name)
  return secret ? (kind.mask?.(text) ?? '***') : text
}
