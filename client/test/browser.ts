import { accessSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The shell is the same browser without what draws its window, and takes two thirds of the time. */
const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Starts the Chromium of the machine, without a window. */
export function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? programs.map((name) => `/usr/bin/${name}`).find(exists)
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
