import { describe, expect, it } from 'vitest'
import * as actions from '../../../client/src/actions.ts'
import * as changes from '../../../client/src/changes.ts'
import { createClient } from '../../../client/src/createClient.ts'
import { ModelRecords } from '../../../client/src/ModelRecords.ts'
import * as ofComments from '../../../client/src/comments.ts'
import * as undo from '../../../client/src/undo.ts'
import { comments, model } from '../../src/index.ts'
import { noLogic } from '../../src/logic/Logic.ts'
import { withBuiltIn } from '../../src/model/builtIn/builtInModels.ts'
import { toModel } from '../../src/model/toModel.ts'
import { Document } from '../../src/openapi/Document.ts'
import { operations } from '../../src/operations/table.ts'
import { toRoutes } from '../../src/http/routes.ts'
import { Rights } from '../../src/permission/Rights.ts'
import { examples } from '../harness/operationExamples.ts'

/** A model that has all operations. */
const whole = toModel(model({ name: 'org.example.Box', title: 'id', archive: true, fields: { comments: comments() } }))

/** All functions of the client, by the names that the examples use. */
function methodsOfClient(): Set<string> {
  const ofRecords = Object.getOwnPropertyNames(ModelRecords.prototype).map((name) => `records.${name}`)
  const functions = Object.keys({ ...actions, ...changes, ...ofComments, ...undo })
  return new Set([...Object.keys(createClient({ url: 'http://localhost' })), ...ofRecords, ...functions])
}

describe('every operation', () => {
  it('has a method of the client, or a reason why not', () => {
    const methods = methodsOfClient()
    const named = Object.values(examples).flatMap(({ client }) => ('is' in client ? [client.is] : []))
    expect(named.filter((name) => !methods.has(name))).toEqual([])
    expect(named.length).toBeGreaterThan(25)
  })

  it('says the same of its body in its row and in the document', () => {
    const options = {
      version: '0',
      cookie: 'session',
      isSecure: false,
      limits: { maxLimit: 1, maxBulk: 1 },
      operations,
    }
    const { text } = new Document(new Rights('', [], true, withBuiltIn([whole])), {
      ...options,
      logic: noLogic,
    }).toText()
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { requestBody?: object }>> }
    for (const { method, path, operation } of toRoutes(operations)) {
      if (operation.about === 'actions' || operation.about === 'scim') continue
      const template = path.replace('/rest/:model', `/rest/${whole.name}`).replaceAll(/:(\w+)/g, '{$1}')
      const described = paths[template]?.[method.toLowerCase()]
      expect(described, template).toBeDefined()
      expect(described?.requestBody === undefined, `${method} ${path}`).toBe(operation.body === 'none')
    }
  })

  it('that may be seen as another user, or answered by a standby, changes nothing', () => {
    const wrong = operations.filter(({ writes, seeable, standby }) => writes && (seeable || standby))
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})
