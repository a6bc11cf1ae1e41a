/** What the log says about a request. It never contains a value of a record, a token or a password. */
export interface Trace {
  /** Made by the service, or a client's of the same few characters. */
  readonly requestId: string
  /** The distributed trace that the request belongs to, in hexadecimal digits. */
  traceId?: string
  /** The network address of the client. */
  readonly address?: string
  /** The method of a request without a route. */
  readonly method?: string
  readonly route?: LoggedRoute
  /** The caller, or the account of a login. */
  user?: string
  /** The user as whom the caller, an administrator, looked. */
  seeAs?: string
  model?: string
  /** The action, if there is one of that name and the caller may run it. */
  action?: string
  /** The id of the record in the path, in digits. */
  id?: string
  /** The size of the answer's body. */
  bytes?: number
  /** How many records were exported. */
  rows?: number
  /** The code of a failure. */
  code?: string
  /** Why the service is unavailable, as one word for operators. */
  reason?: string
}

/** A route of the service; `model` and `action` in a trace are declared names. So none is text of a client. */
export interface LoggedRoute {
  readonly method: string
  /** Such as `/ws/rest/:model/:id`. */
  readonly path: string
  readonly operation: { readonly name: string }
}

/**
 * Returns a function that gives the members of a request's line in the log. Every request has such a line, so that what
 * is the same for all requests of a route is made once.
 */
export function createRequestMembers(): (trace: Trace, status: number, milliseconds?: number) => string {
  const routeMembers = createRouteMembers()
  return (trace, status, milliseconds) =>
    toMembers(trace, trace.route ? routeMembers(trace.route) : '', status, milliseconds)
}

function toMembers(trace: Trace, route: string, status: number, milliseconds: number | undefined): string {
  const { requestId, traceId, address, method, user, seeAs, model, action, id, bytes, rows, code, reason } = trace
  let members = `"requestId":"${requestId}"`
  if (traceId !== undefined) members += `,"traceId":"${traceId}"`
  if (address !== undefined) members += `,"address":"${address}"`
  if (method !== undefined) members += `,"method":"${method}"`
  members += route
  if (user !== undefined) members += `,"user":${JSON.stringify(user)}`
  if (seeAs !== undefined) members += `,"seeAs":${JSON.stringify(seeAs)}`
  if (model !== undefined) members += `,"model":"${model}"`
  if (action !== undefined) members += `,"action":"${action}"`
  if (id !== undefined) members += `,"id":${id}`
  members += `,"status":${status}`
  if (bytes !== undefined) members += `,"bytes":${bytes}`
  if (rows !== undefined) members += `,"rows":${rows}`
  if (code !== undefined) members += `,"code":"${code}"`
  if (reason !== undefined) members += `,"reason":${JSON.stringify(reason)}`
  return milliseconds === undefined ? members : `${members},"ms":${toDecimal(Math.round(milliseconds * 100))}`
}

/** Hundredths as a decimal number, from two small integers: JavaScript takes five times as long to print a fraction. */
function toDecimal(hundredths: number): string {
  const rest = hundredths % 100
  return `${(hundredths - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`
}

/** Returns a function that gives a route as members of a line, made once for each route. */
function createRouteMembers(): (route: LoggedRoute) => string {
  const texts = new Map<LoggedRoute, string>()
  return (route) => {
    const known = texts.get(route)
    if (known !== undefined) return known
    const text = `,"method":"${route.method}","path":"${route.path}","operation":"${route.operation.name}"`
    texts.set(route, text)
    return text
  }
}
