import type { ReactNode } from 'react'
import type { Artwork } from '#content/lists'
import star from '../assets/hero-1.svg'
import tablet from '../assets/hero-2.svg'
import sea from '../assets/hero-3.svg'
import arch from '../assets/hero-4.svg'
import dunes from '../assets/hero-5.svg'
import { WedgeRows } from './Icon'

type PageHeadingProps = {
  title: ReactNode
  intro?: string | undefined
  /** The artwork that stands beside the text if the window is wide enough. */
  art: Artwork
}

/** The dark band at the top of a page: one heading and at most two sentences. */
export function PageHeading({ title, intro, art }: PageHeadingProps) {
  return (
    <header className="page-heading band-night">
      <WedgeRows id="wedges-heading" />
      <div className="wrap page-heading-row">
        <div className="page-heading-text">
          <h1>{title}</h1>
          {intro && <p className="page-heading-intro">{intro}</p>}
        </div>
        {/* Loads lazily, because phones hide the artwork and then do not fetch it. */}
        <img
          className="page-heading-art"
          src={artworks[art]}
          width="960"
          height="720"
          alt=""
          loading="lazy"
          decoding="async"
        />
      </div>
    </header>
  )
}

/** The drawings of the home page's slides, for the headings of other pages. They are in one module, so that they share a chunk. */
export const artworks = { star, tablet, sea, arch, dunes } satisfies Record<Artwork, string>
