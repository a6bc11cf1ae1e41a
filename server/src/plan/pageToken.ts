import { createHash } from 'node:crypto'
import { Failure } from '../failure.ts'

/**
 * Where a page ended, as an opaque text for the client: the sort keys of its last record. The digest ties it to its search,
 * so that a token is not sent along with another one by mistake.
 */
export function toPageToken(keys: readonly (string | null)[], shape: string): string {
  return Buffer.from(JSON.stringify([digest(keys, shape), ...keys])).toString('base64url')
}

/** The sort keys in a token, or the failure of a text that is none of this search's tokens. */
export function readPageToken(token: string, shape: string, count: number): (string | null)[] {
  const [given, ...keys] = decode(token)
  const fits = keys.length === count && keys.every((key) => key === null || typeof key === 'string')
  if (fits && given === digest(keys, shape)) return keys
  throw new Failure(
    'invalid-parameter',
    'What is sent as after must be the next of an answer to the same search: same criteria, same sort.',
  )
}

/** What a token is tied to: a text that two searches share only if they are the same but for their place. */
export function shapeOf(
  model: string,
  { criteria, q, sortBy }: { criteria?: unknown; q?: string; sortBy?: readonly string[] } = {},
): string {
  return JSON.stringify([model, criteria ?? null, q ?? null, sortBy ?? []])
}

function decode(token: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function digest(keys: readonly (string | null)[], shape: string): string {
  return createHash('sha256')
    .update(JSON.stringify([shape, keys]))
    .digest('base64url')
    .slice(0, 16)
}
