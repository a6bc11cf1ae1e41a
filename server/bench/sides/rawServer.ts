import { createServer } from 'node:http'

// The minimum that Node can do for a request: the same text for every request. `node rawServer.ts LENGTH`.

const body = 'x'.repeat(Number(process.argv[2]))
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }
const server = createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
process.on('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }))
})
