import type { Models } from '../../../model/Models.ts'
import { isAbout } from '../../../permission/Rule.ts'
import { isNetwork } from '../../../request/networks.ts'
import { didYouMean } from '../../../text/didYouMean.ts'

/** What an API key is limited to by lists, as somebody sent it. */
export interface SentLists {
  readonly models: unknown
  readonly networks: unknown
}

/** Returns the faults of an API key by its fields: a name that nothing has would leave it nothing. */
export function checkKey({ models: given, networks }: SentLists, models: Models, actionNames: readonly string[]) {
  const names = [...models.all.map(({ name }) => name), ...actionNames]
  const isKnown = (one: string) => names.some((name) => isAbout({ model: one }, name))
  const unknown = (one: string) =>
    `names "${one.slice(0, 100)}", which is no model, action or package (com.example.*).${didYouMean(one, names)}`
  const noNetwork = (one: string) => `names "${one.slice(0, 100)}", which is no network such as 192.0.2.0/24`
  return new Map([
    ...faultsOf('models', given, isKnown, unknown),
    ...faultsOf('networks', networks, isNetwork, noNetwork),
  ])
}

const maxNames = 100

function faultsOf(
  field: string,
  list: unknown,
  isGood: (one: string) => boolean,
  describe: (one: string) => string,
): [string, string][] {
  if (list === null || list === undefined) return []
  if (
    !Array.isArray(list) ||
    list.length === 0 ||
    list.length > maxNames ||
    !list.every((one) => typeof one === 'string')
  )
    return [[field, `must be a list of at most ${maxNames} texts, or empty for no limit`]]
  const bad = list.find((one) => !isGood(one))
  return bad === undefined ? [] : [[field, describe(bad)]]
}
