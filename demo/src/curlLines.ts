export interface DemoAddress {
  readonly url: string
  readonly username: string
  readonly password: string
  /** The file for curl's cookie. */
  readonly jar: string
  /** An existing record with its current version. */
  readonly record: { readonly id: number; readonly version: number }
}

/** A command line to paste and what it shows. */
export interface CurlLine {
  readonly meaning: string
  readonly line: string
}

const model = 'com.example.contacts.Contact'

/** Five lines that show what the service does. The last one shows a version conflict. */
export function toCurlLines({ url, username, password, jar, record }: DemoAddress): CurlLine[] {
  const records = `${url}/ws/rest/${model}`
  const update = withBody(jar, 'POST', `${records}/${record.id}`, {
    data: { version: record.version, status: 'customer', vip: true },
  })
  return [
    {
      meaning: 'Log in; the cookie goes into a file',
      line: `${curl} -c ${quote(jar)} ${toData({ username, password })} ${quote(`${url}/callback`)}`,
    },
    { meaning: 'Find three contacts', line: `${curl} -b ${quote(jar)} ${quote(`${records}?limit=3`)}` },
    {
      meaning: 'Create a contact; it starts with version 0',
      line: withBody(jar, 'PUT', records, {
        data: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
      }),
    },
    { meaning: `Update contact ${record.id}, naming the version that was read`, line: update },
    { meaning: 'The same update again: 409, since the version has moved on and nothing is overwritten', line: update },
  ]
}

/** The same for orders: an order with its lines, a report, and a version conflict. */
export function toOrderLines({ url, username, password, jar, record }: DemoAddress): CurlLine[] {
  const records = `${url}/ws/rest/com.example.orders.Order`
  const update = withBody(jar, 'POST', `${records}/${record.id}`, {
    data: { version: record.version, dueOn: '2027-01-31' },
  })
  return [
    {
      meaning: 'Log in; the cookie goes into a file',
      line: `${curl} -c ${quote(jar)} ${toData({ username, password })} ${quote(`${url}/callback`)}`,
    },
    {
      meaning: 'Create an order with two lines; it gets a number, and its total is computed',
      line: withBody(jar, 'PUT', `${records}?fields=number,status,total,owner,lines.amount`, {
        data: {
          customer: { code: 'fr-1' },
          lines: [
            { product: { sku: 'pen' }, quantity: 2, price: '35.00' },
            { product: { sku: 'ink' }, quantity: 1, price: '12.00' },
          ],
        },
      }),
    },
    {
      meaning: 'Count orders and add up their totals by status',
      line: withBody(jar, 'POST', `${records}/aggregate`, { groupBy: ['status'], count: true, sum: ['total'] }),
    },
    { meaning: `Update order ${record.id}, naming the version that was read`, line: update },
    { meaning: 'The same update again: 409, since the version has moved on and nothing is overwritten', line: update },
  ]
}

/** curl that shows the status and ends its output with a new line. */
const curl = "curl -sS -w '\\nHTTP %{http_code}\\n'"

function withBody(jar: string, method: string, address: string, body: unknown): string {
  return `${curl} -b ${quote(jar)} -X ${method} ${toData(body)} ${quote(address)}`
}

function toData(body: unknown): string {
  return `-H 'Content-Type: application/json' -d ${quote(JSON.stringify(body))}`
}

/** Quotes text for the shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
