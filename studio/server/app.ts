import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type FastifyInstance, fastify } from 'fastify'
import { createSchemas } from '#contract/schemas'
import { check } from '../../scripts/contract/library'
import { localOnly } from '../../server/api/development/local-only'
import { errors } from '../../server/http/errors'
import { ProblemError } from '../../server/http/problem'
import { type Change, createContentFiles } from './content-files'
import { createPictures } from './pictures'
import { createRecording } from './recording'
import { createScenarioFile } from './scenario-file'

export type StudioOptions = { fixturesDir: string; imagesDir: string; product: string }

/** The largest request, in bytes: a picture, or the content of a site. */
const mostBytes = 30_000_000

/** The studio's own routes, below `/__studio/api`. They write files, so requests from pages of other sites are refused. */
export async function buildStudio({ fixturesDir, imagesDir, product }: StudioOptions): Promise<FastifyInstance> {
  const app = fastify({ bodyLimit: mostBytes, forceCloseConnections: true })
  const files = createContentFiles({ fixturesDir, imagesDir, product })
  const pictures = createPictures(imagesDir)
  const recording = createRecording(product)
  app.addHook('onClose', recording.remove)
  await app.register(errors)
  localOnly(app)
  // A picture is the whole body; a form of another page can't send this type.
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  await app.register(
    async (api) => {
      api.addHook('onSend', async (_, reply) => void reply.header('cache-control', 'no-store'))
      api.get('/content', async () => ({
        product,
        schemas: createSchemas(product).fixtures,
        files: await files.read(),
        pictures: await pictures.list(),
      }))
      api.post<{ Body: { values: Record<string, unknown> } }>('/check', async ({ body }) => files.check(body.values))
      api.post<{ Body: { changes: Change[] } }>('/plan', async ({ body }) => files.plan(body.changes))
      api.post<{ Body: { changes: Change[] } }>('/save', async ({ body }) => files.save(body.changes))
      api.put<{ Params: { name: string }; Body: Buffer }>('/pictures/:name', async ({ params, body }) =>
        pictures.add(params.name, body),
      )
      api.get<{ Params: { name: string } }>('/scenarios/:name', async ({ params }) => {
        for (const folder of [fixturesDir, 'fixtures']) {
          const text = await readFile(join(folder, 'scenarios', `${scenarioName(params.name)}.json`), 'utf8').catch(
            () => undefined,
          )
          if (text) return JSON.parse(text)
        }
        throw new ProblemError(404, `There is no scenario file ${params.name}.json.`)
      })
      api.put<{ Params: { name: string }; Body: unknown }>('/scenarios/:name', async ({ params, body }) =>
        createScenarioFile(fixturesDir, scenarioName(params.name), body),
      )
      api.post<{ Body: { url: string } }>('/contract-check', async ({ body }, reply) =>
        reply.type('application/x-ndjson').send(Readable.from(checkLines(body.url, product))),
      )
      api.post<{ Body: { url: string } }>('/recording', async ({ body }) => recording.make(body.url))
      api.post<{ Body: { names: string[] } }>('/recording/pictures', async ({ body }) =>
        recording.takePictures(body.names, pictures),
      )
    },
    { prefix: '/__studio/api' },
  )
  await app.ready()
  return app
}

function scenarioName(name: string): string {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return name
  throw new ProblemError(400, `name: expected lower-case letters, digits and hyphens, found ${JSON.stringify(name)}.`)
}

/** Events of a contract check, one JSON text per line; the last one is the report or the error. */
async function* checkLines(url: string, product: string): AsyncGenerator<string> {
  const line = (value: object) => `${JSON.stringify(value)}\n`
  try {
    for await (const event of check({ url, product })) {
      if (event.type === 'answer') {
        const operations = event.operations()
        yield line({
          type: 'progress',
          done: operations.filter(({ calls }) => calls > 0).length,
          all: operations.length,
        })
      } else if (event.type === 'report') yield line({ type: 'report', report: event.report })
    }
  } catch (error) {
    yield line({ type: 'error', message: (error as Error).message })
  }
}
