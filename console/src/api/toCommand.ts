import { type Asked, laidOut } from './Logged.ts'

/** Where the key of whoever repeats a request comes from: a cookie is the browser's own. */
const key = '$TABULARIUM_KEY'

/** A request as a command for a shell. */
export function toCurl({ method, path, body, headers }: Asked, origin: string): string {
  const lines = [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} ${quoted(origin + path)}`,
    `  -H "Authorization: Bearer ${key}"`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`  -d ${quoted(body)}`]),
  ]
  return lines.join(' \\\n')
}

/** A text that a shell takes as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A request as it goes over the wire. */
export function toHttp({ method, path, body, headers }: Asked, origin: string): string {
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${origin.replace(/^\w+:\/\//, '')}`,
    `Authorization: Bearer ${key}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return body === undefined ? head.join('\n') : `${head.join('\n')}\n\n${laidOut(body)}`
}
