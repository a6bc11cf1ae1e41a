// Checks the Kubernetes manifests against the schemas of their API versions, and what must agree between them.
// deploy/check.sh installs the packages and runs it.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [packages, folder] = process.argv.slice(2)
const require = createRequire(join(packages, 'index.js'))
const { parseAllDocuments } = require('yaml')

const objects = globSync('*.yaml', { cwd: folder })
  .sort()
  .flatMap((file) => parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => document.toJS()))
const known = objects.filter(({ apiVersion }) => !apiVersion.startsWith('kustomize'))

for (const object of known) {
  const { apiVersion, kind, metadata } = object
  const source = apiVersion.startsWith('postgresql.cnpg.io/') ? '@kubernetes-models/cloudnative-pg' : 'kubernetes-models'
  const file = join(packages, 'node_modules', source, apiVersion, 'index.js')
  const { [kind]: Model } = await import(pathToFileURL(file).href)
  new Model(object).validate()
  console.log(`${apiVersion} ${kind} ${metadata.name}: valid`)
}

const of = (kind) => known.find((object) => object.kind === kind)
const { spec } = of('Deployment')
const labels = spec.template.metadata.labels
assert.deepEqual(spec.selector.matchLabels, labels)
assert.deepEqual(of('Service').spec.selector, labels)
assert.deepEqual(of('PodDisruptionBudget').spec.selector.matchLabels, labels)
assert.ok(of('PodDisruptionBudget').spec.minAvailable < spec.replicas)
const [service, migration] = [spec.template.spec.containers[0], of('Job').spec.template.spec.containers[0]]
assert.equal(migration.image, service.image)
assert.deepEqual(
  migration.env.find(({ name }) => name === 'DATABASE_URL'),
  service.env.find(({ name }) => name === 'DATABASE_URL'),
)
assert.equal(service.env[0].valueFrom.secretKeyRef.name, `${of('Cluster').metadata.name}-app`)
console.log(`${known.length} objects agree.`)
