/** The headers of every answer. They forbid caching, content sniffing, framing and referrers. */
export function commonHeaders(secure: boolean): Record<string, string> {
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

const [plainList, secureList] = [false, true].map((secure) => Object.entries(commonHeaders(secure)).flat())

/** The same headers as a flat list of names and values. */
export function commonHeaderList(secure: boolean): readonly string[] {
  return (secure ? secureList : plainList) ?? []
}
