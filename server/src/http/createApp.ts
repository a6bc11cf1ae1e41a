import { createServer } from 'node:http'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify'
import type { Operation } from '../call/Request.ts'
import { Failure } from '../failure.ts'
import type { Trace } from '../log.ts'
import type { AppOptions } from './AppOptions.ts'
import { badRequest } from './badRequest.ts'
import { checkHead } from './checkHead.ts'
import { createTurns } from './overload/createTurns.ts'
import { preflightHeaders } from './crossSite.ts'
import { handle } from './handle.ts'
import { keepRequestId } from './keepRequestId.ts'
import { shedLoad } from './overload/shedLoad.ts'
import { refuseUnclear } from './refuseUnclear.ts'
import { asWritten, createSpelling, methodsOf, routes } from './routes.ts'
import { send } from './send.ts'
import { toFailureReply } from './toReply.ts'
import { longestUrl, splitUrl } from './toRequest.ts'
import { traceOf } from './traceOf.ts'
import { translateError } from './translateError.ts'

const headersTimeout = 10_000
/** How often Node looks who is too slow. Its own 30 s would make 40 s of the 10. */
const connectionsCheckingInterval = 1_000
const requestTimeout = 30_000
/** Longer than balancers keep theirs, so that it is never us who close a connection that is about to be used. */
const keepAliveTimeout = 75_000

/** What Node itself refuses or closes. */
export const serverOptions = {
  maxHeaderSize: 16_384,
  headersTimeout,
  requestTimeout,
  keepAliveTimeout,
  connectionsCheckingInterval,
}

/** Bytes in, bytes out: the web framework with our limits, our routes, and all its own answers in our words. */
export function createApp(options: AppOptions): FastifyInstance {
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    refuseRequest(translateError(error), request, reply, options)
  const app = Fastify({
    logger: false,
    bodyLimit: options.bodyLimit,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    serverFactory: (next) => createServer(serverOptions, refuseUnclear(options.newRequestId, shedLoad(options, next))),
    routerOptions: { maxParamLength: longestUrl, querystringParser: () => ({}) },
    genReqId: ({ headers }) => keepRequestId(headers['x-request-id']) ?? options.newRequestId(),
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
    clientErrorHandler: (error, socket) => badRequest(error, socket, options.newRequestId()),
  })
  takeJson(app)
  const takeTurn = createTurns()
  for (const { method, path, operation } of routes) {
    const isSpelled = createSpelling(path)
    app.route({
      method,
      url: path,
      ...(method === 'GET' ? {} : { onRequest: createHeadCheck(operation, takeTurn, options) }),
      handler: (request, reply) => {
        if (request.url.includes('%')) request.params = asWritten(path, splitUrl(request.url).path)
        const turn = takeTurn(reply)
        const work = () =>
          isSpelled(splitUrl(request.url).path)
            ? handle(operation, request, reply, options)
            : handleUnknown(request, reply, options)
        return turn ? turn.then(work) : work()
      },
    })
  }
  app.setNotFoundHandler((request, reply) => handleUnknown(request, reply, options))
  app.setErrorHandler(refuse)
  return app
}

/** Refuses by the headers, in turn as any other answer; what is not refused goes on to have its body read. */
function createHeadCheck(
  operation: Operation,
  takeTurn: ReturnType<typeof createTurns>,
  options: AppOptions,
): onRequestHookHandler {
  return (request, reply, done) => {
    try {
      checkHead(operation, request, options)
    } catch (error) {
      const refuse = () => refuseRequest(translateError(error), request, reply, options, operation)
      const turn = takeTurn(reply)
      if (turn) return void turn.then(refuse)
      return void refuse()
    }
    done()
  }
}

/** JSON alone is taken, as bytes: reading them is the next stage's work. */
function takeJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (charset === undefined || /^utf-?8$/i.test(charset)) done(null, body)
    else done(new Failure('unsupported-media-type', 'The body must be UTF-8: send Content-Type: application/json.'))
  })
}

/** A path or a method that is not there; also a browser's question whether it may. */
function handleUnknown(request: FastifyRequest, reply: FastifyReply, options: AppOptions): FastifyReply {
  const methods = methodsOf(splitUrl(request.url).path)
  const { origin } = request.headers
  if (request.method === 'OPTIONS' && origin !== undefined && options.listedOrigins.has(origin) && methods.length > 0)
    return send({ status: 204, headers: preflightHeaders(methods), body: '' }, request, reply, options)
  const failure =
    methods.length > 0
      ? new Failure('method-not-allowed', `This path takes ${methods.join(', ')}.`, { allow: methods })
      : new Failure('unknown-path', 'Nothing is at this path. Records are at /ws/rest/:model and /ws/rest/:model/:id.')
  return refuseRequest(failure, request, reply, options)
}

/** Refuses what never reached an operation, and notes it in the log. */
function refuseRequest(
  failure: Failure,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AppOptions,
  operation?: Operation,
): FastifyReply {
  const refused = toFailureReply(failure, request.id)
  const { code, details } = failure
  const trace: Trace = { ...traceOf(request, options), code, ...(operation === undefined ? {} : { operation }) }
  if (details.reason !== undefined) trace.reason = details.reason
  options.log.request(trace, refused.status)
  if (code === 'internal') options.log.error({ requestId: request.id, err: failure.cause }, 'internal failure')
  return send(refused, request, reply, options)
}
