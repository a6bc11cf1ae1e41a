import type { Change } from './Change.ts'

/** A change as JSON, with its token if there is one, and with its record as PostgreSQL wrote it. */
export function toEventJson({ event, record }: Change, token?: string): string {
  const members = [
    ...(token === undefined ? [] : [`"token":${JSON.stringify(token)}`]),
    ...(record === undefined ? [] : [`"record":${record}`]),
  ]
  return members.length === 0 ? event : `${event.slice(0, -1)},${members.join()}}`
}
