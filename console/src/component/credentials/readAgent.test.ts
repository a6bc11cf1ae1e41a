import { expect, test } from 'vitest'
import { readAgent } from './readAgent.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const chrome = `${webkit} Chrome/156.0.0.0 Safari/537.36`

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/156.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome}`, 'Chrome on Android'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} Version/18.5 Safari/604.1`, 'Safari on iOS'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.5 Safari/605.1.15`, 'Safari on macOS'],
  ['curl/8.14.1', undefined],
  ['', undefined],
])('%s', (agent, expected) => {
  const read = readAgent(agent)
  expect(read && `${read.browser} on ${read.system}`).toBe(expected)
})
