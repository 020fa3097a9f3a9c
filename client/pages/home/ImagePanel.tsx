import lattice from '../../assets/lattice.webp'

/** The wide picture before the contact prompt: a lattice of stars that comes apart into the sea. It says nothing in words. */
export function ImagePanel() {
  return (
    <div className="image-panel">
      <img src={lattice} alt="" width="1600" height="600" loading="lazy" decoding="async" />
    </div>
  )
}
