import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { fixtureNames } from '#contract/fixture-files'
import type { JsonObject } from '#contract/json'
import { Scenario } from '#contract/scenario'
import { createCheck } from '#contract/schemas'
import { countInWords } from '#contract/violations'
import { check } from '../../contract-check/check'
import { json } from '../../contract-check/command-line/files'
import { htmlReport } from '../../contract-check/reports/html'
import { localOnly, notFramed } from '../../server/api/development/local-only'
import { invalid } from '../../server/api/refusals'
import { createScenarioFiles, type ScenarioFile } from '../../server/api/scenarios/scenario-files'
import { errors } from '../../server/http/errors'
import { ProblemError } from '../../server/http/problem'
import { type Changes, createContentFiles, type StillRight, type StudioOptions } from './content-files'
import { writeNew } from './new-file'
import { addPicture, listPictures, removePictures } from './pictures'
import { createRecording } from './recording'
import { createScenarioEditor, type EditedScenario } from './scenario-files'

/** The largest request body, in bytes. It is a picture or the content of a site. */
const maxBytes = 30_000_000

/** The studio's own routes, below `/__studio/api`. They write files, so requests from pages of other sites are refused. */
export async function buildStudio(options: StudioOptions): Promise<FastifyInstance> {
  const { fixturesDir, imagesDir, product } = options
  const app = fastify({ bodyLimit: maxBytes, forceCloseConnections: true })
  const files = createContentFiles(options)
  const scenarios = createScenarioEditor(options, files)
  const recording = createRecording(options)
  app.addHook('onClose', async () => recording.remove())
  app.addHook('onRequest', async (_, reply) => void reply.headers(notFramed))
  localOnly(app, { isDevelopment: true, scenariosToken: '' })
  await app.register(errors)
  // Takes the raw body as the picture. An HTML form can't send this content type, so a form of another site can't upload.
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  await app.register(
    async (api) => {
      api.get('/content', async () => {
        const contentFiles = await files.read()
        const { outdated, problem } = await files.translations(contentFiles)
        return {
          product,
          files: contentFiles,
          pictures: await listPictures(imagesDir),
          outdated,
          ...(problem && { translationProblem: problem }),
        }
      })
      api.post<{ Body: StillRight }>('/still-right', accepts(Marked), async ({ body }) => files.markStillRight(body))
      api.post<Changed>('/check', accepts(Changed), async ({ body }) => files.check(body.changes))
      api.post<Changed>('/plan', accepts(Changed), async ({ body }) => files.plan(body.changes))
      api.post<Changed>('/save', accepts(Changed), async ({ body }) => files.save(body.changes))
      api.put<Named & { Body: unknown }>('/pictures/:name', async ({ params: { name }, body }) => {
        if (Buffer.isBuffer(body)) return addPicture(imagesDir, name, body)
        throw new ProblemError(415, `${name}: expected a picture, with its content type.`)
      })

      api.post<Changed>('/pictures/unnamed', accepts(Changed), async ({ body }) => files.unnamed(body.changes))
      api.post<Removed>('/pictures/remove', accepts(Removed), async ({ body: { names, changes } }) => {
        await removePictures(imagesDir, names, await files.unnamed(changes))
        return { removed: names.length }
      })

      api.get<Named>('/scenarios/:name', async ({ params: { name } }) => scenarios.read(name))
      api.post<Named & { Body: EditedScenario }>(
        '/scenarios/:name',
        accepts(Edited),
        async ({ params: { name }, body }) => scenarios.save(name, body),
      )
      api.put<Named & { Body: Mix }>('/scenarios/:name', accepts(Mix), async ({ params: { name }, body }) => {
        if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))
          throw new ProblemError(400, `name: expected lower-case letters, digits and hyphens, found "${name}".`)
        const scenario = mix(body, createScenarioFiles(fixturesDir).readAll())
        const violations = createCheck(Scenario)(scenario)
        if (violations.length > 0)
          throw new ProblemError(422, `The scenario ${name} has ${countInWords(violations)}.`, violations)
        const folder = join(fixturesDir, 'scenarios')
        await mkdir(folder, { recursive: true })
        if (!(await writeNew(join(folder, `${name}.json`), json(scenario))))
          throw new ProblemError(409, `There is a scenario ${name} already.`)
        return scenario
      })

      let percentage = 0
      api.get('/contract-check', async () => ({ percentage }))
      api.post<Other>('/contract-check', accepts(Other), async ({ body: { url } }) => {
        try {
          for await (const event of check({ url, product })) {
            if (event.type === 'report') return { verdict: event.report.verdict, html: htmlReport(event.report) }
            const operations = event.type === 'answer' ? event.operations() : []
            const called = operations.filter(({ calls }) => calls > 0)
            if (called.length > 0) percentage = (100 * called.length) / operations.length
          }
        } catch (error) {
          throw new ProblemError(400, (error as Error).message)
        } finally {
          percentage = 0
        }
      })
      api.post<Other>('/recording', accepts(Other), async ({ body }) => recording.make(body.url))
      api.post<{ Body: { items: JsonObject[] } }>('/recording/items', accepts(Taken), async ({ body }) =>
        recording.takePictures(body.items),
      )
    },
    { prefix: '/__studio/api' },
  )
  await app.ready()
  return app
}

