import type { LookupAddress } from 'node:dns'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AddressCheck } from './AddressCheck.ts'
import { Lookups, type LookupsOptions } from './Lookups.ts'
import { Sender } from './Sender.ts'

let port = 0
let answer: RequestListener = (_, response) => response.end('fine')
const got: IncomingMessage[] = []
const receiver = createServer((request, response) => {
  got.push(request)
  answer(request, response)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, resolve))
  ;({ port } = receiver.address() as AddressInfo)
})
afterAll(() => void receiver.close())

const message = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' })

/** Resolves every name to the addresses of its next call. */
function resolving(...answers: string[][]): Lookups {
  const lookup = (_: string, __: unknown, callback: (error: null, found: LookupAddress[]) => void) => {
    const found = answers.shift() ?? []
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return new Lookups({ lookup: lookup as unknown as NonNullable<LookupsOptions['lookup']> })
}

describe('a closed address', () => {
  it.each([
    ['127.0.0.1'],
    ['127.1'],
    ['2130706433'],
    ['0x7f000001'],
    ['0177.0.0.1'],
    ['127.0.0.1.'],
    ['１２７.0.0.1'],
    ['0.0.0.0'],
    ['[::1]'],
    ['[::]'],
    ['[::ffff:127.0.0.1]'],
    ['[::ffff:7f00:1]'],
    ['[::127.0.0.1]'],
    ['[64:ff9b::7f00:1]'],
    ['[2002:7f00:1::]'],
    ['10.0.0.1'],
    ['172.31.255.255'],
    ['192.168.1.1'],
    ['100.64.0.1'],
    ['169.254.169.254'],
    ['[fe80::1]'],
    ['[fd00:ec2::254]'],
    ['224.0.0.1'],
    ['255.255.255.255'],
    ['localhost'],
  ])('is refused however it is spelled: %s', async (host) => {
    for (const scheme of ['http', 'https']) {
      const { status, error } = await new Sender({ networks: [] }).send(message(`${scheme}://${host}:${port}/`))
      expect({ status, error }).toEqual({ status: null, error: expect.stringContaining('webhookNetworks') })
    }
    expect(got).toEqual([])
  })

  it('is refused if only one of the addresses of a name is closed', async () => {
    const lookups = resolving(['93.184.216.34', '127.0.0.1'])
    expect(await new Sender({ networks: [], lookups }).send(message(`https://two.example:${port}/`))).toMatchObject({
      status: null,
      error: expect.stringContaining('closed'),
    })
  })

  it('is refused if a name leads there the second time: what is looked up is what is connected to', async () => {
    const sender = new Sender({ networks: [], timeout: 150, lookups: resolving(['192.0.66.1'], ['127.0.0.1']) })
    const url = `https://rebinding.example:${port}/`
    expect(sender.findFault(url)).toBeUndefined()
    const first = await sender.send(message(url))
    expect(first).toMatchObject({ status: null, error: expect.stringMatching(/^No answer/) })
    expect(await sender.send(message(url))).toMatchObject({ status: null, error: expect.stringContaining('closed') })
    expect(got).toEqual([])
  })

  it('is open if the operator says so, also by a name and for plain http, and no other is', async () => {
    const sender = new Sender({ networks: ['127.0.0.0/8', '::1'] })
    expect(await sender.send(message(`http://127.0.0.1:${port}/a`))).toMatchObject({ status: 200, answer: 'fine' })
    expect(await sender.send(message(`http://localhost:${port}/b`))).toMatchObject({ status: 200, answer: 'fine' })
    expect(sender.findFault('http://10.0.0.1/')).toContain('private address')
    expect(got.splice(0).map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /a', 'POST /b'])
  })

  it('is none of the public ones, which are reached by https alone', () => {
    const check = new AddressCheck([])
    for (const address of ['93.184.216.34', '1.1.1.1', '2606:4700::1111', '2a00:1450::1'])
      expect(check.isClosed(address), address).toBe(false)
    expect(check.isClosed('not an address')).toBe(true)
    const sender = new Sender({ networks: [] })
    expect(sender.findFault('https://1.1.1.1/hook')).toBeUndefined()
    expect(sender.findFault('http://1.1.1.1/hook')).toContain('https://')
  })
})

describe('a message', () => {
  const sender = new Sender({ networks: ['127.0.0.1'], timeout: 10_000 })
  const send = (by = sender) => by.send(message(`http://127.0.0.1:${port}/hook`))

  it('follows no redirect', async () => {
    answer = (_, response) => response.writeHead(307, { location: `http://127.0.0.1:${port}/other` }).end()
    expect(await send()).toMatchObject({ status: 307, error: null })
    expect(got.splice(0).map(({ url }) => url)).toEqual(['/hook'])
  })

  it('keeps 1 KiB of an answer, without NUL, and does not wait for the rest', async () => {
    answer = (_, response) => void response.writeHead(500, { 'retry-after': '7' }).write(`\0${'x'.repeat(100_000)}`)
    const { milliseconds, ...outcome } = await send()
    expect(outcome).toEqual({ status: 500, error: null, retryAfter: '7', answer: 'x'.repeat(1_023) })
    expect(milliseconds).toBeLessThan(10_000)
  })

  it('ends after its time, before or within the answer', async () => {
    const hasty = new Sender({ networks: ['127.0.0.1'], timeout: 1_000 })
    answer = () => {}
    expect(await send(hasty)).toMatchObject({ status: null, error: 'No answer within 1 s.' })
    answer = (_, response) => void response.write('slow')
    expect(await send(hasty)).toMatchObject({ status: 200, answer: 'slow' })
  })

  it('ends with the status if the receiver switches protocols', async () => {
    answer = ({ socket }) => void socket.write('HTTP/1.1 101 Go\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n')
    expect(await send()).toMatchObject({ status: 101, error: null, answer: '' })
  })

  it('ends after its time, and does not wait longer for a receiver that says that it works on it', async () => {
    answer = (_, response) => {
      const timer = setInterval(() => response.writeProcessing(), 10)
      response.on('close', () => clearInterval(timer))
    }
    const hasty = new Sender({ networks: ['127.0.0.1'], timeout: 200 })
    expect(await send(hasty)).toMatchObject({ status: null, error: 'No answer within 0.2 s.' })
  })

  it('ends if the connection is closed, before or within the answer', async () => {
    answer = ({ socket }) => void socket.end()
    expect(await send()).toMatchObject({ status: null, error: 'No answer: ECONNRESET.' })
    answer = ({ socket }) => void socket.end('HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nhalf')
    expect(await send()).toMatchObject({ status: 500, answer: 'half' })
  })

  it('ends with the signal of its caller, also if that was given before', async () => {
    answer = () => {}
    const url = `http://127.0.0.1:${port}/hook`
    const begun = new AbortController()
    const under = sender.send({ ...message(url), signal: begun.signal })
    begun.abort()
    expect(await under).toMatchObject({ status: null })
    expect(await sender.send({ ...message(url), signal: AbortSignal.abort() })).toMatchObject({ status: null })
  })

  it('says why nobody answered, without the address', async () => {
    const { error } = await sender.send(message('http://127.0.0.1:1/'))
    expect(error).toBe('No answer: ECONNREFUSED.')
  })

  it.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://', 'nonsense', 'http://user:password@127.0.0.1/'])(
    'is not sent to %s',
    async (url) => {
      expect(await sender.send(message(url))).toMatchObject({ status: null, error: expect.stringContaining('must') })
    },
  )
})
