/**
 * What the changelog says about a version: the text below its heading, `## [1.2.3] - 2026-11-16`. Undefined if there is
 * no such heading with a date.
 */
export function findSection(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^(?=## )/m)
  const section = sections.find((text) => text.startsWith(`## [${version}] - `))
  const [heading = '', ...lines] = section?.split('\n') ?? []
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(heading.trimEnd())) return undefined
  return lines.join('\n').trim()
}
