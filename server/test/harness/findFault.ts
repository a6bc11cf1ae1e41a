import { isStream, type Reply } from './client.ts'
import { contract, type PromisedCode } from './contract.ts'

/** What is wrong with an answer, whatever the request was. */
export function findFault(method: string, { status, headers, text, json }: Reply): string | undefined {
  if (status >= 500) return `HTTP ${status}`
  if (status === 304 || method === 'HEAD') return text === '' ? undefined : 'a body where none may be'
  if (status === 200 && isStream(headers)) return text.startsWith('event: ') ? undefined : 'no event'
  if (!json || typeof json !== 'object') return 'no JSON'
  if (status === 200) return json.status === 0 && Array.isArray(json.data) ? undefined : 'no envelope of a success'
  const data = (json.data ?? {}) as Record<string, unknown>
  const { code, title, message, requestId } = data
  if (![code, title, message, requestId].every((member) => typeof member === 'string' && member !== ''))
    return 'no envelope of a failure'
  const [http, expected] = contract[code as PromisedCode] ?? []
  if (json.status !== expected || (status !== http && status !== 431))
    return `the code ${String(code)} with HTTP ${status} and status ${json.status}`
  if (
    /select |insert into|\bpg_|sqlstate|node_modules|\.ts:\d/i.test(
      `${String(message)} ${Object.values(json.errors ?? {}).join()}`,
    )
  )
    return 'internals in a message'
  return undefined
}
