/**
 * The longest address that is written, in characters. The service takes 8,192: what a page adds to the parameters of a
 * list fits as well.
 */
export const longestAddress = 7_000

/** Stands for criteria that are too long for an address. It is no JSON, so that no criteria are written so. */
export const longWhere = '~'

/** An address as it is shown, and the criteria that it has no room for. */
export interface SplitAddress {
  readonly address: string
  readonly where?: string
}

/** Takes the criteria out of an address that would be too long with them. */
export function splitAddress(address: string): SplitAddress {
  if (address.length <= longestAddress) return { address }
  const [path = '', query] = address.split('?', 2)
  const parameters = new URLSearchParams(query)
  const where = parameters.get('where')
  if (where === null) return { address }
  parameters.set('where', longWhere)
  return { address: `${path}?${parameters}`, where }
}

/** The whole address again. Where nobody kept its criteria, it goes on standing for them. */
export function joinAddress(address: string, where: string | undefined): string {
  const [path = '', query] = address.split('?', 2)
  const parameters = new URLSearchParams(query)
  if (where === undefined || parameters.get('where') !== longWhere) return address
  parameters.set('where', where)
  return `${path}?${parameters}`
}
