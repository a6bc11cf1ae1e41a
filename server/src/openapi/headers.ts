import { commonHeaders } from '../http/headers.ts'
import type { Schema } from '../model/field/Schema.ts'
import { text } from './values.ts'

const header = (description: string, schema: Schema = text) => ({ description, schema })

/** The headers that some answers have, by name. */
export const sharedHeaders: Readonly<Record<string, object>> = {
  ETag: header('The version of the record and a digest, for `If-None-Match` and `If-Match`.'),
  'Idempotent-Replayed': header('`true` if the same request with the same key was answered before.', {
    type: 'string',
    enum: ['true'],
  }),
  'Retry-After': header('After how many seconds to try again.', { type: 'integer' }),
  Location: header('Where the browser is led.'),
  'Set-Cookie': header('The cookie of the session, which every later request must carry.'),
  'WWW-Authenticate': header('Always `Bearer realm="tabularium"`.'),
}

/** The headers that every answer has, or may have. They are not repeated for each response. */
export function headersOfEveryAnswer(isSecure: boolean): Record<string, object> {
  const constant = Object.entries(commonHeaders(isSecure)).map(([name, value]) => [
    toTitle(name),
    header(`Always \`${value}\`.`),
  ])
  return {
    'X-Request-Id': header('The id of the request, also in the log.'),
    ...Object.fromEntries(constant),
    'Server-Timing': header('How long the stages took, in milliseconds, if the operator turned it on.'),
    'Content-Language': header('The language of labels and messages, if the application declares languages.'),
    Vary: header('`origin`, if pages of other sites may use the service; `Accept-Language` of metadata.'),
    'Access-Control-Allow-Origin': header('To pages of sites that may use the service.'),
    'Access-Control-Allow-Credentials': header('To pages of sites that may use the service.'),
    'Access-Control-Expose-Headers': header('To pages of sites that may use the service.'),
    Connection: header('`close` if the service is about to end.'),
  }
}

function toTitle(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())
}
