import { writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import net from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { currentBuild } from '../../../scripts/site-build'
import { readConfig } from '../../../server/config'
import { createHttpClient } from '../../../server/http-client/http-client'
import { inPicture, sendJson } from '../../contract-check/drifting-server'
import { listen, serve } from '../../contract-check/run'
import { run } from '../../scripts/run-command'
import { start } from '../../scripts/run-script'
import { startApp } from '../../support/app'
import { startBuiltServer } from '../../support/built-server'
import { makeCertificate } from '../../support/certificate'
import { emptyFolder } from '../../support/folders'
import { generateContent } from '../../support/generated-content'
import { elementText } from '../../support/html'
import { startProxy } from '../../support/proxy'
import { firstOf } from '../../support/site-pages'
import { answersOf, envelope, type OtherAnswer } from './other-api'

/* How the server reaches another API: proxies, credentials, certificates and redirects. */

const theirs = generateContent({ seed: 8 })
const answer = answersOf(theirs)
const [user, password] = ['المحرر', 'p@ss/w:ord']
const credentials = Buffer.from(`${user}:${password}`).toString('base64')
const secrets = [user, password, encodeURIComponent(password), credentials, encodeURIComponent(user)]
const names = ['UPSTREAM', 'BASE_URL'] as const
const title = firstOf(theirs.courses).en_title?.trim() ?? ''

afterEach(() => void vi.unstubAllEnvs())

/** Makes a listener that answers with the content. `first` may answer in its place. */
function apiListener(first?: (headers: Record<string, unknown>, path: string) => OtherAnswer | undefined) {
  const asked: { call: string; authorization: string | undefined; key: unknown }[] = []
  const listener: RequestListener = async (request, response) => {
    const { headers, method, url = '' } = request
    const payload = await text(request)
    asked.push({
      call: `${method} ${url} ${payload}`.trim(),
      authorization: headers.authorization,
      key: headers['x-key'],
    })
    const given = first?.(headers, url) ?? answer(url, payload)
    const { status = 200, type = 'application/json', ...more } = given ?? { text: '' }
    response.writeHead(status, { 'content-type': type, ...more.headers }).end(more.text)
  }
  return { listener, asked }
}

async function startApi(...options: Parameters<typeof apiListener>) {
  const { listener, asked } = apiListener(...options)
  return { address: await listen(createServer(listener)), asked }
}

/** An API that answers only to the user. */
const guarded = () =>
  startApi(({ authorization }) =>
    authorization === `Basic ${credentials}`
      ? undefined
      : { status: 401, text: '{}', headers: { 'www-authenticate': 'Basic realm="staging"' } },
  )

/** Starts the site with variables as people set them. */
function siteWith(env: Record<string, string>) {
  const { baseUrl, baseUrlAccess, upstream, upstreamAccess, imageHosts } = readConfig(env)
  const config = { baseUrl, baseUrlAccess, upstream, upstreamAccess, imageHosts, imageBase: '/images/' }
  return startApp({ distDir: currentBuild(), config: { ...config, logLevel: 'debug' } })
}

const inUrl = (address: string) => `http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${address}`

describe.each(names)('%s behind HTTP Basic authentication', (name) => {
  test.each<[what: string, env: (address: string, folder: string) => Record<string, string>]>([
    ['in the address', (address) => ({ [name]: inUrl(address) })],
    [
      'in a header',
      (address) => ({
        [name]: `http://${address}`,
        [`${name}_HEADERS`]: `x-key: 1\nauthorization: Basic ${credentials}`,
      }),
    ],
    [
      'in a file of headers',
      (address, folder) => ({ [name]: `http://${address}`, [`${name}_HEADERS`]: `@${join(folder, 'headers')}` }),
    ],
  ])('is shown with credentials %s, which only the API sees', async (_, envOf) => {
    const folder = await emptyFolder()
    await writeFile(join(folder, 'headers'), `# staging\nAuthorization: Basic ${credentials}\n`)
    const { address, asked } = await guarded()
    const { request, lines } = await siteWith(envOf(address, folder))
    const told: string[] = []
    const read = async (path: string) => {
      const { text, headers, status } = await request.get(path)
      told.push(text, JSON.stringify(headers))
      return { text, status }
    }
    const { text: page } = await read('/courses')
    expect(page).toContain(title)
    for (const path of ['/', '/api/get-data', '/ready', '/health', '/metrics', '/openapi.json', '/none'])
      await read(path)
    expect(asked.length).toBeGreaterThan(0)
    told.push(JSON.stringify(lines))
    for (const secret of secrets) expect(told.filter((each) => each.includes(secret))).toEqual([])
  })

  test('tells no secret that the API sends back, in redirects, drift and errors', async () => {
    const { address } = await startApi(({ authorization }, path) =>
      path.endsWith('get-data')
        ? envelope([{ courses: [{ slug: 'a', image: String(authorization), tags: { [password]: 1 } }] }])
        : {
            status: 302,
            text: '',
            headers: { location: `http://${encodeURIComponent(user)}:${password}@example.org/?${credentials}` },
          },
    )
    const { request, lines } = await siteWith({ [name]: inUrl(address) })
    const told: string[] = []
    // The bodies of these show what the API itself publishes.
    for (const path of ['/', '/courses/a', '/api/get-data'])
      told.push(JSON.stringify((await request.get(path)).headers))
    const { text, headers } = await request.post('/api/get-course').send({ slug: 'none' })
    told.push(text, JSON.stringify(headers), JSON.stringify(lines))
    expect(told.join('')).toMatch(/redirect|drift/)
    for (const secret of secrets) expect(told.filter((each) => each.includes(secret))).toEqual([])
  })

  test('follows redirects, to another origin without the credentials, and a POST by 307 and 308 alone', async () => {
    const elsewhere = await startApi()
    const own = await startApi((_, path) => {
      const to = (status: number, location: string) => ({ status, text: '', headers: { location } })
      if (path.startsWith('/v1/api/get-blogs')) return to(302, `http://${elsewhere.address}${path.slice(3)}`)
      if (path.startsWith('/v1/api/get-event')) return to(301, path.slice(3))
      if (path.startsWith('/v1/api/get-course')) return to(307, `http://${elsewhere.address}${path.slice(3)}`)
      return path.startsWith('/v1/') ? to(308, path.slice(3)) : undefined
    })
    const { request } = await siteWith({ [name]: `${inUrl(own.address)}/v1` })
    const { slug } = firstOf(theirs.courses)
    await request.get('/')
    await request.get(`/courses/${encodeURIComponent(slug)}`)
    await request.get('/blogs')
    await request.get('/events')
    if (name === 'UPSTREAM') {
      const { headers, body } = await request.post('/api/get-course').send({ slug })
      expect([headers['x-answered-by'], body.data?.slug]).toEqual(['upstream', slug])
      const event = await request.post('/api/get-event').send({ slug: 'none' })
      expect(event.headers['x-answered-because'] ?? event.text).toContain('301, a redirect to')
      expect(elsewhere.asked.map(({ call }) => call)).toContain(`POST /api/get-course {"slug":${JSON.stringify(slug)}}`)
    }
    expect(own.asked.filter(({ authorization }) => authorization !== `Basic ${credentials}`)).toEqual([])
    expect(elsewhere.asked.length).toBeGreaterThan(0)
    expect(elsewhere.asked.filter(({ authorization }) => authorization !== undefined)).toEqual([])
    // A redirect by 301 would turn the POST into a GET.
    expect(own.asked.filter(({ call }) => call.startsWith('GET /api/get-event '))).toEqual([])
  })
})

test('a redirect in a loop is given up after twenty', async () => {
  const { address, asked } = await startApi((_, path) => ({ status: 307, text: '', headers: { location: path } }))
  const { request } = await siteWith({ UPSTREAM: `http://${address}` })
  const { headers, text } = await request.post('/api/get-course').send({ slug: 'a' })
  expect(headers['x-answered-because'] ?? text).toContain("can't be reached: redirect count exceeded")
  expect(asked).toHaveLength(21)
})

test('each address of a host has time for the handshake of a slow network', async () => {
  const connect = vi.spyOn(net, 'connect')
  onTestFinished(() => connect.mockRestore())
  const { url } = await serve()
  const request = { url, method: 'GET', headers: {} }
  await createHttpClient({ base: url, headers: {} })(request, AbortSignal.timeout(5_000))
  expect(connect).toHaveBeenCalledWith(expect.objectContaining({ autoSelectFamilyAttemptTimeout: 2_000 }))
})

test('an answer after Early Hints (103) is read', async () => {
  const server = createServer((_, response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' }, () => response.end('{}'))
  })
  const request = { url: `http://${await listen(server)}/`, method: 'GET', headers: {} }
  const response = await createHttpClient({ base: request.url, headers: {} })(request, AbortSignal.timeout(5_000))
  expect([response.status, await response.text()]).toEqual([200, '{}'])
})

describe('a proxy of the environment', () => {
  test.each(names)('passes on the calls to %s, except to the hosts of NO_PROXY', async (name) => {
    const { address, asked } = await guarded()
    const proxy = await startProxy()
    vi.stubEnv('http_proxy', proxy.address)
    vi.stubEnv('no_proxy', '')
    const { request } = await siteWith({ [name]: inUrl(address) })
    expect(elementText((await request.get('/courses')).text, 'main')).toContain(title)
    expect(proxy.asked).toContain(`GET http://${address}/api/get-data`)
    expect(asked).toHaveLength(proxy.asked.length)
    vi.stubEnv('no_proxy', '127.0.0.1')
    const direct = await siteWith({ [name]: inUrl(address) })
    await direct.request.get('/courses').expect(200)
    expect(asked.length).toBeGreaterThan(proxy.asked.length)
  })
})

describe('an API with a certificate of a CA of its own', () => {
  test.each(names)(
    'is reached as %s by NODE_EXTRA_CA_CERTS, a client certificate and a tunnel of HTTPS_PROXY',
    async (name) => {
      const { cert, key, file, keyFile } = await makeCertificate(await emptyFolder())
      const { listener, asked } = apiListener(({ authorization }) =>
        authorization === `Basic ${credentials}` ? undefined : { status: 401, text: '{}' },
      )
      const shown: string[] = []
      const api = createTlsServer({ cert, key, ca: cert, requestCert: true }, (request, response) => {
        shown.push(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN))
        listener(request, response)
      })
      const { port } = new URL(`http://${await listen(api)}`)
      const proxy = await startProxy()
      const address = `https://localhost:${port}`
      const site = await startBuiltServer({
        [name]: address,
        [`${name}_HEADERS`]: `authorization: Basic ${credentials}`,
        [`${name}_CERT`]: file,
        [`${name}_KEY`]: keyFile,
        NODE_EXTRA_CA_CERTS: file,
        HTTPS_PROXY: proxy.address,
      })
      onTestFinished(() => void site.stop())
      const page = await (await fetch(new URL('/courses', site.url))).text()
      expect(page).toContain(title)
      expect(page).not.toContain(credentials)
      expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT localhost:${port}`]))
      expect([new Set(shown), asked.length > 0]).toEqual([new Set(['localhost']), true])
    },
  )
})

describe('variables', () => {
  test.each([
    [{ UPSTREAM: 'https://u:secret@api.example.org/?a=1' }, 'UPSTREAM: expected the http(s) address'],
    [{ BASE_URL: 'ftp://u:sec@ret@api.example.org' }, 'BASE_URL: expected an http(s) address'],
    [{ UPSTREAM_HEADERS: 'authorization secret' }, 'UPSTREAM_HEADERS: expected headers such as "x-key: abc"'],
    [{ BASE_URL_HEADERS: 'x-key: سر secret' }, 'BASE_URL_HEADERS: expected headers'],
    [{ UPSTREAM_HEADERS: '@/nowhere/at/all' }, 'UPSTREAM_HEADERS: ENOENT'],
    [{ UPSTREAM_CERT: '/nowhere/at/all' }, 'UPSTREAM_CERT: ENOENT'],
    [{ BASE_URL_KEY: 'package.json' }, 'BASE_URL_KEY: expected a PEM file, found "package.json"'],
    [{ NODE_EXTRA_CA_CERTS: '/nowhere/at/all' }, 'NODE_EXTRA_CA_CERTS: ENOENT'],
    [
      { UPSTREAM: 'http://api.example.org', HTTPS_PROXY: 'u:secret@proxy:3128' },
      'HTTPS_PROXY: expected an http(s) address of a proxy',
    ],
  ])('%j is refused by name, without a secret', (env, message) => {
    const read = () => readConfig(env)
    expect(read).toThrow(message)
    expect(read).not.toThrow(/secret|sec@ret|سر/)
  })

  test('a certificate without its key is refused', async () => {
    const { file } = await makeCertificate(await emptyFolder())
    expect(() => readConfig({ UPSTREAM_CERT: file })).toThrow('UPSTREAM_CERT and UPSTREAM_KEY: expected')
    expect(() => readConfig({ UPSTREAM_CERT: file, UPSTREAM_KEY: file })).toThrow(
      'UPSTREAM_CERT and UPSTREAM_KEY: expected',
    )
  })
})

describe('commands', () => {
  const missing = inPicture('', '', 404)

  test.each(['contract', 'record', 'export'] as const)(
    '%s takes credentials in the address, and tells none',
    async (command) => {
      const { url } = await serve({
        ...missing,
        respond: (_, response, { headers: { authorization } }) =>
          authorization !== `Basic ${credentials}` && sendJson(response, {}, 401),
      })
      const out = await emptyFolder()
      const from = inUrl(new URL(url).host)
      const args = {
        contract: [from, '--sample', '1'],
        record: [from, '--out', out],
        export: ['--out', join(out, 'site'), '--from', from, '--timeout', '5', '--concurrency', '2'],
      }
      const { stdout, stderr } = await run(command, args[command])
      // Finds the missing picture, so it has read the content.
      expect(stdout + stderr).toContain('picture.missing')
      for (const secret of secrets) expect(stdout + stderr).not.toContain(secret)
    },
  )

  test('contract prints the options in effect without credentials', async () => {
    const { stdout } = await run('contract', [inUrl('api.example.org'), '--print-config'])
    expect(JSON.parse(stdout)).toMatchObject({ url: 'http://api.example.org', header: expect.any(Array) })
    for (const secret of secrets) expect(stdout).not.toContain(secret)
  })

  test.each(['contract', 'record', 'export'] as const)('%s refuses a proxy without a scheme', async (command) => {
    vi.stubEnv('https_proxy', 'user:secret@proxy:3128')
    const from = ['http://127.0.0.1:9']
    const out = join(await emptyFolder(), 'site')
    const args = command === 'export' ? ['--out', out, '--from', ...from] : from
    const { code, stderr } = await run(command, args)
    expect([code, stderr]).toEqual([64, expect.stringContaining('https_proxy: expected an http(s) address of a proxy')])
    expect(stderr).not.toContain('secret')
  })

  test('export takes headers and a client certificate for --from', async () => {
    const { cert, key, file, keyFile } = await makeCertificate(await emptyFolder())
    const { url } = await serve(missing)
    const front = createTlsServer({ cert, key, ca: cert, requestCert: true }, (incoming, response) => {
      const { method, headers } = incoming
      if (headers['x-key'] !== 'abc') return response.writeHead(401).end()
      const passed = request(url + incoming.url, { method, headers }, (given) => {
        given.pipe(response.writeHead(given.statusCode ?? 500, given.headers))
      })
      return incoming.pipe(passed)
    })
    const { port } = new URL(`http://${await listen(front)}`)
    vi.stubEnv('NODE_EXTRA_CA_CERTS', file)
    const access = ['--header', 'x-key: abc', '--cert', file, '--key', keyFile]
    const out = join(await emptyFolder(), 'site')
    const { stderr } = await start('export', ['--out', out, '--from', `https://localhost:${port}`, ...access]).finished
    expect(stderr).toContain('picture.missing')
  })
})
