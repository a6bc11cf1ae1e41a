/** What a program around the service adds to the console. Only the package @tabularium/demo does. */
export interface ConsoleExtension {
  /** The elements that the head of the console's page begins with. */
  readonly head: string
  /** Answers requests below `/console/`, by method and path, such as `POST /console/demo/colleague`. */
  readonly routes: ReadonlyMap<string, ConsoleRoute>
}

/** Answers a request; undefined leaves it to the console. */
export type ConsoleRoute = (request: ConsoleRequest) => Promise<ExtensionReply | ErrorReply | undefined>

/** A request for an extension. */
export interface ConsoleRequest {
  /** The part of the address after the question mark. */
  readonly query: string
  /** The header with the cookies of the person who asks; empty if there is none. */
  readonly cookie: string
  /** The JSON text of a POST, which a page of another site did not send; empty for GET. */
  readonly body: string
}

/** An answer, without the headers that every answer has. An empty body has no type. */
export interface ExtensionReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** An answer with an error of the API. */
export interface ErrorReply {
  readonly refused: 'not-permitted' | 'invalid-parameter'
  readonly message: string
}
