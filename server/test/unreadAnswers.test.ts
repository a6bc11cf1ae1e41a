import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { awaitReader } from '../src/http/overload/awaitReader.ts'
import { ByteBudget } from '../src/http/overload/ByteBudget.ts'
import { watchSending } from '../src/http/overload/watchSending.ts'
import { pause, until } from './harness/poll.ts'
import { timed } from './harness/timed.ts'

const large = 'x'.repeat(30_000_000)
let server: Server | undefined
let socket: Socket | undefined

afterEach(() => {
  socket?.destroy()
  server?.closeAllConnections()
  server?.close()
})

/** A server with one large answer, or a part of a stream, and how many of them have left. */
async function listen(timeout: number, isStream = false) {
  const budget = new ByteBudget(90_000_000)
  const state = { budget, left: 0 }
  server = createServer((_, response) => {
    const sending = { response, bytes: large.length, user: 1 }
    if (isStream) response.write(large)
    else response.end(large)
    if (isStream) void awaitReader(sending, budget, timeout).then(() => (state.left += 1))
    else watchSending(sending, budget, () => (state.left += 1), timeout)
  }).listen(0, '127.0.0.1')
  await until('it listens', () => server?.listening)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return state
}

const kinds = [
  ['an answer', false],
  ['a part of a stream', true],
] as const

it.each(kinds)('%s that nobody reads counts until its connection is ended for it', async (_, isStream) => {
  const state = await listen(500, isStream)
  socket?.pause()
  await until('it is held', () => state.budget.held === large.length)
  expect(state.left).toBe(0)
  await until('it is given up', () => state.left === 1)
  expect(state.budget.held).toBe(0)
})

it.each(kinds)('%s that is read slowly is sent whole, however long that takes', timed, async (_, isStream) => {
  const timeout = 1_500
  const begin = performance.now()
  const state = await listen(timeout, isStream)
  let read = 0
  socket?.on('data', (chunk) => {
    read += chunk.length
    socket?.pause()
    void pause(10).then(() => socket?.resume())
  })
  await until('it is held', () => state.budget.held === large.length)
  await until('it is sent, or cut off', () => state.left === 1)
  const duration = performance.now() - begin
  await until('it is read, or cut off', () => read > large.length || socket?.closed)
  expect(read).toBeGreaterThan(large.length)
  expect(duration).toBeGreaterThan(timeout)
})

it('an answer that is read at once is never held', async () => {
  const state = await listen(500)
  socket?.resume()
  await until('it is sent', () => state.left === 1)
  expect(state.budget.held).toBe(0)
})
