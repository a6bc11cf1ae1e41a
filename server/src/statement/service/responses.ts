import { requireValue } from '../../failure/invariant.ts'
import { type JsonMembers, trustedMembers } from '../../text/json.ts'
import { sql, type NamedSql, type Sql } from '../../sql/sql.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import { digestRights } from '../../permission/digestRights.ts'
import { inputTable } from '../record/input.ts'
import { authorizedRows } from '../authorization/authCheck.ts'
import type { StatementMaker } from '../Statement.ts'

/** The stored response to a write with an Idempotency-Key. */
export interface StoredResponse {
  /** The digest of the request, in hex. */
  readonly hash: string
  /** The digest of its caller's rights to read, in hex; undefined for responses that were stored without one. */
  readonly rights: string | undefined
  readonly version: number | undefined
  /** The content of `data`, as JSON without brackets. */
  readonly json: string
  readonly extraMembers: JsonMembers | undefined
  /** Whether it has expired, so that the key may be used again. */
  readonly expired: boolean
}

/** An Idempotency-Key, which belongs to its user. */
export interface ResponseKey {
  readonly authorization: Authorization
  readonly key: string
}

/** The stored responses for many keys; undefined if there is none. */
export function findResponseStatement(lifetime: number): StatementMaker<ResponseKey, StoredResponse | undefined> {
  return {
    name: 'answer.find',
    effect: 'read',
    shapeOf: () => [],
    authorizationOf: ({ authorization }) => authorization,
    toSql: (items, _, authCheck) => {
      const input = inputTable([
        { name: 'user_id', type: 'bigint', values: items.map(({ authorization }) => authorization.userId) },
        { name: 'key', type: 'text', values: items.map(({ key }) => key) },
      ])
      const rows = sql`select answers.user_id, answers.key, encode(answers.request_hash, 'hex'),
  encode(answers.rights, 'hex'), answers.version, answers.answer, answers.beside,
  answers.created_on < ${expiry(lifetime)}
from ${input}
join tabularium.answers on answers.user_id = input.user_id and answers.key = input.key`
      return sql`with ${authCheck} ${authorizedRows(rows, 8)}`
    },
    toResults: (items, rows) => {
      const found = new Map(rows.map(([userId, key, ...columns]) => [`${userId} ${key}`, toResponse(columns)]))
      return items.map(({ authorization, key }) => found.get(`${authorization.userId} ${key}`))
    },
  }
}

/** Stores the response of a write that needs several statements, in the same transaction. */
export function storeResponseStatement(
  { authorization, key }: ResponseKey,
  hash: string,
  response: { readonly version?: number; readonly data: string; readonly extraMembers?: JsonMembers },
): NamedSql {
  const { version = null, data, extraMembers = null } = response
  const rights = digestRights(authorization.credential) ?? null
  return sql`insert into tabularium.answers (user_id, key, request_hash, rights, version, answer, beside)
values (
  ${authorization.userId}::bigint, ${key}, decode(${hash}, 'hex'), decode(${rights}, 'hex'),
  ${version}::bigint, ${data}, ${extraMembers}::text
)`.named('answer.keep')
}

/**
 * Commits something if commits wait for a standby. When it returns, everything that was read before is on the standby
 * too. A stored response may not be there yet if the wait of its own commit was interrupted.
 */
export function awaitStandbyStatement(): NamedSql {
  return sql`select case
  when current_setting('synchronous_standby_names') <> ''
  then pg_logical_emit_message(true, 'tabularium', 'replay')
end`.named('answer.awaitStandby')
}

/** Deletes an expired response, so that its key can be used again. */
export function deleteResponseStatement({ authorization, key }: ResponseKey, lifetime: number): NamedSql {
  return sql`delete from tabularium.answers
where user_id = ${authorization.userId}::bigint and key = ${key} and created_on < ${expiry(lifetime)}`.named(
    'answer.forget',
  )
}

/** Deletes a batch of expired responses. */
export function sweepResponsesStatement(lifetime: number): NamedSql {
  return sql`with old as (
  select user_id, key
  from tabularium.answers
  where created_on < ${expiry(lifetime)}
  order by created_on
  limit 1000
  for update skip locked
)
delete from tabularium.answers using old
where answers.user_id = old.user_id and answers.key = old.key
returning 1`.named('answer.sweep')
}

/** Responses that were stored before this time have expired. */
function expiry(lifetime: number): Sql {
  return sql`now() - ${lifetime}::bigint * interval '1 millisecond'`
}

function toResponse([hash, rights, version, json, extraMembers, expired]: readonly (string | null)[]): StoredResponse {
  return {
    hash: requireValue(hash, 'The digest of a request'),
    rights: rights ?? undefined,
    version: version === null || version === undefined ? undefined : Number(version),
    json: requireValue(json, 'A stored response'),
    extraMembers: typeof extraMembers === 'string' ? trustedMembers(extraMembers) : undefined,
    expired: expired === 't',
  }
}