/** Refuses a body that does not fit a schema. */
function accepts(schema: TSchema) {
  const violationsOf = createCheck(schema)
  const preHandler = async ({ body }: FastifyRequest) => {
    const violations = violationsOf(body)
    if (violations.length > 0) throw invalid('The body does not fit', violations, '/')
  }
  return { preHandler }
}

const changes = Type.Record(Type.String(), Type.Object({ items: Type.Array(Type.Unknown()), digest: Type.String() }))
const Changed = Type.Object({ changes })
const Removed = Type.Object({ names: Type.Array(Type.String()), changes })
const Marked = Type.Object({
  kind: Type.Enum(fixtureNames),
  position: Type.Integer({ minimum: 0 }),
  name: Type.String(),
  digest: Type.String(),
})
const Other = Type.Object({ url: Type.String() })
const Taken = Type.Object({ items: Type.Array(Type.Object({})) })
const Edited = Type.Object({ scenario: Type.Object({}), digest: Type.String() })
const Mix = Type.Object({
  description: Type.String(),
  of: Type.Array(Type.String()),
  delay: Type.Number(),
  now: Type.Optional(Type.String()),
})

type Changed = { Body: { changes: Changes } }
type Removed = { Body: { names: string[]; changes: Changes } }
type Named = { Params: { name: string } }
type Other = { Body: { url: string } }

/** A new scenario, made of the scenarios `of`, in their order, of a delay in milliseconds, and of a time. */
export type Mix = { description: string; of: string[]; delay: number; now?: string }

function mix({ description, of, delay, now: chosenNow }: Mix, files: Map<string, ScenarioFile>): Scenario {
  const parts = of.map((name) => files.get(name)?.scenario)
  if (parts.includes(undefined)) throw new ProblemError(404, `There are no scenario files of all of ${of.join(', ')}.`)
  const changed = parts.flatMap((part) => Object.keys(part?.data ?? {}))
  const twice = changed.filter((kind, index) => changed.indexOf(kind) !== index)
  if (twice.length > 0)
    throw new ProblemError(409, `These can't be one scenario, because two of them change ${twice.join(', ')}.`)
  const now = chosenNow ?? parts.findLast((part) => part?.now)?.now
  const behaviour = [...parts.flatMap((part) => part?.behaviour ?? []), ...(delay > 0 ? [{ delay }] : [])]
  return {
    $schema: '../schemas/scenario.schema.json',
    description,
    ...(parts.some((part) => part?.breaksContract) && { breaksContract: true }),
    ...(now && { now }),
    ...(parts.some((part) => part?.onUnhandledRequest === 'error') && { onUnhandledRequest: 'error' as const }),
    ...(changed.length > 0 && { data: Object.assign({}, ...parts.map((part) => part?.data)) }),
    ...(behaviour.length > 0 && { behaviour }),
  }
}
