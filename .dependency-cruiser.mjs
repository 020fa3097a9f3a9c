/**
 * The rooms of client and server, each with the rooms of its side that it may import. All rooms may import `contract/`, `content/`
 * and packages, but for those below. Imports of types count, because Babel turns them into plain ones (`babel.config.mjs`).
 */
export const rooms = {
  'client/app': ['pages', 'layout', 'components', 'data', 'boot', 'styles'],
  'client/pages': ['layout', 'components', 'assets'],
  'client/layout': ['components', 'boot', 'styles'],
  'client/components': ['assets'],
  'client/widgets': ['components'],
  'client/data': ['boot'],
  'client/boot': [],
  'client/styles': [],
  'server/main.ts': ['no-inspector.ts', 'run.ts'],
  'server/run.ts': ['end-with-npm.ts', 'start.ts', 'watchdog.ts', 'config.ts', 'content', 'pages'],
  'server/start.ts': ['app.ts', 'config.ts', 'content', 'http'],
  'server/end-with-npm.ts': [],
  'server/no-inspector.ts': [],
  'server/watchdog.ts': [],
  'server/app.ts': ['config.ts', 'api', 'pages', 'images', 'content', 'http'],
  'server/api': ['config.ts', 'content', 'http', 'http-client', 'disk-cache.ts'],
  'server/pages': ['config.ts', 'api', 'content', 'http', 'images', 'publish'],
  'server/publish': [],
  'server/images': ['config.ts', 'http', 'disk-cache.ts', 'files.ts'],
  'server/content': ['config.ts', 'files.ts'],
  'server/disk-cache.ts': ['files.ts'],
  'server/files.ts': [],
  'server/http': ['config.ts', 'content'],
  'server/http-client': [],
  'server/config.ts': ['config-kinds.ts', 'fault-injection.ts', 'http-client'],
  'server/config-kinds.ts': ['fault-injection.ts', 'http-client'],
  'server/fault-injection.ts': [],
}

const roomRules = Object.entries(rooms).map(([room, below]) => {
  const side = room.split('/', 1)[0]
  const allowed = [room, ...below.map((name) => `${side}/${name}`)]
  return rule(
    `${room}: only rooms below it`,
    { path: `^${room}(/|$)` },
    outside(`^${side}/`, `^(${allowed.join('|')})(/|$)`),
  )
})

const viteConfig = '^client/widgets/gallery/vite[.]config[.]ts$'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...roomRules,
    rule('no circle of files', {}, { circular: true }),
    { ...rule('no circle of rooms', { path: '^(client|server)/[^/]+$|^[^/]+$' }, { circular: true }), scope: 'folder' },
    // The package's own types are a declaration file, which Babel cannot read.
    rule('every import is found', {}, { couldNotResolve: true, pathNot: '^[.]/package/index$' }),
    rule(
      'pages: no other family of pages',
      { path: '^client/pages/([^/]+)/' },
      outside('^client/pages/', '^client/pages/$1/'),
    ),
    // The browser loads the contract, but neither its schemas nor typebox.
    rule('contract: only contract', { path: '^contract/' }, { pathNot: '^contract/|^node_modules/(typebox|parse5)/' }),
    rule(
      'contract: typebox in three modules, which the rest does not import',
      { path: '^contract/', pathNot: '^contract/(schemas|explain|scenario)[.]ts$' },
      { path: '^contract/(schemas|explain|scenario)[.]ts$|^node_modules/typebox/' },
    ),
    rule(
      'content: only contract, and two files of words',
      { path: '^content/' },
      { pathNot: '^(content|contract)/|^fixtures/(synonyms|tags)[.]json$|^node_modules/i18next/' },
    ),
    rule(
      'publish: no room of server or client, so that it stays pure',
      { path: '^server/publish/' },
      { pathNot: '^(content|contract|server/publish)/|^(crypto|path)$|^node_modules/(sharp|schema-dts)/' },
    ),
    rule(
      'publish is for the server and the export',
      { pathNot: '^server/publish/|^server/pages/(render|route)[.]ts$|^scripts/export/static-site[.]ts$' },
      { path: '^server/publish/' },
    ),
    rule(
      'contract-check: a package of its own, with no part of client, server or studio',
      { path: '^contract-check/' },
      { path: '^(client|server|studio|test)/', pathNot: '^server/(files[.]ts$|http-client/)' },
    ),
    rule(
      'mock-client: a package of its own, with no part but the contract',
      { path: '^mock-client/' },
      { path: '^(client|content|contract-check|server|studio|scripts|test)/' },
    ),
    rule(
      'server: no script, test or content, but the shipped scenarios of failing slugs',
      { path: '^server/' },
      { path: '^(scripts|test|fixtures|images)/', pathNot: '^fixtures/scenarios/' },
    ),
    rule(
      'server: the client in render.ts',
      { path: '^server/', pathNot: '^server/pages/render[.]ts$' },
      { path: '^client/' },
    ),
    rule(
      'client: no server, script, schema or package of the server',
      { path: '^client/', pathNot: viteConfig },
      {
        path: [
          '^(server|scripts|test|fixtures)/|^contract/schemas[.]ts$',
          '^node_modules/(@fastify|fastify|sharp|parse5|tsx|typebox)/',
        ],
      },
    ),
    rule('client: no Node.js', { path: '^client/', pathNot: viteConfig }, { dependencyTypes: ['core'] }),
    rule('cli: imported by nothing', { pathNot: '^cli/' }, { path: '^cli/' }),
    rule('studio: in no build', { pathNot: '^studio/' }, { path: '^studio/' }),
    rule(
      'studio/app: widgets, contract, the sanitiser and prose of the site, and the rule of slugs',
      { path: '^studio/app/' },
      {
        path: '^(client|server|scripts|contract-check|studio)/',
        pathNot: [
          '^studio/app/',
          '^client/(widgets|styles)/',
          '^client/app/sanitize[.]ts$',
          '^client/components/RichText[.]tsx$',
          '^scripts/fixtures/slug[.]ts$',
          // The types of the responses that it shows.
          '^studio/server/|^server/content/load[.]ts$|^server/api/(drift|development/(recorded-call|held-calls|verify|partial-match))[.]ts$|^contract-check/report[.]ts$',
        ],
      },
    ),
    rule(
      'studio/server: no page',
      { path: '^studio/server/' },
      { path: '^(client|studio/app)/|^server/(pages|publish)/' },
    ),
    rule(
      'client: the router is react-router-dom',
      { path: '^client/' },
      { path: '^node_modules/(react-router|@remix-run)/' },
    ),
    rule(
      'client: Swiper and the sanitiser load when needed',
      { path: '^client/', pathNot: '^client/components/carousel/start-swiper[.]ts$' },
      {
        path: '^node_modules/swiper/.*[.]m?js$|^client/components/carousel/start-swiper[.]ts$|^client/app/sanitize[.]ts$',
        dynamic: false,
      },
    ),
  ],
  options: {
    doNotFollow: { path: '^node_modules/' },
    // This folder is a package of its own, whose build has files without imports.
    exclude: { path: '^(cli|contract-check|mock-client)/package/' },
    // dependency-cruiser 17 cannot use TypeScript 7, so Babel parses. Without @swc/core installed, it would ignore .ts files.
    babelConfig: { fileName: 'babel.config.mjs' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
}

function rule(name, from, to) {
  return { name, severity: 'error', from, to }
}

function outside(path, pathNot) {
  return { path, pathNot }
}
