import { I18nProvider } from 'react-aria-components'
import { type Locale, locales } from '#contract/locales'
import type { Example } from '../examples/example'
import { exampleId, widgets } from './examples'

/** Every example of every widget, in the languages of `shown`. The gallery's own texts are English: it is a developer tool. */
export function Gallery({ shown }: { shown: Locale[] }) {
  return (
    <>
      <header className="gallery-head wrap" lang="en" dir="ltr">
        <h1>Widgets</h1>
        <nav aria-label="Languages" className="gallery-links">
          <a href="./">Side by side</a>
          <a href="./?locale=en">English</a>
          <a href="./?locale=ar">Arabic</a>
        </nav>
        <nav aria-label="Widgets" className="gallery-links">
          {widgets.map(({ widget }) => (
            <a key={widget} href={`#${exampleId(widget, 'examples')}`}>
              {widget}
            </a>
          ))}
        </nav>
      </header>
      <main className="wrap">
        {widgets.map(({ widget, examples }) => (
          <section key={widget} className="gallery-widget" id={exampleId(widget, 'examples')}>
            <h2 lang="en" dir="ltr">
              {widget}
            </h2>
            {examples.map((example) => (
              <article key={example.name} className="gallery-example" id={exampleId(widget, example.name)}>
                <h3 lang="en" dir="ltr">
                  {example.name}
                </h3>
                {shown.map((locale) => (
                  <Shown key={locale} example={example} locale={locale} />
                ))}
              </article>
            ))}
          </section>
        ))}
      </main>
    </>
  )
}

function Shown({ example, locale }: { example: Example; locale: Locale }) {
  const { lang, dir } = locales[locale]
  return (
    <div className="gallery-shown" lang={lang} dir={dir}>
      {/* The site writes Latin digits in both languages. */}
      <I18nProvider locale={`${lang}-u-nu-latn`}>
        {example.render((english, arabic) => (locale === 'ar' ? arabic : english))}
      </I18nProvider>
    </div>
  )
}
