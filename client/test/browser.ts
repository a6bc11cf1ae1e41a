import { accessSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Starts the Chromium of the machine, without a window. */
export function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? places.find(exists)
  if (executablePath === undefined)
    throw new Error('There is no Chromium: install it (apt-get install chromium), or name its program in CHROMIUM.')
  // Root has no sandbox, and in a container the shared memory is small.
  const flags = ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  return chromium.launch({ executablePath, args: flags })
}

function exists(path: string): boolean {
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
}
