import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Draws the icons of the installed site (`client/app/public/icons`) from the favicon. */
const client = join(import.meta.dirname, '../client')
const favicon = await readFile(join(client, 'app/favicon.svg'), 'utf8')
// Platforms cut a maskable icon to their own shape: no corners of ours, and the mark within the inner four fifths.
const maskable = favicon.replace(' rx="7"', '').replace('translate(3 2.4)scale(.8125)', 'translate(5.6 5.2)scale(.65)')
if (maskable === favicon) throw new Error('favicon.svg is not drawn as scripts/icons.ts expects it')

const folder = join(client, 'app/public/icons')
await mkdir(folder, { recursive: true })
for (const [name, svg, size] of [
  ['icon-192.png', favicon, 192],
  ['icon-512.png', favicon, 512],
  ['icon-maskable-512.png', maskable, 512],
  // Rounded by the system itself.
  ['icon-180.png', maskable, 180],
] as const) {
  const density = (72 * size) / 32
  await sharp(Buffer.from(svg), { density }).resize(size, size).png({ palette: true }).toFile(join(folder, name))
}
