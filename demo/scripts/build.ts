// Makes dist/, the package as it is published: plain JavaScript, since Node does not strip types inside node_modules.
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

const demo = join(import.meta.dirname, '..')
const dist = join(demo, 'dist')

rmSync(dist, { recursive: true, force: true })
for (const folder of ['bin', 'src']) {
  mkdirSync(join(dist, folder), { recursive: true })
  for (const file of readdirSync(join(demo, folder)).filter((name) => !name.endsWith('.test.ts'))) copy(folder, file)
}
chmodSync(join(dist, 'bin/tabularium-demo.js'), 0o755)
cpSync(join(demo, 'README.md'), join(dist, 'README.md'))
cpSync(join(demo, '../LICENSE'), join(dist, 'LICENSE'))
const manifest = readFileSync(join(demo, 'package.json'), 'utf8')
writeFileSync(join(dist, 'package.json'), manifest.replaceAll('.ts"', '.js"'))

function copy(folder: string, file: string): void {
  const text = readFileSync(join(demo, folder, file), 'utf8')
  const source = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text
  writeFileSync(join(dist, folder, file.replace(/\.ts$/, '.js')), source.replaceAll(/'(\.[^']*)\.ts'/g, "'$1.js'"))
}
