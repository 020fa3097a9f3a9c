/**
 * The rooms of client and server, each with the rooms of its side that it may import. All rooms may import `contract/`, `markup/`
 * and packages. Type imports are not checked, because Babel removes them before dependency-cruiser reads a file.
 */
export const rooms = {
  'client/app': ['boot', 'pages', 'layout', 'components', 'content', 'data', 'language', 'styles'],
  'client/boot': ['data/storage-keys.ts', 'language'],
  'client/pages': ['layout', 'components', 'content', 'language', 'assets'],
  'client/layout': ['components', 'content', 'language', 'styles'],
  'client/components': ['language', 'assets'],
  'client/widgets': ['components'],
  'client/data': ['content', 'language'],
  'client/content': ['language'],
  'client/language': [],
  'client/styles': [],
  'server/main.ts': ['no-inspector.ts', 'start.ts', 'watchdog.ts', 'config.ts', 'content', 'pages'],
  'server/start.ts': ['app.ts', 'config.ts', 'content', 'http'],
  'server/no-inspector.ts': [],
  'server/watchdog.ts': [],
  'server/app.ts': ['config.ts', 'api', 'pages', 'images', 'content', 'http'],
  'server/config.ts': ['api'],
  'server/api': ['content', 'http'],
  'server/pages': ['api', 'content', 'http'],
  'server/images': ['http', 'files.ts'],
  'server/content': ['files.ts'],
  'server/files.ts': [],
  'server/http': [],
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
    rule('every import is found', {}, { couldNotResolve: true }),
    rule(
      'pages: no other family of pages',
      { path: '^client/pages/([^/]+)/' },
      outside('^client/pages/', '^client/pages/$1/'),
    ),
    // The browser loads the contract, but neither its schemas nor typebox.
    rule('contract: only contract', { path: '^contract/' }, { pathNot: '^contract/|^node_modules/typebox/' }),
    rule(
      'contract: typebox in schemas.ts and explain.ts, which the rest does not import',
      { path: '^contract/', pathNot: '^contract/(schemas|explain)[.]ts$' },
      { path: '^contract/(schemas|explain)[.]ts$|^node_modules/typebox/' },
    ),
    rule('markup: only markup', { path: '^markup/' }, { pathNot: '^markup/' }),
    rule(
      'publish: only pure rooms of the client',
      { path: '^publish/' },
      {
        pathNot: [
          '^(contract|markup|publish|client/content|client/language)/',
          '^client/layout/head[.]ts$',
          '^(crypto|path)$|^node_modules/sharp/',
        ],
      },
    ),
    rule(
      'publish is for the server and the export',
      { pathNot: '^publish/|^server/pages/(render|route)[.]ts$|^scripts/export/export-site[.]ts$' },
      { path: '^publish/' },
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
    rule('studio: in no build', { pathNot: '^studio/' }, { path: '^studio/' }),
    rule(
      'studio/app: widgets, contract, the sanitiser of the site and the rule of slugs',
      { path: '^studio/app/' },
      {
        path: '^(client|server|scripts|publish|studio)/',
        pathNot: [
          '^studio/app/',
          '^client/(widgets|styles)/',
          '^client/content/sanitize[.]ts$',
          '^scripts/fixtures/slug[.]ts$',
        ],
      },
    ),
    rule(
      'studio/server: no page',
      { path: '^studio/server/' },
      { path: '^(client|publish|studio/app)/|^server/pages/' },
    ),
    rule(
      'client: the router is react-router-dom',
      { path: '^client/' },
      { path: '^node_modules/(react-router|@remix-run)/' },
    ),
    rule(
      'client: Swiper and the sanitiser load when needed',
      { path: '^client/' },
      { path: '^node_modules/swiper/.*[.]m?js$|^client/content/sanitize[.]ts$', dynamic: false },
    ),
  ],
  options: {
    doNotFollow: { path: '^node_modules/' },
    // This folder is a package of its own, whose build has files without imports.
    exclude: { path: '^scripts/contract/package/' },
    // dependency-cruiser 17 cannot use TypeScript 7, so Babel parses. Without @swc/core installed, it would ignore .ts files.
    babelConfig: { fileName: 'babel.config.json' },
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
