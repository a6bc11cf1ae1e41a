import type { Asked } from './Logged.ts'
import { code, whereCode } from './whereCode.ts'

/** A request as a call of the client. What has no method there is sent as a request. */
export function toTypeScript(asked: Asked, origin: string): string {
  const call = callOf(asked) ?? requestOf(asked)
  const groups = ['all', 'any', 'none'].filter((name) => new RegExp(`\\b${name}\\(`).test(call))
  const names = [...groups, 'createClient'].sort().join(', ')
  return [
    `import { ${names} } from '@tabularium/client'`,
    '',
    `const client = createClient({ url: ${code(origin)}, key: process.env.TABULARIUM_KEY })`,
    `const answer = await ${call}`,
  ].join('\n')
}

/** The call of a request for records, where the client has one. */
function callOf({ method, path, body }: Asked): string | undefined {
  const [address = '', search = ''] = path.split('?')
  const [, model, rest = ''] = /^\/ws\/rest\/([^/]+)(.*)$/.exec(address) ?? []
  if (model === undefined) return address === '/ws/me' && method === 'GET' ? 'client.me()' : undefined
  // Where to follow changes from is the console's own question.
  const { changes: _, ...query } = Object.fromEntries(new URLSearchParams(search))
  const records = `client.records(${code(decodeURIComponent(model))})`
  const [, id, about] = /^\/(\d+)(?:\/(\w+))?$/.exec(rest) ?? []
  if (method === 'GET' && rest === '') return found(records, query)
  if (method === 'POST' && rest === '/search' && search === '') return searched(records, read(body))
  if (method === 'POST' && rest === '/aggregate') return searched(records, read(body), 'aggregate')
  if (method === 'GET' && id !== undefined && about === undefined) return one(`${records}.read(${id}`, query, readable)
  if (method === 'GET' && id !== undefined && about === 'history') return one(`${records}.history(${id}`, query, paged)
  return undefined
}

const readable = ['fields', 'version']
const paged = ['offset', 'limit', 'members', 'titles']
const listed = ['where', 'q', 'sortBy', 'fields', 'offset', 'limit', 'after', 'total']

function found(records: string, query: Readonly<Record<string, string>>): string | undefined {
  if (Object.keys(query).some((name) => !listed.includes(name))) return undefined
  const { where } = query
  return searched(records, {
    ...(where === undefined ? {} : { data: JSON.parse(where) as unknown }),
    ...toValues(query, listed.slice(1)),
  })
}

/** A search, or an aggregate, by its body. */
function searched(records: string, request: Readonly<Record<string, unknown>>, method = 'find'): string {
  const { data, ...rest } = request
  const where = data === undefined ? [] : [`  where: ${whereCode(data)},`]
  const lines = [...where, ...Object.entries(rest).map(([name, value]) => `  ${name}: ${code(value)},`)]
  return lines.length === 0 ? `${records}.${method}()` : `${records}.${method}({\n${lines.join('\n')}\n})`
}

function one(start: string, query: Readonly<Record<string, string>>, known: readonly string[]): string | undefined {
  if (Object.keys(query).some((name) => !known.includes(name))) return undefined
  const values = toValues(query, known)
  return Object.keys(values).length === 0 ? `${start})` : `${start}, ${code(values)})`
}

/** Parameters as the values that the client takes. */
function toValues(query: Readonly<Record<string, string>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name): [string, unknown][] => {
      const text = query[name]
      if (text === undefined) return []
      if (name === 'fields' || name === 'sortBy') return [[name, text.split(',')]]
      if (text === 'true' || text === 'false') return [[name, text === 'true']]
      return [[name, /^\d+$/.test(text) && name !== 'q' && name !== 'after' ? Number(text) : text]]
    }),
  )
}

function requestOf({ method, path, body }: Asked): string {
  const sent = body === undefined ? '' : `, { body: ${code(read(body))} }`
  return `client.request(${code(method)}, ${code(path)}${sent})`
}

function read(body: string | undefined): Readonly<Record<string, unknown>> {
  return body === undefined ? {} : (JSON.parse(body) as Readonly<Record<string, unknown>>)
}
