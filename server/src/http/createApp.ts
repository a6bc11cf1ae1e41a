import { createServer, METHODS } from 'node:http'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify'
import type { Operation } from '../call/Operation.ts'
import { Failure } from '../failure/failure.ts'
import type { Trace } from '../request/requestMembers.ts'
import type { AppOptions } from './AppOptions.ts'
import { badRequest } from './badRequest.ts'
import { checkHeaders } from './checkHeaders.ts'
import { serveConsole } from './console/serveConsole.ts'
import { serveDocs } from './docs/serveDocs.ts'
import { createResponseOrder } from './overload/createResponseOrder.ts'
import { preflightHeaders } from './crossSite.ts'
import { handle } from './handle.ts'
import { parseRequestId } from './parseRequestId.ts'
import { shedLoad } from './overload/shedLoad.ts'
import { countScim, toRefusalOf } from './scim.ts'
import { refuseAmbiguous } from './refuseAmbiguous.ts'
import { createPathCheck, findRoute, methodsOf, rawParameters, type Route, startPath } from './routes.ts'
import { send } from './send.ts'
import { sendStartPage } from './startPage.ts'
import { maxUrlLength, splitUrl } from './toRequest.ts'
import { traceOf } from './traceOf.ts'
import { translateError } from './translateError.ts'

const headersTimeout = 10_000
/**
 * How often Node closes connections that are too slow. With its default of 30 s, the 10 s above would be up to 40 s.
 */
const connectionsCheckingInterval = 1_000
const requestTimeout = 30_000
/** The largest form, in bytes. */
const maxForm = 16_384
/** Longer than load balancers keep connections, so that the service never closes one that is about to be used. */
const keepAliveTimeout = 75_000

/** The limits that Node itself enforces. */
export const serverOptions = {
  maxHeaderSize: 16_384,
  headersTimeout,
  requestTimeout,
  keepAliveTimeout,
  connectionsCheckingInterval,
}

/** Creates the HTTP server: the web framework with the limits, the routes and the error messages of this service. */
export function createApp(options: AppOptions): FastifyInstance {
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    refuseRequest(translateError(error), request, reply, options)
  const app = Fastify({
    logger: false,
    bodyLimit: options.bodyLimit,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    serverFactory: (next) =>
      createServer(
        serverOptions,
        refuseAmbiguous(options.newRequestId, serveConsole(options, serveDocs(options, shedLoad(options, next)))),
      ),
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { maxParamLength: maxUrlLength, querystringParser: () => ({}) },
    genReqId: ({ headers }) => parseRequestId(headers['x-request-id']) ?? options.newRequestId(),
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
    clientErrorHandler: (error, socket) => badRequest(error, socket, options.newRequestId()),
  })
  acceptJsonOnly(app)
  refuseOtherMethods(app, options)
  const awaitPrevious = createResponseOrder()
  const addRoute = (to: FastifyInstance, route: Route) => {
    const { method, path, operation } = route
    const isExactPath = createPathCheck(path)
    to.route({
      method,
      url: path,
      ...(method === 'GET' ? {} : { onRequest: createHeaderCheck(operation, awaitPrevious, options) }),
      handler: (request, reply) => {
        if (request.url.includes('%')) request.params = rawParameters(path, splitUrl(request.url).path)
        const previous = awaitPrevious(reply)
        const work = () => {
          if (isExactPath(splitUrl(request.url).path)) return handle(route, request, reply, options)
          handleUnknown(request, reply, options)
          return undefined
        }
        return previous ? previous.then(work) : work()
      },
      ...(operation.body === 'form' ? { bodyLimit: maxForm } : {}),
    })
  }
  const { form = [], scim = [], ...others } = Object.groupBy(options.routes, ({ operation }) => operation.body)
  for (const route of Object.values(others).flat()) addRoute(app, route)
  void app.register(async (own) => {
    acceptFormsOnly(own)
    for (const route of form) addRoute(own, route)
  })
  void app.register(async (own) => {
    acceptJsonOnly(own, ['application/json', 'application/scim+json'])
    for (const route of scim) addRoute(own, route)
  })
  app.get(startPath, (request, reply) => {
    const previous = awaitPrevious(reply)
    const work = () => sendStartPage(request, reply, options)
    return previous ? previous.then(work) : work()
  })
  app.setNotFoundHandler((request, reply) => handleUnknown(request, reply, options))
  app.setErrorHandler(refuse)
  return app
}

/** No route has a schema of the framework. Without this it would load its validator of a hundred modules. */
function noSchemas(): never {
  throw new Error('Requests are validated by plans, not by schemas of the framework.')
}

/** Refuses requests by their headers, in the order of answers; the bodies of the others are read after that. */
function createHeaderCheck(
  operation: Operation,
  awaitPrevious: ReturnType<typeof createResponseOrder>,
  options: AppOptions,
): onRequestHookHandler {
  return (request, reply, done) => {
    try {
      checkHeaders(operation, request, options)
    } catch (error) {
      const refuse = () => refuseRequest(translateError(error), request, reply, options)
      const previous = awaitPrevious(reply)
      if (previous) return void previous.then(refuse)
      return void refuse()
    }
    done()
  }
}

/** Reads no body of a method that no route has, whatever the framework asks of it: it is not allowed anyway. */
function refuseOtherMethods(app: FastifyInstance, { routes }: AppOptions): void {
  const known = new Set<string>(routes.map(({ method }) => method))
  for (const method of METHODS)
    if (!known.has(method)) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
}

/** Accepts JSON only, as bytes: `call` parses them. */
function acceptJsonOnly(app: FastifyInstance, types = ['application/json']): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body, done) => {
    const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (charset === undefined || /^utf-?8$/i.test(charset)) done(null, body)
    else done(new Failure('unsupported-media-type', 'The body must be UTF-8: send Content-Type: application/json.'))
  })
}

/** Accepts forms only, for the routes that take one: a form is what another site's page can send without asking. */
function acceptFormsOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  )
}

/** Answers an unknown path or method, and the preflight requests of browsers. */
function handleUnknown(request: FastifyRequest, reply: FastifyReply, options: AppOptions): FastifyReply {
  const methods = methodsOf(options.routes, splitUrl(request.url).path)
  const { origin } = request.headers
  if (request.method === 'OPTIONS' && origin !== undefined && options.listedOrigins.has(origin) && methods.length > 0)
    return send({ status: 204, headers: preflightHeaders(methods), body: '' }, request, reply, options)
  const failure =
    methods.length > 0
      ? new Failure('method-not-allowed', `This path accepts ${methods.join(', ')}.`, { allow: methods })
      : new Failure('unknown-path', 'There is no such path. Records are at /ws/rest/:model and /ws/rest/:model/:id.')
  return refuseRequest(failure, request, reply, options)
}

/** Refuses a request that never reached an operation, and logs it. */
function refuseRequest(
  failure: Failure,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AppOptions,
): FastifyReply {
  const { code, details } = failure
  const route = findRoute(options.routes, request.method, request.routeOptions.url)
  const refused = toRefusalOf(route?.operation, failure, request.id, options.challenge)
  const trace: Trace = { ...traceOf(request, options, route), code }
  if (details.reason !== undefined) trace.reason = details.reason
  options.log.request(trace, refused.status)
  options.recorder.answered(route?.operation.name ?? 'none', refused.status)
  options.recorder.failed(code)
  if (route?.operation.isScim) countScim(request, refused, options.recorder)
  if (code === 'internal') options.log.error({ requestId: request.id, err: failure.cause }, 'internal failure')
  return send(route?.operation.isBare ? { ...refused, body: '' } : refused, request, reply, options)
}
