import { sql, type Sql } from '../sql/sql.ts'
import { inputTable } from './input.ts'
import type { StatementMaker } from './Statement.ts'

/** The answer that was given to a write with a key. */
export interface KeptAnswer {
  /** The digest of the request, in hex. */
  readonly hash: string
  readonly version: number | undefined
  /** What stood in `data`, as JSON without brackets. */
  readonly json: string
  readonly beside: string | undefined
  /** Its time is over: the key may be used anew. */
  readonly expired: boolean
}

/** A key belongs to its user. */
export interface AnswerKey {
  readonly userId: number
  readonly key: string
}

/** The kept answers of many keys; undefined where there is none. */
export function answerStatement(lifetime: number): StatementMaker<AnswerKey, KeptAnswer | undefined> {
  return {
    effect: 'read',
    keyOf: () => 'answer',
    toSql: (items) => {
      const input = inputTable([
        { name: 'user_id', type: 'bigint', values: items.map(({ userId }) => userId) },
        { name: 'key', type: 'text', values: items.map(({ key }) => key) },
      ])
      return sql`select answers.user_id, answers.key, encode(answers.request_hash, 'hex'), answers.version, answers.answer, answers.beside, answers.created_on < now() - ${lifetime}::bigint * interval '1 millisecond'
from ${input} join tabularium.answers on answers.user_id = input.user_id and answers.key = input.key`
    },
    toResults: (items, rows) => {
      const found = new Map(rows.map(([userId, key, ...columns]) => [`${userId} ${key}`, toAnswer(columns)]))
      return items.map(({ userId, key }) => found.get(`${userId} ${key}`))
    },
  }
}

/** Keeps the answer of a write that took a transaction of several statements, in that transaction. */
export function keepAnswerStatement(
  { userId, key }: AnswerKey,
  hash: string,
  answer: { readonly version?: number; readonly data: string; readonly beside?: string },
): Sql {
  return sql`insert into tabularium.answers (user_id, key, request_hash, version, answer, beside)
values (${userId}::bigint, ${key}, decode(${hash}, 'hex'), ${answer.version ?? null}::bigint, ${answer.data}, ${answer.beside ?? null}::text)`
}

/** Forgets an answer whose time is over, so that its key can be used again. */
export function forgetAnswerStatement({ userId, key }: AnswerKey, lifetime: number): Sql {
  return sql`delete from tabularium.answers where user_id = ${userId}::bigint and key = ${key} and created_on < now() - ${lifetime}::bigint * interval '1 millisecond'`
}

/** Forgets a lot of answers whose time is over. */
export function sweepAnswersStatement(lifetime: number): Sql {
  return sql`with old as (
  select user_id, key from tabularium.answers where created_on < now() - ${lifetime}::bigint * interval '1 millisecond'
  order by created_on limit 1000 for update skip locked
)
delete from tabularium.answers using old where answers.user_id = old.user_id and answers.key = old.key returning 1`
}

function toAnswer([hash, version, json, beside, expired]: readonly (string | null)[]): KeptAnswer {
  return {
    hash: hash ?? '',
    version: version === null || version === undefined ? undefined : Number(version),
    json: json ?? '',
    beside: beside ?? undefined,
    expired: expired === 't',
  }
}
