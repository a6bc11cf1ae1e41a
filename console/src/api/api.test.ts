import { all, any, createClient, none } from '@tabularium/client'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addLogged, answerToShow, type Asked, bodyToShow, type Logged, mostLogged } from './Logged.ts'
import { toCurl, toHttp } from './toCommand.ts'
import { toTypeScript } from './toTypeScript.ts'

const origin = 'https://records.example.com'
const model = 'com.example.contacts.Contact'

function asked(method: string, path: string, body?: unknown): Asked {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  return { method, path, body: body === undefined ? undefined : JSON.stringify(body), headers }
}

/** Runs a call as code, and returns the request that the client sends. */
async function sentBy(code: string): Promise<{ method: string; path: string; body: unknown }> {
  const [call = ''] = code.match(/client\.[^]*$/) ?? []
  const sent: { method: string; path: string; body: unknown }[] = []
  const client = createClient({
    url: origin,
    fetch: (input, { method = '', body } = {}) => {
      const { pathname, search } = new URL(input as string)
      sent.push({ method, path: pathname + search, body: typeof body === 'string' ? JSON.parse(body) : undefined })
      return Promise.resolve(Response.json({ status: 0, data: [{}] }))
    },
  })
  // oxlint-disable-next-line typescript/no-implied-eval -- The text is what people paste; it must run.
  await new Function('client', 'all', 'any', 'none', `return ${call}`)(client, all, any, none)
  const [first] = sent
  if (!first) throw new Error(`Nothing was sent by ${code}.`)
  return first
}

describe('a request as TypeScript', () => {
  it('is the search that a list makes', async () => {
    const where = JSON.stringify({
      criteria: [
        { fieldName: 'status', operator: 'in', value: ['lead', 'customer'] },
        {
          operator: 'or',
          criteria: [
            { fieldName: 'company.country', operator: '=', value: 'FR' },
            { fieldName: 'email', operator: 'isNull' },
          ],
        },
        { operator: 'not', criteria: [{ fieldName: 'credit', operator: 'between', value: '1.00', value2: "2'00" }] },
      ],
    })
    const query = new URLSearchParams({
      where,
      q: '42',
      sortBy: '-createdOn,id',
      fields: 'fullName,email',
      limit: '50',
      total: 'false',
    })
    const code = toTypeScript(asked('GET', `/ws/rest/${model}?${query}`), origin)
    expect(code).toMatch(/^import \{ all, any, createClient, none \} from '@tabularium\/client'/)
    const { method, path, body } = await sentBy(code)
    expect([method, path]).toEqual(['POST', `/ws/rest/${model}/search`])
    expect(body).toMatchObject({
      q: '42',
      sortBy: ['-createdOn', 'id'],
      fields: ['fullName', 'email'],
      limit: 50,
      total: false,
      data: { operator: 'and' },
    })
    const text = JSON.stringify(body)
    for (const piece of [
      '"operator":"in","value":["lead","customer"]',
      '"operator":"isNull"',
      `"value2":"2'00"`,
      '"or"',
      '"not"',
    ])
      expect(text).toContain(piece)
  })

  it.each([
    ['GET', `/ws/rest/${model}/5?fields=email,tags`, undefined],
    ['GET', `/ws/rest/${model}/5?fields=email&may=true`, undefined],
    ['GET', `/ws/rest/${model}/5/history?offset=0&limit=100`, undefined],
    ['GET', `/ws/rest/${model}/deleted?offset=0`, undefined],
    ['GET', '/ws/me', undefined],
    ['POST', `/ws/rest/${model}/aggregate`, { groupBy: ['status'], count: true }],
    [
      'POST',
      `/ws/rest/${model}/updateMass?dryRun=true`,
      { data: {}, values: { notes: 'it\'s "so"\n' }, maxAffected: 5 },
    ],
    ['POST', `/ws/rest/${model}/5?onConflict=merge`, { data: { version: 1, email: null } }],
  ])('%s %s is sent again as it was', async (method, path, body) => {
    const sent = await sentBy(toTypeScript(asked(method, path, body), origin))
    const sorted = ({ search, pathname }: URL) => [pathname, ...new URLSearchParams(search)].map(String).sort()
    expect([sent.method, sorted(new URL(sent.path, origin))]).toEqual([method, sorted(new URL(path, origin))])
    expect(sent.body).toEqual(body)
  })

  it('takes any text as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        const body = { data: { [`x${text}`]: text } }
        expect((await sentBy(toTypeScript(asked('PUT', `/ws/rest/${model}`, body), origin))).body).toEqual(body)
      }),
    )
  })
})

describe('a request as a command', () => {
  it('has a key where the cookie was, and quotes what a shell would read', () => {
    const request = asked('PUT', `/ws/rest/${model}`, { data: { lastName: "O'Neill" } })
    expect(toCurl(request, origin)).toBe(
      [
        `curl -sS -X PUT 'https://records.example.com/ws/rest/${model}'`,
        '  -H "Authorization: Bearer $TABULARIUM_KEY"',
        "  -H 'content-type: application/json'",
        `  -d '{"data":{"lastName":"O'\\''Neill"}}'`,
      ].join(' \\\n'),
    )
    expect(toHttp(asked('GET', '/ws/me'), origin)).toBe(
      'GET /ws/me HTTP/1.1\nHost: records.example.com\nAuthorization: Bearer $TABULARIUM_KEY',
    )
  })
})

describe('the log of a tab', () => {
  const entry = (number: number, status?: number): Logged => ({
    ...asked('GET', `/${number}`),
    number,
    status,
    duration: undefined,
    requestId: undefined,
    answer: undefined,
  })

  it('keeps the last requests, the newest first, each with what is known of it last', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 80 })), (numbers) => {
        const log = numbers.reduce<readonly Logged[]>((all, number, at) => addLogged(all, entry(number, at)), [])
        expect(log.map(({ number }) => number)).toEqual(log.map(({ number }) => number).toSorted((a, b) => b - a))
        expect(new Set(log.map(({ number }) => number)).size).toBe(log.length)
        expect(log.length).toBeLessThanOrEqual(mostLogged)
      }),
    )
  })

  it('has no password, and no token of a new key', () => {
    expect(bodyToShow('/callback', '{"password":"x"}')).toBeUndefined()
    expect(bodyToShow('/ws/password?x=1', '{"old":"x"}')).toBeUndefined()
    expect(bodyToShow('/ws/rest/a.B', '{}')).toBe('{}')
    expect(answerToShow('{"data":[],"token":"tab_secret"}')).toBe('{"data":[],"token":"…"}')
  })
})
