import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { useScim } from './harness/scim/useScim.ts'

/** A request as a directory sends it, and what it must be answered. `{name}` is an id of an earlier answer. */
interface Replayed {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly status: number
  /** As much of the answer as the directory needs. */
  readonly answer?: object
  /** The name by which later requests know the id of this answer. */
  readonly keep?: string
}

const stage = useScim()

/** The requests that the documents of a directory show, in their order. */
function read(directory: string): Replayed[] {
  return JSON.parse(readFileSync(new URL(`harness/scim/replayed/${directory}.json`, import.meta.url), 'utf8'))
}

describe.each(['entra', 'okta'])('what the documents of %s show', (directory) => {
  const kept = new Map<string, string>()
  const fill = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll(/\{(user|group)\}/g, (_, name: string) => kept.get(name) ?? ''))

  it.each(read(directory))('$name', async (request) => {
    const { method, path, body, status, answer, keep } = fill(request)
    // Entra ID sends no User-Agent at times, and both send the type with GET.
    const headers = { 'content-type': 'application/scim+json; charset=utf-8', 'user-agent': '' }
    const reply = await stage.directory.ask(method, path, body, headers)
    expect(reply.status, reply.text).toBe(status)
    if (status === 204) expect(reply.text).toBe('')
    if (answer) expect(reply.json).toMatchObject(answer)
    if (keep !== undefined) kept.set(keep, reply.json.id)
  })
})
