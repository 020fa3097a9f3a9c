import type { ReactNode } from 'react'
import { WedgeRows } from './Mark'

/** The dark band that opens a page: what it is about, in one heading and at most one sentence. */
export function PageHeading({ title, intro, children }: { title: ReactNode; intro?: string; children?: ReactNode }) {
  return (
    <header className="page-heading band-night">
      <WedgeRows id="wedges-heading" />
      <div className="wrap page-heading-text">
        <h1>{title}</h1>
        {intro && <p className="page-heading-intro">{intro}</p>}
        {children}
      </div>
    </header>
  )
}
