import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Gauge } from './Bar.ts'

const lock = join(import.meta.dirname, '../../package-lock.json')

interface Lock {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>
}

/** The packages that are part of the built console, by the licenses that the build gathers. */
export const packages: Gauge = {
  name: 'packages',
  bars: [
    { name: 'run-time packages', unit: '', must: 20, reach: 19 },
    { name: 'run-time packages with install scripts', unit: '', must: 0, reach: 0 },
  ],
  measure: async ({ dist }) => {
    const licenses = await readFile(join(dist, 'licenses.txt'), 'utf8')
    const names = [...licenses.matchAll(/^## (\S+) - /gm)].map(([, name = '']) => name)
    const { packages: locked } = JSON.parse(await readFile(lock, 'utf8')) as Lock
    const scripted = names.filter((name) =>
      Object.entries(locked).some(
        ([path, { hasInstallScript }]) => path.endsWith(`node_modules/${name}`) && hasInstallScript,
      ),
    )
    return [names.length, scripted.length]
  },
}
