import type { Field } from '../model/field/Field.ts'
import { membersOf } from '../model/members.ts'
import type { Model } from '../model/Model.ts'

/** Everything that the text of a statement depends on, part by part. */
export type Shape = readonly (string | number | boolean)[]

/**
 * The key of a shape. All keys by which plans share a statement, and by which pieces of SQL are cached, are made here.
 * Different shapes have different keys.
 */
export function toKey(shape: Shape): string {
  let node = root
  for (const part of shape) node = node.children.get(part) ?? addChild(node, part)
  node.key ??= JSON.stringify(shape)
  return node.key
}

/**
 * The known shapes, as a tree by their parts. Every request needs several keys: to find one in a tree takes a fifth of
 * the time of making it, and the map in which it is looked up need not hash it again.
 */
interface Node {
  readonly children: Map<string | number | boolean, Node>
  key?: string
}

const root: Node = { children: new Map() }
/** The limit of the tree in characters of its parts. Clients can send any number of shapes. */
const maxSize = 4_000_000
let size = 0

function addChild(parent: Node, part: string | number | boolean): Node {
  const child: Node = { children: new Map() }
  size += 100 + (typeof part === 'string' ? part.length : 0)
  if (size > maxSize) {
    root.children.clear()
    size = 0
  } else parent.children.set(part, child)
  return child
}

/** Fields as a part of a shape: their names in their order. With their model, those of a new record cost nothing. */
export function fieldsPart(fields: readonly Field[], model?: Model): string {
  const members = model && membersOf(model)
  return members?.writable === fields ? members.writableNames : fields.map((field) => field.name).join()
}

/** The first item of a group, for what all items of the group share. */
export function firstOf<Item>([first]: readonly Item[]): Item {
  if (!first) throw new TypeError('A group has at least one plan.')
  return first
}
