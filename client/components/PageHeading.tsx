import type { ReactNode } from 'react'
import { artworks } from './artworks'
import { WedgeRows } from './Mark'

type PageHeadingProps = {
  title: ReactNode
  intro?: string
  /** The artwork beside the words, where there is room. */
  art?: keyof typeof artworks
}

/** The dark band that opens a page: what it is about, in one heading and at most two sentences. */
export function PageHeading({ title, intro, art }: PageHeadingProps) {
  return (
    <header className="page-heading band-night">
      <WedgeRows id="wedges-heading" />
      <div className="wrap page-heading-row">
        <div className="page-heading-text">
          <h1>{title}</h1>
          {intro && <p className="page-heading-intro">{intro}</p>}
        </div>
        {/* Lazy, so that phones, which don't show it, don't fetch it. */}
        {art && (
          <img
            className="page-heading-art"
            src={artworks[art]}
            width="960"
            height="720"
            alt=""
            loading="lazy"
            decoding="async"
          />
        )}
      </div>
    </header>
  )
}
