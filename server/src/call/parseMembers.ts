import { Fault, type JsonKind } from './parameter/Kind.ts'
import type { MemberKey, Row, Rows } from './parameter/takes.ts'
import type { MemberValues } from './parameter/Values.ts'
import { invalid } from './parseParameters.ts'
import type { Sent } from './Sent.ts'

/** Parses the members of an object whose names are known. `refuse` is called for each that is wrong. */
export function parseMembers<M extends MemberKey>(
  sent: Sent,
  { rows, defaults }: Rows<M, JsonKind<unknown>>,
  refuse: (name: string, fault: string) => void,
  maxLimit = 0,
): MemberValues<M> {
  const values = { ...defaults(maxLimit) }
  for (const row of rows) {
    const { name, notWith, isRequired } = row
    const value = sent[name]
    if (value === undefined && !isRequired) continue
    const other = notWith < 0 ? undefined : rows[notWith]?.name
    if (other !== undefined && sent[other] !== undefined) throw invalid(`Send ${other} or ${name}, not both.`)
    const parsed = parseMember(row, value, maxLimit)
    if (parsed instanceof Fault) refuse(name, parsed.message)
    else if (parsed !== undefined) values[name] = parsed
  }
  return values as MemberValues<M>
}

function parseMember({ kind }: Row<JsonKind<unknown>>, value: unknown, maxLimit: number): unknown {
  try {
    return kind.fromJson(value, maxLimit)
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

/** Refuses the first member that is wrong. */
export function refuseMember(name: string, fault: string): never {
  throw invalid(`The member ${name} ${fault}.`)
}
