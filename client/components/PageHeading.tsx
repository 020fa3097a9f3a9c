import type { ReactNode } from 'react'
import star from '../assets/hero-1.svg'
import tablet from '../assets/hero-2.svg'
import sea from '../assets/hero-3.svg'
import arch from '../assets/hero-4.svg'
import dunes from '../assets/hero-5.svg'
import { WedgeRows } from './Icon'

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

/** The drawings of the home page's slides, by name, for the bands of other pages. In one module, so that they are one chunk. */
export const artworks = { star, tablet, sea, arch, dunes }
