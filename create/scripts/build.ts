// Makes dist/, the package as it is published: the command, its page and the license.
import { chmodSync, cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const create = join(import.meta.dirname, '..')
const dist = join(create, 'dist')

rmSync(dist, { recursive: true, force: true })
for (const file of ['package.json', 'README.md', 'index.js']) cpSync(join(create, file), join(dist, file))
cpSync(join(create, '../LICENSE'), join(dist, 'LICENSE'))
chmodSync(join(dist, 'index.js'), 0o755)
