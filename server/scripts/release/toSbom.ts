interface Component {
  'bom-ref': string
  name: string
  [member: string]: unknown
}

/** The members of a CycloneDX document that we change. */
export interface Sbom {
  metadata: { component: Component; [member: string]: unknown }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
  [member: string]: unknown
}

/**
 * The SBOM of one package, from the one that npm makes for a workspace: npm describes the root of the repository, which
 * nobody installs, and calls the package by its folder.
 */
export function toSbom(made: Sbom, name: string, version: string): Sbom {
  const ref = `${name}@${version}`
  const own = made.components.find((component) => component['bom-ref'] === ref)
  if (!own) throw new Error(`npm sbom does not list ${ref}.`)
  const root = made.metadata.component['bom-ref']
  return {
    ...made,
    metadata: { ...made.metadata, component: { ...own, name, scope: 'required' } },
    components: made.components.filter((component) => component !== own),
    dependencies: made.dependencies.filter(({ ref }) => ref !== root),
  }
}
