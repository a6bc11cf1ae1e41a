import { Failure } from '../../failure/failure.ts'

/** A value that an attribute cannot have. */
export function invalidValue(attribute: string, fault: string): Failure {
  return new Failure('invalid-record', 'The request was not accepted:', { errors: { [attribute]: fault } })
}

/** An attribute that a directory cannot change. */
export function notMutable(attribute: string): Failure {
  const errors = { [attribute]: 'cannot be changed or removed by SCIM' }
  return new Failure('invalid-record', 'The request was not accepted:', { errors, scimType: 'mutability' })
}

/** A resource that there is not, or that SCIM does not manage: the answer does not tell which. */
export function noResource(id: string): Failure {
  return new Failure('record-not-found', `SCIM manages no resource with the id ${id.slice(0, 100)}.`)
}

/** A resource that was changed since it was read. */
export function hasChanged(): Failure {
  return new Failure('version-conflict', 'The resource has changed since you read it.', { data: { current: null } })
}

/** The id of a record as SCIM shows it; undefined for a text that no record has as its id. */
export function toId(id: unknown): number | undefined {
  return typeof id === 'string' && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined
}
