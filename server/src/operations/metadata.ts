import { modelsTakes, parseActions, parseModelFields, parseModels } from '../call/meta.ts'
import { openApiTakes, parseOpenApi } from '../call/openapi.ts'
import type { CallerAuthorization } from './answer.ts'
import { own } from './operation.ts'
import { describeActions } from './describeActions.ts'
import { describeFields, describeModels } from './describeModels.ts'

/** All that there is to plan: what is described follows from the rights of the caller. */
function toRights(_: object, { rights }: CallerAuthorization) {
  return rights
}

/** The operations that describe the models, the actions and the API to a caller. */
export const metadataOperations = {
  models: own({
    route: 'GET /ws/meta/models',
    conditional: true,
    takes: modelsTakes,
    parse: parseModels,
    plan: toRights,
    execute: (rights, { declaredRoles }, { detail }) => describeModels(detail, rights, declaredRoles),
    describe: (of) => of.models,
  }),
  fields: own({
    route: 'GET /ws/meta/fields/:model',
    parse: parseModelFields,
    plan: toRights,
    execute: (rights, _, { model }) => describeFields(model, rights),
    describe: (of) => of.fields,
  }),
  actions: own({
    route: 'GET /ws/meta/actions',
    parse: parseActions,
    plan: toRights,
    execute: (rights, { logic }) => describeActions(logic, rights),
    describe: (of) => of.actions,
  }),
  openapi: own({
    route: 'GET /ws/openapi.json',
    conditional: true,
    takes: openApiTakes,
    parse: parseOpenApi,
    plan: toRights,
    execute: (rights, { documents }, { models }) => documents.get(rights, models),
    describe: (of) => of.openapi,
  }),
}
