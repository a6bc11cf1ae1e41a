/** The keys under which answers are kept. What a write makes stale is found by their beginnings. */
export const keys = {
  me: ['me'] as const,
  metadata: ['metadata'] as const,
  loginMethods: ['loginMethods'] as const,
  signIns: (user: string) => ['signIns', user] as const,
  tiedLogins: (user: number) => ['tiedLogins', user] as const,
  ownAddress: ['ownAddress'] as const,
  factors: ['factors'] as const,
  job: (id: number) => ['job', id] as const,
  webhook: (id: number, ...what: readonly string[]) => ['webhook', id, ...what] as const,
  records: ['records'] as const,
  model: (model: string) => ['records', model] as const,
  list: (model: string, parameters: string) => ['records', model, 'list', parameters] as const,
  total: (model: string, q: string, where: string) => ['records', model, 'total', q, where] as const,
  card: (model: string, id: number) => ['records', model, 'card', id] as const,
  count: (model: string, request: string) => ['records', model, 'count', request] as const,
  deleted: (model: string, offset: number) => ['records', model, 'deleted', offset] as const,
  past: (model: string, id: number) => ['records', model, 'past', id] as const,
  thread: (model: string, id: number) => ['records', model, 'thread', id] as const,
  found: (q: string) => ['records', 'found', q] as const,
  allPendingEdits: ['pendingEdits'] as const,
  pendingEdits: (model: string) => ['pendingEdits', model] as const,
  /** The steps back from the pending edits of a model. */
  editHistory: (model: string) => ['editHistory', model] as const,
  /** A page of a list, which changes under nobody's eyes but by its own steps. */
  page: (model: string, parameters: string) => ['records', model, 'page', parameters] as const,
  /** The same page as it is since the feed reported a change. */
  latest: (model: string, parameters: string, at: number) => ['latest', model, parameters, at] as const,
  feedState: (model: string) => ['feedState', model] as const,
  changes: ['changes'] as const,
  writes: (model: string, id: number) => ['records', model, 'writes', id] as const,
  newest: (of: string) => ['changes', 'newest', of] as const,
  accessChanges: (of: string) => ['changes', 'access', of] as const,
  looks: (user: string) => ['looks', user] as const,
  sets: (of: string) => ['changes', 'sets', of] as const,
  set: (id: number, offset: number) => ['changes', 'set', id, offset] as const,
  undo: (ids: string) => ['undo', ids] as const,
  isLive: ['live'] as const,
  beginning: ['live', 'beginning'] as const,
  /** Whether the service has ended the stream by itself, and whether it can be reached. */
  isClosed: ['closed'] as const,
  isAway: ['away'] as const,
  session: ['session'] as const,
  version: ['version'] as const,
  explanations: ['explanation'] as const,
  explanation: (model: string, id: number | undefined, action: string, user = '') =>
    ['explanation', model, id, action, user] as const,
  may: (user: string) => ['explanation', 'may', user] as const,
  all: (model: string, fields: string) => ['records', model, 'all', fields] as const,
  opened: (model: string, id: number) => ['records', model, 'opened', id] as const,
  staleDraft: (model: string, id: number, version: number, data: string) =>
    ['records', model, 'staleDraft', id, version, data] as const,
  wouldBe: (model: string, id: number | undefined, data: string) => ['wouldBe', model, id, data] as const,
  /** What one begins with. It is read again with every change of one's favourites. */
  home: ['records', 'tabularium.Favorite', 'home'] as const,
}

/** What is said with an answer: the models whose records it lists and counts besides its own. */
export interface AnswerMeta extends Record<string, unknown> {
  readonly lists: readonly string[]
}

/** Whether an answer shows records of a model: in itself, or in a list of its form. */
export function isOf(model: string) {
  return ({ queryKey, meta }: { readonly queryKey: readonly unknown[]; readonly meta: unknown }): boolean =>
    (queryKey[0] === keys.records[0] && queryKey[1] === model) || listsOf(meta).includes(model)
}

/** The models whose changes are followed while an answer is on the screen. */
export function followedBy({ queryKey, meta }: { readonly queryKey: readonly unknown[]; readonly meta: unknown }) {
  const [first, model] = queryKey
  if (first === keys.changes[0]) return listsOf(meta)
  return first === keys.records[0] && typeof model === 'string' ? [model] : []
}

function listsOf(meta: unknown): readonly string[] {
  return (meta as AnswerMeta | undefined)?.lists ?? []
}

/** Whether an answer is a page of a list. */
export function isPage({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return queryKey[2] === keys.page('', '')[2]
}
