import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { build as buildGallery } from 'vite'
import { build as buildPages } from 'vitepress'
import { buildApp } from '../server/app'
import { readConfig } from '../server/config'
import { openStore } from '../server/content/store'

/** `npm run docs`: builds `docs/`, the API's description and the widgets' gallery into one static site in `dist/docs`. */
const out = resolve('dist/docs')

await buildPages('docs')
await writeReference(join(out, 'reference'))
await buildGallery({
  configFile: resolve('client/widgets/gallery/vite.config.ts'),
  build: { outDir: join(out, 'gallery'), emptyOutDir: true },
  logLevel: 'warn',
})
console.log(`The documentation is in ${out}. Any file server shows it, such as: npx vite preview --outDir dist/docs`)

/** Writes the page at `/docs` and the files it links to, changed for a static host. */
async function writeReference(folder: string): Promise<void> {
  const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' })
  const store = await openStore(config)
  const app = await buildApp({ config, store })
  await mkdir(folder, { recursive: true })
  for (const address of ['/docs', '/docs/tools.css', '/docs/docs.js', '/openapi.json']) {
    const { body } = await app.inject(address)
    // Makes addresses relative, so that the page works below any path. Removes the submit buttons, as there is no server.
    const page = body
      .replace(/"\/(?:docs\/)?(tools\.css|docs\.js|openapi\.json)"/g, '"./$1"')
      .replace(/<p><button type="submit">.*?<\/p>/g, '')
    await writeFile(join(folder, address === '/docs' ? 'index.html' : basename(address)), page)
  }
  await app.close()
  store.close()
}
