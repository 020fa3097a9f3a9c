import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { jsonErrors } from '../../../scripts/vite/json-errors'
import { emptyFolder } from '../../support/folders'

test('an error in a JSON file names the file and the place, as the overlay shows them', async () => {
  const root = await emptyFolder()
  const [file, module] = [join(root, 'en.json'), join(root, 'module.js')]
  await writeFile(file, '{\n  "a": 1,,\n  "b": 2\n}\n')
  await writeFile(module, 'export { default } from "./en.json"')
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [jsonErrors()],
    server: { middlewareMode: true, ws: false },
  })
  onTestFinished(() => server.close())
  await expect(server.ssrLoadModule(module)).rejects.toMatchObject({
    plugin: 'json-errors',
    id: file,
    loc: { file, line: 2, column: 9 },
    frame: expect.stringContaining('"a": 1,,'),
  })
  // With a byte order mark, as editors on Windows write it.
  await writeFile(file, '\uFEFF{ "a": 1 }')
  server.moduleGraph.invalidateAll()
  expect(await server.ssrLoadModule(module)).toMatchObject({ default: { a: 1 } })
})
