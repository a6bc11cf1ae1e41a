import { changeMeTakes, confirmTakes, endSessionsTakes, passwordTakes } from '../call/account.ts'
import { aggregateTakes } from '../call/aggregate.ts'
import { bulkTakes } from '../call/bulk.ts'
import { changeSetTakes } from '../call/changeSets.ts'
import { confirmTotpTakes, emptyTakes, loginFactorTakes } from '../call/factors.ts'
import { loginTakes } from '../call/login.ts'
import { changeEmailTakes, forgottenTakes, inviteTakes, setPasswordTakes, verifyEmailTakes } from '../call/mailLinks.ts'
import type { DocumentLimits } from '../call/parameter/Kind.ts'
import type { Takes } from '../call/parameter/takes.ts'
import { archiveManyTakes, archiveTakes } from '../call/archive.ts'
import { rotateKeyTakes } from '../call/rotateKey.ts'
import { restoreTakes } from '../call/restore.ts'
import { searchTakes } from '../call/search.ts'
import { undoTakes } from '../call/undo.ts'
import { discardTakes, resendTakes, testWebhookTakes } from '../call/webhooks.ts'
import type { Schema } from '../model/field/Schema.ts'
import { periods } from '../model/aggregates.ts'
import { jsonBody } from './OperationObject.ts'
import { bodySchema, memberSchemas } from './parameters.ts'
import { closedObject, listOf, schemaRef, shownObject } from './refs.ts'
import { count, text, whole } from './values.ts'

/** What operations take whose bodies are the same for all models. */
const taken = {
  Search: searchTakes,
  Aggregate: aggregateTakes,
  Restore: restoreTakes,
  Archive: archiveTakes,
  ArchiveMany: archiveManyTakes,
  Undo: undoTakes,
  DeleteMany: bulkTakes.deleteMany,
  Login: loginTakes,
  Password: passwordTakes,
  Confirm: confirmTakes,
  LoginFactor: loginFactorTakes,
  ConfirmTotp: confirmTotpTakes,
  Empty: emptyTakes,
  ChangeMe: changeMeTakes,
  EndSessions: endSessionsTakes,
  RotateKey: rotateKeyTakes,
  Forgotten: forgottenTakes,
  SetPassword: setPasswordTakes,
  Invitation: inviteTakes,
  ChangeEmail: changeEmailTakes,
  VerifyEmail: verifyEmailTakes,
  UndoChangeSet: changeSetTakes.undoChangeSet,
  Resend: resendTakes,
  Discard: discardTakes,
  TestWebhook: testWebhookTakes,
} satisfies Readonly<Record<string, Takes>>

/** The bodies of requests that are the same for all models, by name. */
export const sharedBodies: Readonly<Record<string, object>> = Object.fromEntries(
  Object.keys(taken).map((name) => [name, jsonBody(schemaRef(name))]),
)

/** The schemas of requests that are the same for all models. */
export function requestSchemas(limits: DocumentLimits): Record<string, Schema> {
  const records = listOf(schemaRef('SentIdentity'), { minItems: 1, maxItems: limits.maxBulk })
  const { values: _, ...matching } = memberSchemas(bulkTakes.updateMatching, limits)
  return {
    ...Object.fromEntries(Object.entries(taken).map(([name, takes]) => [name, bodySchema(takes, limits, { records })])),
    GroupBy: closedObject(
      {
        fieldName: text,
        by: { type: 'string', enum: [...periods, 'each'], description: 'A period of dates; `each` of several values.' },
        timeZone: { ...text, description: 'Such as `Europe/Paris`; UTC if absent.' },
      },
      ['fieldName'],
    ),
    UpdateMatching: shownObject(matching, ['data', 'maxAffected']),
    SentIdentity: closedObject({ id: { ...whole, minimum: 1 }, version: count }, ['id', 'version']),
  }
}
