/** A field of the service's own models. */
export interface Field<Type extends string, Value, Required extends boolean, Writable extends boolean = true> {
  readonly type: Type
  readonly '~types'?: { readonly value: Value; readonly required: Required; readonly writable: Writable }
}
export interface Flag extends Field<'boolean', boolean, true> {
  readonly default: false
}
export interface Lead<Type extends string, Target extends string, Required extends boolean>
  extends Field<Type, unknown, Required> {
  readonly target: Target
}
export interface Secret extends Field<'text', string, false> {
  readonly secret: true
}
export interface Unique extends Field<'text', string, true> {
  readonly unique: true
}
export interface Chosen<Value extends string> extends Field<'choice', Value, true> {
  readonly default: Value
}
export interface Several<Value extends string> extends Field<'choices', Value[], true> {
  readonly default: unknown
}
export interface Count<Default extends number = 0> extends Field<'integer', number, true> {
  readonly default: Default
}
export interface Owner extends Lead<'reference', 'tabularium.User', true> {
  readonly default: '$user'
}
export interface Rules extends Lead<'collection', 'tabularium.Rule', false> {
  readonly by: 'role'
}
export interface Model<Name extends string, Title extends string, List extends readonly string[], Fields> {
  readonly name: Name
  readonly title: Title
  readonly list?: List
  readonly fields: Fields
}
