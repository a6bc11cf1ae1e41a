import { Routes } from './Routes.ts'
import { Validators } from './Validators.ts'

/** A document that exchanges are compared with. */
export class CheckedDocument {
  readonly validators: Validators
  readonly routes: Routes

  constructor(text: string) {
    this.validators = new Validators(JSON.parse(text))
    this.routes = new Routes(this.validators.document)
  }
}
