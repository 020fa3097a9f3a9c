import { defineConfig } from 'vitepress'

const page = (text: string, name: string) => ({ text, link: `/${name}` })

/** `npm run docs`: this folder as a site of its own, with search. */
export default defineConfig({
  title: 'Ugarit AI Institute',
  description: 'How to run, change, check and deploy the site and its server',
  outDir: '../dist/docs',
  cacheDir: '../node_modules/.vitepress',
  // Addresses keep `.html`, so that a plain file server finds the pages.
  cleanUrls: false,
  // Some links lead to a running server, and VitePress would report them as dead. test/docs.test.ts checks all relative links.
  ignoreDeadLinks: true,
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'API reference', link: '/reference/index.html', target: '_self' },
      { text: 'Widgets', link: '/gallery/index.html', target: '_self' },
    ],
    sidebar: [
      {
        text: 'Use it',
        items: [page('Commands', 'commands'), page('Configuration', 'configuration'), page('Content', 'content')],
      },
      {
        text: 'The API',
        items: [
          page('API', 'api'),
          page('Contract testing', 'contract-testing'),
          page('Mocking', 'mocking'),
          page('Studio', 'studio'),
          page('Failure modes', 'failure-modes'),
        ],
      },
      {
        text: 'Build on it',
        items: [
          page('Architecture', 'architecture'),
          page('Decisions', 'decisions'),
          page('Testing', 'testing'),
          page('Debugging', 'debugging'),
        ],
      },
      {
        text: 'Run it',
        items: [page('Deployment', 'deployment'), page('Security', 'security'), page('Performance', 'performance')],
      },
    ],
  },
})
