import { useEffect, useState } from 'react'
import { slugKinds } from '#contract/fields'
import { titleIn } from '#contract/identity'
import { type Locale, locales } from '#contract/locales'
import { menuPages } from '#contract/pages'
import { createPaths, type Paths } from '#contract/paths'
import ar from '../../../content/messages/ar.json'
import en from '../../../content/messages/en.json'
import { Select } from '../Controls'
import { useEditor } from '../drafts'
import { useLanguage } from '../language'
import { PreviewTabs } from '../PreviewTabs'
import { itemPages, type StudioContent } from '../server'

const menus = { ar: ar.nav, en: en.nav }

type Props = {
  /** The scenarios of the page's address. */
  names: readonly string[]
  /** Another value loads the page again. */
  version: unknown
  /** The slugs that the scenarios name. Their pages can be chosen, too. */
  slugs: readonly string[]
}

/** Shows a page of the site under scenarios, in both languages. */
export function WorldPreview({ names, version, slugs }: Props) {
  const { say, locale: own } = useLanguage()
  const { content } = useEditor()
  const [page, setPage] = useState('home')
  const previewed = previewedPages(slugs, own, content)
  const { pathIn } = previewed.find(({ id }) => id === page) ?? homePage
  useEndOfVisit()
  return (
    <div className="studio-world">
      <Select
        label={say('changes.page')}
        value={page}
        onChange={({ currentTarget: { value } }) => setPage(value)}
        options={previewed.map(({ id, label }) => [id, label])}
      />
      <PreviewTabs
        frame={(locale, device) => {
          const path = pathIn(createPaths({ locale, product: content.product }))
          const address = `${path}?${new URLSearchParams({ scenario: names.join() })}`
          return (
            <div className={`studio-frame studio-frame-${device}`}>
              <iframe
                // Gives the frame cookies and storage of its own, so that the scenario stays out of the browser's other visits. React
                // has the attribute, its types don't.
                {...{ credentialless: true }}
                key={`${address} ${JSON.stringify(version)}`}
                title={say('changes.preview')}
                src={address}
                lang={locales[locale].lang}
              />
            </div>
          )
        }}
      />
    </div>
  )
}

/** Ends the scenario of the visit with the preview in browsers without `credentialless`: Firefox and Safari. */
function useEndOfVisit(): void {
  useEffect(() => {
    if ('credentialless' in HTMLIFrameElement.prototype) return undefined
    return () => void fetch('/?scenario=')
  }, [])
}

type PreviewedPage = { id: string; label: string; pathIn: (paths: Paths) => string }

const homePage: PreviewedPage = { id: 'home', label: '', pathIn: (paths) => paths.home() }

/** The pages of the menu, and the pages of each kind's first item and of the slugs. */
function previewedPages(slugs: readonly string[], locale: Locale, { files, product }: StudioContent): PreviewedPage[] {
  const ofMenu = menuPages.map((name): PreviewedPage => {
    const label = menus[locale][name].replace('{{product}}', product)
    return { id: name, label, pathIn: (paths) => paths[name]() }
  })
  const ofItems = slugKinds.flatMap((kind) =>
    files[kind].items
      .filter(({ slug }, index) => index === 0 || slugs.includes(String(slug)))
      .map((item): PreviewedPage => {
        const slug = String(item.slug)
        return {
          id: `${kind} ${slug}`,
          label: titleIn(item, locale) || slug,
          pathIn: (paths) => paths[itemPages[kind]](slug),
        }
      }),
  )
  return [...ofMenu, ...ofItems]
}
