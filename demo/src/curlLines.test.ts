import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { toCurlLines } from './curlLines.ts'

const address = {
  url: 'http://127.0.0.1:8080',
  username: 'admin',
  password: 'it\'s $HOME `id` \\ "quoted" !1',
  jar: "/tmp/a folder's/cookies",
  record: { id: 7, version: 3 },
}

test('the shell takes every part to the letter', async () => {
  const [login] = toCurlLines(address)
  const script = `curl() { printf '%s\\n' "$@"; }\n${login?.line}`
  const { stdout } = await promisify(execFile)('bash', ['-c', script])
  expect(stdout.split('\n')).toEqual([
    '-sS',
    '-w',
    '\\nHTTP %{http_code}\\n',
    '-c',
    address.jar,
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify({ username: 'admin', password: address.password }),
    'http://127.0.0.1:8080/callback',
    '',
  ])
})

test('there are five lines, and the last one repeats the update of the record at its version', () => {
  const lines = toCurlLines(address).map(({ line }) => line)
  expect(lines).toHaveLength(5)
  expect(lines[4]).toBe(lines[3])
  expect(lines[3]).toContain('"version":3')
  expect(lines[3]).toContain('/ws/rest/com.example.contacts.Contact/7')
})
