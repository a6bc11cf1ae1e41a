import { modelsTakes, parseActions, parseModelFields, parseModels } from '../call/meta.ts'
import { openApiTakes, parseOpenApi } from '../call/openapi.ts'
import type { CallerAuthorization } from './answer.ts'
import { orNobody, own } from './operation.ts'
import type { Reader } from './inReadersLanguage.ts'
import { listActions } from './describeActions.ts'
import { describeFields, describeModels } from './describeModels.ts'

/** All that there is to plan: what is described follows from the rights of the caller. */
function toReader({ rights, language }: CallerAuthorization): Reader {
  return { rights, language }
}

/** The operations that describe the models, the actions and the API to a caller. */
export const metadataOperations = {
  models: orNobody(
    own({
      route: 'GET /ws/meta/models',
      conditional: true,
      takes: modelsTakes,
      parse: parseModels,
      plan: ({ language }, authorization) => ({ ...toReader(authorization), ...(language ? { language } : {}) }),
      execute: (reader, services, { detail }) => describeModels(detail, reader, services),
      describe: (of) => of.models,
    }),
  ),
  fields: own({
    route: 'GET /ws/meta/fields/:model',
    parse: parseModelFields,
    plan: (_, authorization) => toReader(authorization),
    execute: (reader, _, { model }) => describeFields(model, reader),
    describe: (of) => of.fields,
  }),
  actions: own({
    route: 'GET /ws/meta/actions',
    parse: parseActions,
    plan: (_, authorization) => toReader(authorization),
    execute: (reader, { logic }) => listActions(logic, reader),
    describe: (of) => of.actions,
  }),
  openapi: own({
    route: 'GET /ws/openapi.json',
    conditional: true,
    takes: openApiTakes,
    parse: parseOpenApi,
    plan: (_, authorization) => toReader(authorization),
    execute: ({ rights }, { documents }, { models }) => documents.get(rights, models),
    describe: (of) => of.openapi,
  }),
}
