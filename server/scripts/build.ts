// Makes dist/, the package as it is published: plain JavaScript with types, since Node does not strip types inside
// node_modules. Run it with `npm run build`; `npm pack ./server/dist` makes the tarball.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

const server = join(import.meta.dirname, '..')
const root = join(server, '..')
const dist = join(server, 'dist')

rmSync(dist, { recursive: true, force: true })
execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(server, 'tsconfig.build.json')], { stdio: 'inherit' })
cpSync(join(server, 'src/schema/service'), join(dist, 'src/schema/service'), { recursive: true, filter: isNoSource })
cpSync(join(server, 'src/session/commonPasswords.txt'), join(dist, 'src/session/commonPasswords.txt'))
copyExamples()
for (const page of ['README.md', 'LICENSE', 'CHANGELOG.md']) cpSync(join(root, page), join(dist, page))
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(toPublished(), null, 2)}\n`)

/** The demo's models run inside node_modules, so that they lose their types as well. */
function copyExamples(): void {
  const examples = join(root, 'examples')
  for (const file of readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  )) {
    const target = join(dist, 'examples', file.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    const source = stripTypeScriptTypes(readFileSync(join(examples, file), 'utf8'))
    writeFileSync(target, source.replaceAll(/from '(\.[^']*)\.ts'/g, "from '$1.js'"))
  }
}

function isNoSource(path: string): boolean {
  return !path.endsWith('.ts')
}

/** The package's own description, with the addresses of what was built. */
function toPublished(): object {
  const { exports: _, bin: __, ...kept } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'))
  return {
    ...kept,
    bin: { tabularium: './src/main.js' },
    exports: { '.': { types: './src/index.d.ts', default: './src/index.js' } },
  }
}
