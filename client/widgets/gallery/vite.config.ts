import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { target } from '../../../scripts/vite/browser-floor.ts'

const root = import.meta.dirname

/** Builds the widget gallery: demo material, kept out of the site's build. */
export default defineConfig({
  root,
  // Addresses are relative, so that the built files work in any folder.
  base: './',
  // The cache is separate from the site's, so that site and gallery can be developed at the same time.
  cacheDir: '../../../node_modules/.vite-gallery',
  plugins: [react()],
  server: { port: 5174 },
  build: { outDir: '../../../dist/gallery', emptyOutDir: true, target },
  resolve: { alias: [{ find: /^#(content|contract)\/(.*)$/, replacement: `${root}/../../../$1/$2.ts` }] },
})
