// Makes dist/, the package as it is published: a file of ES2022 for each export, and the declarations. Run it with
// `npm run build`; `npm pack ./client/dist` makes the tarball. `node client/scripts/build.ts FOLDER` makes it in
// another folder, which it empties first.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const client = join(import.meta.dirname, '..')
const root = join(client, '..')
const dist = resolve(process.argv[2] ?? join(client, 'dist'))
/** What a page imports besides the client itself. */
const parts = ['actions', 'changes', 'comments', 'expression', 'query', 'undo']
const declarations = ['-p', join(client, 'tsconfig.build.json'), '--outDir', join(dist, 'types')]

rmSync(dist, { recursive: true, force: true })
execFileSync(join(root, 'node_modules/.bin/tsc'), declarations, { stdio: 'inherit' })
for (const path of globSync('types/**/*.d.ts', { cwd: dist })) nameDeclarations(join(dist, path))
for (const name of ['index', ...parts]) await bundle(name, `${name}.js`, false)
await bundle('index', 'index.min.js', true)
cpSync(join(client, 'README.md'), join(dist, 'README.md'))
cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(toPublished(), null, 2)}\n`)

/**
 * One file for each. Node prints the line of an error that nobody catches, so what it loads is not minified; pages
 * without a bundler load the minified file. The map has the sources for debuggers.
 */
async function bundle(name: string, to: string, minify: boolean): Promise<void> {
  const build = await rolldown({ input: join(client, `src/${name}.ts`), transform: { target: 'es2022' } })
  await build.write({ file: join(dist, to), format: 'es', minify, comments: false, sourcemap: true })
  await build.close()
}

/** Declarations import each other as published. */
function nameDeclarations(file: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replaceAll(/(from '\.[^']*|import\("\.[^"]*)\.ts(?=['"])/g, '$1.js'))
}

/** The package's own description, with the addresses of what was built. */
function toPublished(): object {
  const { exports: _, ...kept } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'))
  const at = (name: string) => ({ types: `./types/${name}.d.ts`, default: `./${name}.js` })
  const exports = {
    '.': at('index'),
    ...Object.fromEntries(parts.map((name) => [`./${name}`, at(name)])),
    './index.min.js': { types: './types/index.d.ts', default: './index.min.js' },
    './package.json': './package.json',
  }
  return { ...kept, types: exports['.'].types, exports }
}
