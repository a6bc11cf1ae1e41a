/** JSON text that goes into a reply as it is, such as a record that PostgreSQL wrote. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

declare const brand: unique symbol

/** One or more members of a JSON object as text, without the braces: `"total":3,"dryRun":true`. */
export type JsonMembers = string & { readonly [brand]: 'JsonMembers' }

/** Writes one member. */
export function jsonMember(name: string, value: unknown): JsonMembers {
  return trustedMembers(`${JSON.stringify(name)}:${JSON.stringify(value)}`)
}

/** Joins members, of which there must be at least one. */
export function joinMembers(members: readonly JsonMembers[]): JsonMembers {
  return trustedMembers(members.join())
}

/** Takes text that this service stored as members. */
export function trustedMembers(text: string): JsonMembers {
  return text as JsonMembers
}
