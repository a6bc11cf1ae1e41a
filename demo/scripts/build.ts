// Makes dist/, the package as it is published: plain JavaScript, since Node does not strip types inside node_modules.
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

const demo = join(import.meta.dirname, '..')
const dist = join(demo, 'dist')

rmSync(dist, { recursive: true, force: true })
for (const folder of ['bin', 'src']) {
  mkdirSync(join(dist, folder), { recursive: true })
  for (const file of readdirSync(join(demo, folder)).filter((name) => !name.endsWith('.test.ts'))) copy(folder, file)
}
copyExamples()
chmodSync(join(dist, 'bin/tabularium-demo.js'), 0o755)
cpSync(join(demo, 'README.md'), join(dist, 'README.md'))
cpSync(join(demo, '../LICENSE'), join(dist, 'LICENSE'))
const manifest = readFileSync(join(demo, 'package.json'), 'utf8')
writeFileSync(join(dist, 'package.json'), manifest.replaceAll('.ts"', '.js"'))

/** The models run inside node_modules, so that they lose their types as well. */
function copyExamples(): void {
  const examples = join(demo, '../examples')
  const isModel = (path: string) => /^(?:contacts|orders)\/.*\.ts$/.test(path)
  for (const file of readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter(isModel)) {
    const target = join(dist, 'examples', file.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    const source = stripTypeScriptTypes(readFileSync(join(examples, file), 'utf8'))
    writeFileSync(target, source.replaceAll(/from '(\.[^']*)\.ts'/g, "from '$1.js'"))
  }
}

function copy(folder: string, file: string): void {
  const text = readFileSync(join(demo, folder, file), 'utf8')
  const source = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text
  writeFileSync(join(dist, folder, file.replace(/\.ts$/, '.js')), source.replaceAll(/'(\.[^']*)\.ts'/g, "'$1.js'"))
}
