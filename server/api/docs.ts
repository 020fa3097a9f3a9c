import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { escapeMarkup } from '#contract/markup/escape'
import { operationNames, operations } from '#contract/operations'
import type { Config } from '../config'
import type { Store } from '../content/store'
import { represent, serveAt, serveFile } from '../http/representation'
import { createOpenApi, type JsonSchema, type OpenApi, type OpenApiOperation } from './openapi'

/**
 * Serves `/openapi.json` and `/docs`, a page that can try each operation. The page is our own, because Swagger UI and Scalar
 * weigh megabytes and add inline styles, which the content security policy refuses.
 */
export async function docs(app: FastifyInstance, { store, config }: { store: Store; config: Config }): Promise<void> {
  const make = () => {
    const openApi = createOpenApi(config, store.content())
    return {
      document: represent(JSON.stringify(openApi, null, 2), 'application/json; charset=utf-8'),
      page: represent(docsPage(openApi), 'text/html; charset=utf-8'),
    }
  }
  // The document and the page are made at the first request, and again after a change of the content, which gives examples.
  let made: ReturnType<typeof make> | undefined
  store.onChange(() => {
    made = undefined
  })
  const current = () => (made ??= make())

  serveAt(app, '/openapi.json', () => current().document)
  serveAt(app, '/docs', () => current().page)
  // The build copies the folder `public` next to the server's bundle.
  const folder = join(import.meta.dirname, 'public')
  serveFile(app, '/docs/tools.css', join(folder, 'tools.css'), 'text/css; charset=utf-8')
  serveFile(app, '/docs/docs.js', join(folder, 'docs.js'), 'text/javascript; charset=utf-8')
  app.get('/docs/', (_, reply) => reply.redirect('/docs', 301))
}

/** Makes a page for developers. Its script and style are files, because the content security policy forbids inline ones. */
function docsPage(openApi: OpenApi): string {
  const { info, paths, components } = openApi
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationSection(method, path, operation)),
  )
  const schemas = Object.entries(components.schemas)
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>API: ${escapeMarkup(info.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/tools.css">
<script type="module" src="/docs/docs.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><p class="mark">API</p><nav aria-label="This page">
<a href="#operations">Operations</a> <a href="#schemas">Schemas</a> <a href="/openapi.json">openapi.json</a></nav></header>
<main id="main" tabindex="-1">
<h1>${escapeMarkup(info.title)}</h1>
<p class="lead">${escapeMarkup(info.summary)} ${markdown(info.description)}</p>
<h2 id="operations">Operations</h2>
<ul class="index">${operationNames.map((name) => `<li><a href="#${name}"><code>${name}</code></a> ${escapeMarkup(operations[name].summary)}</li>`).join('')}</ul>
${sections.join('\n')}
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => schemaSection(name, schema as JsonSchema)).join('\n')}
</main>
</body>
</html>
`
}

function operationSection(method: string, path: string, operation: OpenApiOperation): string {
  const { operationId: name, summary, description, requestBody, responses } = operation
  const payload = requestBody?.content['application/json']
  const example = payload?.examples?.fixtures?.value as Record<string, unknown> | undefined
  const fields = Object.entries(payload?.schema.properties ?? {})
  const answer = responses[200].content['application/json']
  return `<section aria-labelledby="${name}">
<h3 id="${name}"><code class="method ${method}">${method.toUpperCase()}</code> <code>${path}</code> <span>${name}</span></h3>
<p>${escapeMarkup(summary)}. ${markdown(description)}</p>
<p>Answers <code>{ "data": ${typeText(answer.schema.properties.data)} }</code>; refuses with ${Object.keys(responses)
    .filter((status) => status !== '200')
    .join(', ')}.</p>
<form action="${path}" method="${method}" data-operation="${name}">
${fields.map(([field, schema]) => fieldInput(name, field, schema, example?.[field])).join('\n')}
${payload ? `<p><label for="${name}-encoding">Sent as</label> <select id="${name}-encoding" data-encoding><option value="json">JSON</option><option value="form">form</option></select></p>` : ''}
<p><button type="submit">Try ${name}</button> <button type="button" data-curl hidden>Copy as curl</button></p>
<div class="answer" role="status" aria-label="Answer of ${name}"></div>
</form>
</section>`
}

/** A payload's field as a labelled input. The input has the field's name, so the form works without script too. */
function fieldInput(name: string, field: string, schema: JsonSchema, value: unknown): string {
  const id = `${name}-${field}`
  const options = schema.type === 'boolean' ? [true, false] : schema.enum
  const hint = schema.description ? ` <small id="${id}-hint">${escapeMarkup(schema.description)}</small>` : ''
  const described = schema.description ? ` aria-describedby="${id}-hint"` : ''
  const attributes = `id="${id}" name="${escapeMarkup(field)}" data-type="${schema.type ?? 'string'}"${described}`
  const input = options
    ? `<select ${attributes}>${options.map((option) => `<option${option === value ? ' selected' : ''}>${escapeMarkup(String(option))}</option>`).join('')}</select>`
    : `<input ${attributes} value="${value === undefined ? '' : escapeMarkup(String(value))}" autocomplete="off" spellcheck="false">`
  return `<p><label for="${id}">${escapeMarkup(field)}</label> ${input}${hint}</p>`
}

function schemaSection(name: string, { description, properties = {}, required = [] }: JsonSchema): string {
  const rows = Object.entries(properties).map(
    ([field, schema]) =>
      `<tr><th scope="row"><code>${escapeMarkup(field)}</code></th><td>${typeText(schema)}</td><td>${required.includes(field) ? 'yes' : 'no'}</td><td>${escapeMarkup(schema.description ?? '')}</td></tr>`,
  )
  return `<section aria-labelledby="schema-${name}">
<h3 id="schema-${name}"><code>${name}</code></h3>
<p>${escapeMarkup(description ?? '')}</p>
<div class="scroll" role="region" aria-label="Fields of ${name}" tabindex="0"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div>
</section>`
}

/** Describes a schema in a few words, with links to the named schemas. */
function typeText(schema: JsonSchema): string {
  const name = schema.$ref?.split('/').at(-1)
  if (name) return `<a href="#schema-${name}">${name}</a>`
  if (schema.enum) return schema.enum.map((entry) => escapeMarkup(JSON.stringify(entry))).join(' or ')
  if (schema.anyOf && !schema.properties) return schema.anyOf.map(typeText).join(' or ')
  if (schema.items) return `list of ${typeText(schema.items)}`
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(
      ([field, inner]) => `${escapeMarkup(field)}: ${typeText(inner)}`,
    )
    return `{ ${fields.join(', ')} }`
  }
  return schema.type ?? 'anything'
}

/** Renders a description as HTML. Code spans are the only Markdown in descriptions. */
function markdown(text: string): string {
  return escapeMarkup(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
