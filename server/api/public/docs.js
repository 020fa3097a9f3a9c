/** The script of the docs page. It sends a call as JSON or as a form, shows the answer, and copies the call as a curl command. */

for (const form of document.querySelectorAll('form[data-operation]')) {
  const answer = form.querySelector('.answer')
  const curl = form.querySelector('[data-curl]')
  curl.hidden = false

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    answer.replaceChildren(line('p', 'Waiting for the answer…'))
    const { path, options } = callOf(form)
    const start = performance.now()
    try {
      const response = await fetch(path, options)
      const text = await response.text()
      const time = Math.round(performance.now() - start)
      const origin = response.headers.get('x-answered-by')
      const facts = [
        `${response.status} ${response.statusText}`,
        response.headers.get('content-type') ?? 'no content type',
        `${new TextEncoder().encode(text).length.toLocaleString('en')} bytes`,
        `${time} ms`,
        ...(origin ? [`from ${origin}`] : []),
      ]
      const body = line('pre', readable(text))
      // A long answer scrolls, so the keyboard has to reach it.
      body.tabIndex = 0
      answer.replaceChildren(line('p', facts.join(' · '), response.ok ? 'good' : 'bad'), body)
    } catch (error) {
      answer.replaceChildren(line('p', `No answer: ${error.message}`, 'bad'))
    }
  })

  curl.addEventListener('click', async () => {
    const { path, options } = callOf(form)
    const text = curlLine(new URL(path, location.href).href, options)
    try {
      await navigator.clipboard.writeText(text)
      answer.replaceChildren(line('p', 'Copied:'), line('pre', text))
    } catch {
      answer.replaceChildren(line('p', 'Copy this line:'), line('pre', text))
    }
  })
}

function callOf(form) {
  const path = form.getAttribute('action')
  if (form.method === 'get') return { path, options: { method: 'GET' } }
  const fields = [...form.elements].filter((element) => element.name)
  const filled = fields.filter(({ value, name }) => value !== '' || (name === 'slug' && fields.length === 1))
  const isForm = form.querySelector('[data-encoding]').value === 'form'
  const body = isForm
    ? new URLSearchParams(filled.map(({ name, value }) => [name, value])).toString()
    : JSON.stringify(Object.fromEntries(filled.map((field) => [field.name, readField(field)])))
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  return { path, options: { method: 'POST', headers: { 'content-type': type }, body } }
}

function readField({ value, dataset }) {
  if (dataset.type === 'boolean') return value === 'true'
  if (dataset.type === 'integer' && /^\d+$/.test(value)) return Number(value)
  return value
}

function curlLine(url, { method, headers, body }) {
  const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`
  if (method === 'GET') return `curl ${quote(url)}`
  return `curl ${quote(url)} -H ${quote(`content-type: ${headers['content-type']}`)} -d ${quote(body)}`
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function line(tag, text, className = '') {
  const element = document.createElement(tag)
  element.textContent = text
  element.className = className
  return element
}
