import { useLocation } from 'react-router-dom'
import { alternatesOf, errorHead, type Head, type HeadOf, shareImageSize } from '#content/head'
import { isQuick } from '#contract/images'
import { locales, otherLocale } from '#contract/locales'
import { useSite } from '../components/site-context'
import { useHeadingOnly } from './PageRest'

/** Writes a page's title. Writes its metadata, too, once the page is rendered below its heading. */
export function PageHead<View>({ view, head }: { view: View; head: HeadOf<View> }) {
  const made = head(view, useSite())
  return useHeadingOnly() ? <title>{made.title}</title> : <HeadTags head={made} />
}

/** The head of a missing or failed page, which has no address of its own. */
export function ErrorHead({ kind }: { kind: 'notFound' | 'failed' }) {
  return <HeadTags head={errorHead(kind, useSite())} isMissing />
}

/** React moves these elements into the document's head, and replaces them when the page changes. */
function HeadTags({ head, isMissing = false }: { head: Head; isMissing?: boolean }) {
  const { t, locale, origin, paths, institute } = useSite()
  const { canonical, shareImage, hreflang } = alternatesOf(useLocation().pathname, origin)
  const imageText = [head.shareImage?.title, head.shareImage?.kind, institute.name].filter(Boolean).join(' | ')
  return (
    <>
      <title>{head.title}</title>
      <meta name="description" content={head.description} />
      {isMissing ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={canonical} />
          {hreflang.map(([lang, href]) => (
            <link key={lang} rel="alternate" hrefLang={lang} href={href} />
          ))}
        </>
      )}
      <meta property="og:type" content={head.type} />
      <meta property="og:site_name" content={institute.name} />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={head.description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={locales[locale].openGraph} />
      <meta property="og:locale:alternate" content={locales[otherLocale(locale)].openGraph} />
      {head.shareImage && !isQuick && (
        <>
          <meta property="og:image" content={shareImage} />
          <meta property="og:image:type" content="image/jpeg" />
          <meta property="og:image:width" content={String(shareImageSize.width)} />
          <meta property="og:image:height" content={String(shareImageSize.height)} />
          <meta property="og:image:alt" content={imageText} />
          <meta name="twitter:card" content="summary_large_image" />
          <meta name="twitter:image:alt" content={imageText} />
        </>
      )}
      <link rel="alternate" type="application/atom+xml" title={t('feeds.news')} href={paths.newsFeed()} />
      <link rel="alternate" type="application/atom+xml" title={t('feeds.blogs')} href={paths.blogFeed()} />
      <link rel="manifest" href={`${import.meta.env.BASE_URL}manifest.${locale}.webmanifest`} />
    </>
  )
}
