import { pick } from './random.ts'

/** What people and programs write into expressions, right and wrong. */
const words = `( ) , ' " $ . .. - -- + * / % ^ = == != ! < <= and or not in is null true false if( coalesce( round(
  startOf( has( $today $now $user $user.a.b $before.price $old.x __proto__ constructor toString 0 1 007 1e9 1. .5
  14d 3h 99999y 2x && || <> ?? => é ß # ; { } [ ] --x '2026-02-30' 'a''b' '' a.b.c.d.e price. .price 😀`
const odd = ['\0', '\n', '\t', '\u00a0', '\u202e', '\ud83d', '`', '\\', '9'.repeat(40), ' in (1, 2)', ' is not null']
const pieces = words.split(/\s+/).concat(odd)

/** A text with some random changes: pieces that come, go, move, double or are taken from another text. */
export function mutateText(text: string, other: string, random: () => number): string {
  let mutated = text
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes--) mutated = change(mutated, other, random)
  return mutated
}

function change(text: string, other: string, random: () => number): string {
  const [from, to] = rangeIn(text, random)
  const [otherFrom, otherTo] = rangeIn(other, random)
  const kind = pick(random, ['insert', 'replace', 'delete', 'double', 'repeat', 'splice', 'nest'] as const)
  const cut = text.slice(from, to)
  const between: Record<typeof kind, () => string> = {
    insert: () => cut + pick(random, pieces),
    replace: () => pick(random, pieces),
    delete: () => '',
    double: () => cut + cut,
    repeat: () => pick(random, pieces).repeat(1 + Math.floor(random() * 60)),
    splice: () => other.slice(otherFrom, otherTo),
    nest: () => `(${cut})`,
  }
  return text.slice(0, from) + between[kind]() + text.slice(to)
}

function rangeIn(text: string, random: () => number): [number, number] {
  const from = Math.floor(random() * (text.length + 1))
  return [from, Math.min(text.length, from + Math.floor(random() * 12))]
}
