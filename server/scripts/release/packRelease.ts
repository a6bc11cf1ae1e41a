// Packs the version that the packages have now, with SBOMs, into release/VERSION: `npm run --silent release:pack`. It
// prints the commands that publish the packages, for a workflow to run, and nothing else to standard output.
import { join } from 'node:path'
import { describePackages, pack } from './pack.ts'
import { toPublishCommands } from './toPublishCommands.ts'
import { publishedWorkspaces } from './workspaces.ts'

const root = join(import.meta.dirname, '../../..')
const versions = new Set(publishedWorkspaces(root).map(({ version }) => version))
const [version] = versions
if (versions.size !== 1 || version === undefined)
  throw new Error(`The packages have different versions: ${[...versions].join(', ')}.`)
const target = join(root, 'release', version)
const files = pack(root, target)
describePackages(root, target, version)
console.log(toPublishCommands(version, files).join('\n'))
