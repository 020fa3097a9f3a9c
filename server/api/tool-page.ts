import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { escapeMarkup } from '#markup/escape'
import { represent, sendRepresentation } from '../http/representation'

/** A page for developers, in English. Script and style are files, because the content security policy forbids inline ones. */
export function toolPage({ title, script, header, main }: Record<'title' | 'script' | 'header' | 'main', string>) {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeMarkup(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/tools.css">
<script type="module" src="${script}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>${header}</header>
<main id="main" tabindex="-1">
${main}
</main>
</body>
</html>
`
}

const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

/** Serves a file of `server/api/public` at `path`. The build copies that folder next to the server's bundle. */
export function serveAsset(app: FastifyInstance, path: string, file: `${string}.${keyof typeof types}`): void {
  const extension = file.endsWith('.js') ? 'js' : 'css'
  const asset = represent(readFileSync(join(import.meta.dirname, 'public', file), 'utf8'), types[extension])
  app.get(path, (request, reply) => sendRepresentation(request, reply.header('cache-control', 'no-cache'), asset))
}
