import { createServer } from 'node:http'
import { type FastifyInstance, fastify, LogController } from 'fastify'
import { createFixturesSource } from './api/content-source'
import { localOnly } from './api/development/local-only'
import { docs } from './api/docs'
import { createDriftCount } from './api/drift'
import { homeChanges } from './api/home-changes'
import { createHomeVersions } from './api/home-versions'
import type { RemoteSourceOptions } from './api/remote-source'
import { api } from './api/routes'
import type { ScenarioOptions } from './api/scenarios/scenarios'
import { type Config, ConfigError } from './config'
import type { Store } from './content/store'
import { commonHeaders } from './http/common-headers'
import { createConnections, health } from './http/connections'
import { bodyLimit, errors, frameworkErrors } from './http/errors'
import { ProblemError } from './http/problem'
import { createRateLimit } from './http/rate-limit'
import { reports } from './http/reports'
import { createMetrics, requestId, requestLog } from './http/request-log'
import { normalise } from './http/request-target'
import { createPictureCache } from './images/picture-cache'
import { images } from './images/route'
import { pages } from './pages/route'
import { readTemplate } from './pages/template'

export type AppOptions = {
  config: Config
  store: Store
  /** The folder of a build; without it the app has no pages (API tests, `npm run dev`). */
  distDir?: string | undefined
  /** The path that the client was built for; `/` by default. */
  base?: string | undefined
  /** The stream for log lines; standard output by default. */
  logStream?: { write: (line: string) => void } | undefined
}

/**
 * Limits for slow clients, in milliseconds. The header of a request may take 10 s and the whole request 12 s; both are checked
 * every 2 s. Idle connections close after 5 s.
 */
export const serverOptions = {
  requestTimeout: 12_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 5_000,
}

/** The time in milliseconds after which a socket without traffic is closed. It is longer than any delay of a scenario. */
const stallTime = 70_000

/** Makes the app and registers its plugins, but does not listen. The caller closes the store. */
export async function buildApp({ config, store, distDir, base, logStream }: AppOptions): Promise<FastifyInstance> {
  const { product } = config
  const metrics = createMetrics(store)
  const connections = createConnections(metrics)
  const app = fastify({
    logger: { level: config.logLevel, ...(logStream && { stream: logStream }) },
    // request-log.ts writes one line per request; Fastify would write two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    clientErrorHandler: connections.refuse,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit,
    // While the server closes, http/connections.ts answers instead.
    return503OnClosing: false,
    forceCloseConnections: true,
    serverFactory: (handler) => connections.track(createServer(serverOptions, handler).setTimeout(stallTime)),
    rewriteUrl: ({ url }) => normalise(url),
    routerOptions: { maxParamLength: 2_000 },
    // Does not load Fastify's schema compilers, because api/routes.ts checks payloads itself.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    frameworkErrors: frameworkErrors(distDir !== undefined),
  })
  const template = distDir ? readTemplate(distDir, config, base) : undefined
  const fixtures = createFixturesSource(store)
  const { baseUrl, baseUrlAccess, upstream, upstreamAccess } = config
  const isRemote = baseUrl !== '' || upstream !== ''
  const drift = isRemote ? createDriftCount(metrics, config.isDevelopment) : undefined
  const remote = { product, log: app.log, ...(drift && { onDrift: drift.onDrift }) }
  const apiSource = upstream
    ? await remoteSource({ ...remote, address: upstream, access: upstreamAccess, fallback: fixtures })
    : fixtures
  const pageSource = baseUrl ? await remoteSource({ ...remote, address: baseUrl, access: baseUrlAccess }) : apiSource

  // Hooks, in the order in which they run
  await app.register(requestLog, { metrics, token: config.metricsToken })
  await app.register(commonHeaders, { config, template })
  if (config.scenarios) localOnly(app, config)
  const isOn = config.scenarios || config.faults
  const held = config.scenarios && (await import('./api/development/held-calls')).createHeldCalls()
  const closing = new AbortController()
  // Before `health`, which waits for open responses when the server closes.
  if (isOn)
    app.addHook('preClose', async () => {
      closing.abort()
      await held?.release({})
    })
  if (config.isDevelopment) {
    const { development } = await import('./api/development/development')
    await app.register(development, { store, siteUrl: config.developmentUrl })
  }
  await app.register(health, { connections, store })
  await app.register(errors)
  const limitCostly = await createRateLimit(app, config)

  // Development and tests
  if (config.isDevelopment) app.get('/__drift', async () => ({ drifts: drift?.list() ?? [] }))
  if (config.faults) app.log.warn({ faults: config.faults.description }, 'FAULTS: answers of the API fail on purpose')
  const scenariosOf = isOn ? await startScenarios(app, { config, store, held, closing: closing.signal }) : undefined

  // Routes
  const homeVersions = createHomeVersions(config.cacheDir, (text) => app.log.warn(text))
  await app.register(api, { source: apiSource, store, product, limitCostly, homeVersions })
  await app.register(homeChanges, { source: apiSource, homeVersions, limitCostly, isOff: Boolean(isOn) })
  await app.register(docs, { store, config })
  const sendMade = createPictureCache(config.cacheDir, app.log, limitCostly)
  await app.register(images, { ...config, sendMade })
  if (distDir && template) {
    await app.register(reports, { metrics, limitCostly })
    await app.register(pages, {
      source: pageSource,
      store,
      config,
      distDir,
      template,
      limitCostly,
      sendMade,
      scenariosOf,
    })
  }
  return app
}

/** Makes the source over another API. Its code is imported only here, so that a server without one does not load an HTTP client. */
async function remoteSource(options: RemoteSourceOptions) {
  const { createRemoteSource } = await import('./api/remote-source')
  return createRemoteSource(options)
}

/** Starts the scenarios. Their code is imported only here, so that a server without scenarios does not load it. */
async function startScenarios(app: FastifyInstance, options: ScenarioOptions) {
  const { config } = options
  const { scenarios } = await import('./api/scenarios/scenarios')
  if (!config.isDevelopment && config.scenarios)
    app.log.warn('SCENARIOS: any request can choose what the server answers')
  try {
    return scenarios(app, options)
  } catch (error) {
    if (error instanceof ProblemError) throw new ConfigError(`SCENARIO: ${error.message}`)
    throw error
  }
}

function noCompiler(): never {
  throw new Error('Payloads are checked in server/api/routes.ts, not by schemas of Fastify.')
}
