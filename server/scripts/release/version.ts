/** A version in the form of semver.org, without build metadata. */
export interface Version {
  readonly numbers: readonly [number, number, number]
  readonly pre: readonly string[]
}

const form = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/

/** Reads a version such as 1.2.3 or 1.2.3-rc.1; undefined for any other text. */
export function parseVersion(text: string): Version | undefined {
  const [, major, minor, patch, pre] = form.exec(text) ?? []
  if (major === undefined) return undefined
  return { numbers: [Number(major), Number(minor), Number(patch)], pre: pre?.split('.') ?? [] }
}

/** Below 0 if the first version is older, above 0 if it is newer. A pre-release is older than its release. */
export function compareVersions(a: Version, b: Version): number {
  for (const [index, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length
  return comparePre(a.pre, b.pre)
}

function comparePre(a: readonly string[], b: readonly string[]): number {
  for (const [index, part] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    if (part !== other) return comparePart(part, other)
  }
  return a.length - b.length
}

function comparePart(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (isNumber && isOtherNumber) return Number(a) - Number(b)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return a < b ? -1 : 1
}
