import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { subsetFonts } from '../../../scripts/build/subset-fonts.ts'

const root = import.meta.dirname

/** The gallery of the widgets: demo material, so it is built beside the site and never into it. */
export default defineConfig({
  root,
  // Its files find each other wherever they are put.
  base: './',
  // Apart from the site's, so that both can be developed at once.
  cacheDir: '../../../node_modules/.vite-gallery',
  plugins: [react(), subsetFonts()],
  server: { port: 5174 },
  build: { outDir: '../../../dist/gallery', emptyOutDir: true, target: 'es2022' },
  resolve: { alias: [{ find: /^#(contract|markup)\/(.*)$/, replacement: `${root}/../../../$1/$2.ts` }] },
})
