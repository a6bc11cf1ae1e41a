import type { Json } from '../meta/ModelMeta.ts'

/** The longest parameters that are part of an address, in characters: the service takes no address beyond 8,192. */
export const longestQuery = 7_500

/** The body of a search that finds what the parameters of find do. */
export function toSearch(parameters: URLSearchParams): Readonly<Record<string, Json>> {
  return Object.fromEntries([...parameters].map(([name, value]) => toMember(name, value)))
}

function toMember(name: string, value: string): [string, Json] {
  switch (name) {
    case 'where':
      return ['data', parse(value)]
    case 'sortBy':
    case 'fields':
      return [name, value.split(',')]
    case 'offset':
    case 'limit':
      return [name, Number(value)]
    case 'total':
    case 'changes':
      return [name, value === 'true']
    default:
      return [name, value]
  }
}

/** The service says what is wrong with criteria that are no JSON. */
function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
