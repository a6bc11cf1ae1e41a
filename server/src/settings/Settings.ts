import type { Kind } from './kinds.ts'
import type { CommandName } from './Setting.ts'
import type { SettingName, SettingsTable } from './table.ts'

type ValueOf<N extends SettingName> = SettingsTable[N]['kind'] extends Kind<infer T> ? T : never
type OptionalName = { [N in SettingName]: SettingsTable[N] extends { optional: true } ? N : never }[SettingName]
type Flat<T> = { [K in keyof T]: T[K] }

/** The values of all settings: times in milliseconds, sizes in bytes. */
export type Settings = Flat<
  { readonly [N in Exclude<SettingName, OptionalName>]: ValueOf<N> } & { readonly [N in OptionalName]?: ValueOf<N> }
>

type NameFor<C extends CommandName> = {
  [N in SettingName]: C extends SettingsTable[N]['commands'][number] ? N : never
}[SettingName]

/** The settings that one command uses. */
export type SettingsFor<C extends CommandName> = Pick<Settings, NameFor<C>>
