import type { ConsoleRoute, ExtensionReply, Person } from 'tabularium/demo'
import { logIn } from './createLoginLink.ts'

/** What is asked of the colleague: other values for fields of a record. */
interface Change {
  readonly model: string
  readonly id: number
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * A made-up colleague who changes records over HTTP, in a session of their own. Only administrators can ask them, since
 * the colleague is one: so nobody gets a right by asking.
 */
export function createColleague(url: () => string, { username, password }: Person): ConsoleRoute {
  let cookie = ''
  const send = async (path: string, by: string, body?: unknown): Promise<ExtensionReply> => {
    const response = await fetch(`${url()}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { cookie: by, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.text() }
  }
  const asColleague = async (path: string, body?: unknown) => {
    const first = cookie === '' ? undefined : await send(path, cookie, body)
    if (first && first.status !== 401) return first
    cookie = toCookie((await logIn(url(), username, password)) ?? '')
    return send(path, cookie, body)
  }
  return async (asked) => {
    const me = await send('/ws/me?quiet=true', asked.cookie)
    if (me.status !== 200) return me
    if (!isAdmin(me.body))
      return { refused: 'not-permitted', message: 'Only administrators can ask the colleague for a change.' }
    const change = findChange(asked.body)
    if (!change)
      return { refused: 'invalid-parameter', message: 'Name the record by model and id, and new values in data.' }
    const path = `/ws/rest/${change.model}/${change.id}`
    const now = await asColleague(`${path}?fields=id`)
    return now.status === 200 ? asColleague(path, { data: { ...change.data, version: versionOf(now.body) } }) : now
  }
}

/** The cookie as a browser sends it back. */
function toCookie(header: string): string {
  return header.split(';')[0] ?? ''
}

function isAdmin(body: string): boolean {
  const { data } = JSON.parse(body) as { data: readonly { admin: boolean }[] }
  return data[0]?.admin === true
}

function versionOf(body: string): number | undefined {
  const { data } = JSON.parse(body) as { data: readonly { version: number }[] }
  return data[0]?.version
}

/** Reads what is asked; undefined if it names no record. */
function findChange(body: string): Change | undefined {
  try {
    const { model, id, data } = JSON.parse(body) as Partial<Change>
    const isRecord = typeof model === 'string' && /^[\w.]+$/.test(model) && Number.isSafeInteger(id)
    return isRecord && typeof data === 'object' && data !== null ? { model, id: Number(id), data } : undefined
  } catch {
    return undefined
  }
}
