import Link from 'next/link'
import '../../shared/site.css'
import { readSite } from '../../shared/content.js'
import { LanguageLink } from './LanguageLink.jsx'

export async function Layout({ lang, children }) {
  const { words, home, list } = await readSite(lang)
  return (
    <html lang={lang} dir={lang === 'ar' ? 'rtl' : 'ltr'}>
      <body>
        <header className="header">
          <Link href={home}>{words.name}</Link>
          <details className="menu">
            <summary>{words.menu}</summary>
            <nav>
              <ul>
                <li>
                  <Link href={home}>{words.home}</Link>
                </li>
                <li>
                  <Link href={list}>{words.courses}</Link>
                </li>
                <li>
                  <Link href={`${home}#news`}>{words.news}</Link>
                </li>
                <li>
                  <Link href={`${home}#blogs`}>{words.blogs}</Link>
                </li>
              </ul>
            </nav>
          </details>
          <LanguageLink lang={lang === 'ar' ? 'en' : 'ar'} name={words.switchTo} />
        </header>
        <main>{children}</main>
        <footer className="footer">
          <p>{words.name}</p>
          <address>{words.place}</address>
        </footer>
      </body>
    </html>
  )
}
