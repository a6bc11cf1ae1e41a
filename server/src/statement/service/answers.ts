import { requireValue } from '../../invariant.ts'
import { sql, type NamedSql, type Sql } from '../../sql/sql.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import { digestRights } from '../../permission/digestRights.ts'
import { inputTable } from '../part/input.ts'
import { authorizedRows } from '../part/authCheck.ts'
import type { StatementMaker } from '../part/Statement.ts'

/** The answer that was given to a write with a key. */
export interface StoredResponse {
  /** The digest of the request, in hex. */
  readonly hash: string
  /** The digest of what its caller could read, in hex; undefined for answers that were kept without one. */
  readonly rights: string | undefined
  readonly version: number | undefined
  /** What stood in `data`, as JSON without brackets. */
  readonly json: string
  readonly extraMembers: string | undefined
  /** Its time is over: the key may be used anew. */
  readonly expired: boolean
}

/** A key belongs to its user. */
export interface AnswerKey {
  readonly authorization: Authorization
  readonly key: string
}

/** The kept answers of many keys; undefined where there is none. */
export function answerStatement(lifetime: number): StatementMaker<AnswerKey, StoredResponse | undefined> {
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
      const found = new Map(rows.map(([userId, key, ...columns]) => [`${userId} ${key}`, toAnswer(columns)]))
      return items.map(({ authorization, key }) => found.get(`${authorization.userId} ${key}`))
    },
  }
}

/** Keeps the answer of a write that took a transaction of several statements, in that transaction. */
export function keepAnswerStatement(
  { authorization, key }: AnswerKey,
  hash: string,
  answer: { readonly version?: number; readonly data: string; readonly extraMembers?: string },
): NamedSql {
  const { version = null, data, extraMembers = null } = answer
  return sql`insert into tabularium.answers (user_id, key, request_hash, rights, version, answer, beside)
values (${authorization.userId}::bigint, ${key}, decode(${hash}, 'hex'), decode(${digestRights(authorization.credential) ?? null}, 'hex'),
  ${version}::bigint, ${data}, ${extraMembers}::text)`.named('answer.keep')
}

/**
 * Commits something, where commits wait for a standby: when it is done, everything that was seen before is on the
 * standby too. An answer that was found may be there without that, when the wait of its own commit was ended.
 */
export function awaitStandbyStatement(): NamedSql {
  return sql`select case
  when current_setting('synchronous_standby_names') <> ''
  then pg_logical_emit_message(true, 'tabularium', 'replay')
end`.named('answer.awaitStandby')
}

/** Forgets an answer whose time is over, so that its key can be used again. */
export function forgetAnswerStatement({ authorization, key }: AnswerKey, lifetime: number): NamedSql {
  return sql`delete from tabularium.answers
where user_id = ${authorization.userId}::bigint and key = ${key} and created_on < ${expiry(lifetime)}`.named(
    'answer.forget',
  )
}

/** Forgets a lot of answers whose time is over. */
export function sweepAnswersStatement(lifetime: number): NamedSql {
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

/** What was kept before this moment is over. */
function expiry(lifetime: number): Sql {
  return sql`now() - ${lifetime}::bigint * interval '1 millisecond'`
}

function toAnswer([hash, rights, version, json, extraMembers, expired]: readonly (string | null)[]): StoredResponse {
  return {
    hash: requireValue(hash, 'The digest of a request'),
    rights: rights ?? undefined,
    version: version === null || version === undefined ? undefined : Number(version),
    json: requireValue(json, 'A kept answer'),
    extraMembers: extraMembers ?? undefined,
    expired: expired === 't',
  }
}
