import { cp, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'

const client = resolve(import.meta.dirname, '../../client')

/** Restricts fontconfig to the folder of this configuration, so that the machine's own fonts are not used. */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
</fontconfig>
`

/**
 * Copies files next to the server's bundle: the script and style of the docs page, and the fonts and drawings of share images
 * (`server/publish/share-image.ts`). Drawings are PNG, because the server blocks the SVG decoder of libvips (`server/images/resize.ts`).
 */
export function serverFiles(): Plugin {
  return {
    name: 'server-files',
    apply: (_, { isSsrBuild }) => isSsrBuild === true,
    writeBundle: async ({ dir = '' }) => {
      await cp(resolve(client, '../server/api/public'), join(dir, 'public'), { recursive: true })
      const folder = join(dir, 'share-image')
      await cp(resolve(client, '../server/publish/share-image-fonts'), folder, { recursive: true })
      await writeFile(join(folder, 'fonts.conf'), fontConfiguration)
      // An export runs in the process of this build and blocks the decoder for pictures of others. These drawings are the site's own.
      sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
      const drawings = (await readdir(join(client, 'assets'))).filter((name) => /^hero-\d\.svg$/.test(name))
      for (const name of drawings) {
        const art = sharp(join(client, 'assets', name))
          .trim()
          .resize({ width: 420, height: 420, fit: 'inside' })
        await art.png().toFile(join(folder, name.replace('.svg', '.png')))
      }
      const mark = sharp(join(client, 'app/favicon.svg'), { density: 144 }).resize(60, 60)
      await mark.png().toFile(join(folder, 'mark.png'))
      sharp.block({ operation: ['VipsForeignLoadSvg'] })
    },
  }
}
