import type { CallOptions } from './connection.ts'
import type { Client } from './createClient.ts'
import type { ModelName } from './types/Schema.ts'
import type { Author } from './types/Shown.ts'

/** A comment on a record. */
export interface Comment {
  readonly id: number
  readonly version: number
  /** Markdown. */
  readonly body: string
  /** The field that it is about; null: the whole record. */
  readonly about: string | null
  /** The users whom it mentions, by the names that they had then; null if nobody looked for any. */
  readonly mentions: readonly Author[] | null
  readonly createdOn: string
  readonly createdBy: Author | null
  readonly updatedOn: string
}

/** What is written of a comment. `@username` in its body mentions a user who may read the record. */
export interface NewComment {
  readonly body: string
  readonly about?: string | null
}

/** How to write a comment. */
export interface CommentOptions extends CallOptions {
  /** Writes nothing, and tells what would happen. */
  readonly dryRun?: boolean
  /** Makes the write safe to repeat; the client makes one if it is absent. */
  readonly idempotencyKey?: string
}

/** A page of comments. */
export interface Comments {
  /** The newest first. */
  readonly comments: Comment[]
  readonly total: number
  /** Where the next page begins, for `after`; absent on the last one. */
  readonly next?: string
}

interface Named {
  readonly id: number
}
interface Versioned extends Named {
  readonly version: number
}

/** Lists the comments on a record, the newest first. */
export async function listComments<Models>(
  client: Client<Models>,
  model: ModelName<Models>,
  record: number | Named,
  { signal, ...query }: CallOptions & { readonly limit?: number; readonly after?: string } = {},
): Promise<Comments> {
  const { data: comments, total, next } = await client.request('GET', pathOf(model, record), { query, signal })
  return { comments, total, ...(next === undefined ? {} : { next }) } as never
}

/** Comments on a record. The record gets no new version. */
export async function createComment<Models>(
  client: Client<Models>,
  model: ModelName<Models>,
  record: number | Named,
  comment: NewComment,
  options: CommentOptions = {},
): Promise<Comment> {
  return write(client, 'PUT', pathOf(model, record), options, { data: comment })
}

/** Changes a comment of one's own. If it was changed meanwhile, it throws a conflict. */
export async function updateComment<Models>(
  client: Client<Models>,
  model: ModelName<Models>,
  record: number | Named,
  { id, version }: Versioned,
  change: Partial<NewComment>,
  options: CommentOptions = {},
): Promise<Comment> {
  return write(client, 'POST', `${pathOf(model, record)}/${id}`, options, { data: { ...change, version } })
}

/** Deletes a comment of one's own; those who may delete the record delete all of them. */
export async function deleteComment<Models>(
  client: Client<Models>,
  model: ModelName<Models>,
  record: number | Named,
  { id, version }: Versioned,
  options: CommentOptions = {},
): Promise<void> {
  await write(client, 'DELETE', `${pathOf(model, record)}/${id}`, options, undefined, { version })
}

function pathOf(model: string, record: number | Named): string {
  return `/ws/rest/${model}/${typeof record === 'number' ? record : record.id}/comments`
}

async function write<Models>(
  client: Client<Models>,
  method: string,
  path: string,
  { signal, dryRun, idempotencyKey = crypto.randomUUID() }: CommentOptions,
  body?: object,
  query: object = {},
): Promise<Comment> {
  const sent = { query: { ...query, dryRun }, idempotencyKey, signal, ...(body === undefined ? {} : { body }) }
  const { data } = await client.request(method, path, sent)
  return data[0] as never
}
