import star from '../assets/hero-1.svg'
import tablet from '../assets/hero-2.svg'
import sea from '../assets/hero-3.svg'
import arch from '../assets/hero-4.svg'
import dunes from '../assets/hero-5.svg'

/** The drawings of the home page's slides, by name, for the bands of other pages. In one module, so that they are one chunk. */
export const artworks = { star, tablet, sea, arch, dunes }
