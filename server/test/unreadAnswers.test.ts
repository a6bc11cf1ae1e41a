import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { ByteBudget } from '../src/http/overload/ByteBudget.ts'
import { watchSending } from '../src/http/overload/watchSending.ts'
import { pause, until } from './harness/poll.ts'

const large = 'x'.repeat(30_000_000)
let server: Server | undefined
let socket: Socket | undefined

afterEach(() => {
  socket?.destroy()
  server?.closeAllConnections()
  server?.close()
})

/** A server with one large answer, and how many of them have left. */
async function listen(timeout: number) {
  const budget = new ByteBudget(90_000_000)
  const state = { budget, left: 0 }
  server = createServer((_, response) => {
    response.end(large)
    watchSending({ response, bytes: large.length, user: 1 }, budget, () => (state.left += 1), timeout)
  }).listen(0, '127.0.0.1')
  await until('it listens', () => server?.listening)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return state
}

it('an answer that nobody reads counts until its connection is ended for it', async () => {
  const state = await listen(500)
  socket?.pause()
  await until('it is held', () => state.budget.held === large.length)
  expect(state.left).toBe(0)
  await until('it is given up', () => state.left === 1, { within: 5_000 })
  expect(state.budget.held).toBe(0)
})

it('an answer that is read slowly is sent whole', async () => {
  const state = await listen(500)
  let read = 0
  socket?.on('data', (chunk) => {
    read += chunk.length
    socket?.pause()
    void pause(1).then(() => socket?.resume())
  })
  await until('it is held', () => state.budget.held === large.length)
  await until('it is sent', () => state.left === 1, { within: 20_000 })
  await until('it is read', () => read > large.length, { within: 20_000 })
})

it('an answer that is read at once is never held', async () => {
  const state = await listen(500)
  socket?.resume()
  await until('it is sent', () => state.left === 1)
  expect(state.budget.held).toBe(0)
})
