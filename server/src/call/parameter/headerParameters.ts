import { text } from './kinds.ts'
import type { TextKind } from './Kind.ts'
import type { Parameter } from './Parameter.ts'

const idempotencyKey: TextKind<string> = {
  ...text(),
  schema: () => ({ type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' }),
}

/** The headers that some operations take. */
export const headerParameters = {
  'Idempotency-Key': {
    kind: idempotencyKey,
    description: 'A new text for each intended write, such as a UUID: the same request with the same key is done once.',
  },
  'If-Match': {
    kind: text(),
    description: 'The `ETag` of a read, a version in quotes, or `*`: it must agree with the version.',
  },
  'If-None-Match': { kind: text(), description: 'The `ETag` of an earlier answer: 304 while nothing has changed.' },
  'Last-Event-ID': { kind: text(), description: 'As `after`; browsers send it.' },
} as const satisfies Readonly<Record<string, Parameter>>

/** The headers that every request may have. They are not repeated for each operation. */
export const headersOfEveryRequest = {
  'X-Request-Id': {
    kind: text(),
    description:
      'Up to 100 letters, digits and `_ . : -` that name the request in the answer, the log and the history. The ' +
      'service makes one if there is none.',
  },
  'X-See-As': {
    kind: text(),
    description: 'For administrators: a username. Reads are answered with the rights of that user; writes are refused.',
  },
} as const satisfies Readonly<Record<string, Parameter>>
