/** Headers of every answer: nothing is cached, sniffed, framed or told to other sites. */
export function standingHeaders(secure: boolean): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

const [plainList, secureList] = [false, true].map((secure) => Object.entries(standingHeaders(secure)).flat())

/** The same as names and values in turn. */
export function standingHeaderList(secure: boolean): readonly string[] {
  return (secure ? secureList : plainList) ?? []
}
