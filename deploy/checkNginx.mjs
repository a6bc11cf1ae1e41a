// Checks with a real nginx that a PUT which has arrived is sent once: node checkNginx.mjs NGINX FOLDER CONFIGURATION.
// The first process takes a request and dies, the second would answer it. FOLDER has records.pem and records.key.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import { connect, createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'

const [nginx, folder, configuration] = process.argv.slice(2)
const deadline = Date.now() + 20_000

/** Two processes; each notes what arrives. The first one ends every connection without an answer. */
const arrived = []
const start = async (name, answer) => {
  const server = createServer((sent, reply) => {
    arrived.push(`${sent.method} at ${name}`)
    sent.resume().on('end', () => answer(sent, reply))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}
const dying = await start('the first', (sent) => sent.socket.destroy())
const alive = await start('the second', (_, reply) => reply.end('{"status":0,"data":[]}'))

const port = await freePort()
const prefix = join(folder, 'nginx')
mkdirSync(join(prefix, 'temp'), { recursive: true })
const service = readFileSync(configuration, 'utf8')
  .replace('listen 443', `listen 127.0.0.1:${port}`)
  .replaceAll('/etc/nginx/records', `${folder}/records`)
  .replace('127.0.0.1:8081', `127.0.0.1:${dying.address().port}`)
  .replace('127.0.0.1:8091', `127.0.0.1:${alive.address().port}`)
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
writeFileSync(
  join(prefix, 'nginx.conf'),
  `${process.getuid() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${prefix}/nginx.pid;
error_log stderr crit;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${prefix}/temp/${name};`).join('\n  ')}
${service}
}
`,
)
const flags = ['-p', prefix, '-c', join(prefix, 'nginx.conf'), '-e', 'stderr']
execFileSync(nginx, ['-t', '-q', ...flags], { stdio: 'inherit' })
const running = spawn(nginx, flags, { stdio: 'inherit' })
try {
  await untilOpen()
  // Which process is first, nginx decides: one that died is left alone, so that both are asked within a few requests.
  const isTried = () => arrived.includes('PUT at the first') && arrived.includes('PUT at the second')
  let sent = 0
  while (!isTried() && Date.now() < deadline) {
    const before = arrived.length
    const { status, body } = await put()
    sent += 1
    if (arrived.length !== before + 1) throw new Error(`One PUT arrived as: ${arrived.slice(before).join(', ')}`)
    const isLost = arrived.at(-1) === 'PUT at the first'
    const expected = isLost ? [503, 'unknown'] : [200, undefined]
    const found = [status, JSON.parse(body).data.outcome]
    if (String(found) !== String(expected)) throw new Error(`Expected ${String(expected)}, and the answer is ${status} ${body}`)
  }
  if (!isTried()) throw new Error(`The processes were not both asked: ${arrived.join(', ')}`)
  console.log(`nginx/service.conf: valid, ${sent} PUT were sent once each`)
} finally {
  running.kill()
  dying.close()
  alive.close()
}

async function put() {
  const options = { method: 'PUT', rejectUnauthorized: false, headers: { 'content-type': 'application/json' }, agent: false }
  const asked = request(`https://127.0.0.1:${port}/ws/rest/com.example.contacts.Contact`, options)
  asked.end('{"data":{}}')
  const [reply] = await once(asked, 'response')
  return { status: reply.statusCode, body: (await reply.toArray()).join('') }
}

async function untilOpen() {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    if (Date.now() > deadline) throw new Error('nginx does not listen.')
  }
}

async function freePort() {
  const server = createSocketServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address()
  server.close()
  await once(server, 'close')
  return free
}
