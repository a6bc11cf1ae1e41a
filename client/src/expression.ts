export { evaluate, fieldsOf, withScale } from './expression/evaluate.ts'
export type { EvaluationContext } from './expression/EvaluationContext.ts'
export type { ExpressionTree, ValueType } from './expression/ExpressionTree.ts'
