import { recordSchema } from '../../model/names.ts'

/** A node of a plan as EXPLAIN (FORMAT JSON, VERBOSE) shows it; only what is looked at. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Plan Rows': number
  readonly 'Parent Relationship'?: string
  readonly Schema?: string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

/**
 * What makes a search slower the more records there are. `scan`: it reads a whole table. `walk`: it reads a table in the order of
 * the sort until a page is full, which may take all of it. `sift`: it reads many records by an index to keep few of them. `sort`:
 * it sorts all that it finds, for one page.
 */
export interface PlanProblem {
  readonly kind: 'scan' | 'walk' | 'sift' | 'sort'
  readonly table: string
}

export interface TableSizes {
  /** About how many rows each record table has. */
  readonly rows: ReadonlyMap<string, number>
  /** Tables of fewer rows may be read whole. */
  readonly threshold: number
}

/** A page has about so many records. */
const page = 40

/** Nodes that take in everything below them before they give out their first row. */
const gathering = ['Sort', 'Hash', 'Aggregate', 'Materialize', 'Memoize', 'Gather', 'Gather Merge', 'SetOp']

/** What is wrong with a plan, each table and kind once. */
export function findPlanProblems(root: PlanNode, sizes: TableSizes): PlanProblem[] {
  const found = new Map(look(root, false, sizes).map((problem) => [`${problem.kind} ${problem.table}`, problem]))
  // Who reads a table whole anyway needs not be told that a page may take all of it.
  return [...found.values()].filter(({ kind, table }) => kind !== 'walk' || !found.has(`scan ${table}`))
}

/** `limited`: whoever is above stops asking when a page is full. */
function look(node: PlanNode, limited: boolean, sizes: TableSizes): PlanProblem[] {
  const below = (node.Plans ?? []).flatMap((child) => look(child, isLimited(node, child, limited), sizes))
  const own = findReading(node, limited, sizes)
  const sorted = node['Node Type'] === 'Sort' && node['Plan Rows'] > sizes.threshold ? findTable(node) : undefined
  return [
    ...(own && node['Relation Name'] !== undefined ? [{ kind: own, table: node['Relation Name'] }] : []),
    ...(sorted === undefined ? [] : [{ kind: 'sort' as const, table: sorted }]),
    ...below,
  ]
}

function isLimited(node: PlanNode, child: PlanNode, limited: boolean): boolean {
  const relationship = child['Parent Relationship'] ?? ''
  if (relationship === 'InitPlan' || relationship === 'SubPlan') return false
  if (node['Node Type'] === 'Limit') return true
  if (node['Node Type'] === 'Nested Loop' && relationship === 'Inner') return false
  return limited && !gathering.includes(node['Node Type'])
}

function findReading(node: PlanNode, limited: boolean, sizes: TableSizes): PlanProblem['kind'] | undefined {
  const rows = sizeOf(node, sizes)
  if (rows <= sizes.threshold) return undefined
  if (node['Node Type'] === 'Seq Scan') return 'scan'
  if (node['Node Type'] === 'Bitmap Heap Scan') return isSifting(node, sizes) ? 'sift' : undefined
  if (!/^Index (Only )?Scan$/.test(node['Node Type']) || node['Index Cond'] !== undefined) return undefined
  if (!limited) return 'scan'
  return isLongWalk(node, rows, sizes) ? 'walk' : undefined
}

/** Whether most of what the index finds does not pass the filter. */
function isSifting({ Filter: filter, Plans: [index] = [], 'Plan Rows': kept }: PlanNode, sizes: TableSizes): boolean {
  const read = index?.['Plan Rows'] ?? 0
  return filter !== undefined && read > sizes.threshold && kept * 10 < read
}

/** How many rows are passed over until a page is full. What matches a pattern is only guessed, and may be none. */
function isLongWalk({ Filter: filter, 'Plan Rows': matching }: PlanNode, rows: number, sizes: TableSizes): boolean {
  if (filter === undefined) return false
  return filter.includes('~~') || (page * rows) / Math.max(matching, 1) > sizes.threshold
}

function sizeOf({ Schema, 'Relation Name': table }: PlanNode, { rows }: TableSizes): number {
  return Schema === recordSchema && table !== undefined ? (rows.get(table) ?? 0) : 0
}

/** The record table whose rows are sorted: the first that is read below. */
function findTable(node: PlanNode): string | undefined {
  if (node.Schema === recordSchema) return node['Relation Name']
  for (const child of node.Plans ?? []) {
    const table = findTable(child)
    if (table !== undefined) return table
  }
  return undefined
}
