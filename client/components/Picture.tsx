import { useEffect, useRef, useState } from 'react'
import { imageWidths, isAbsoluteUrl, isQuick, quickWidth } from '#contract/images'
import { useSite } from './site-context'

type PictureProps = {
  /** The picture's file name or address from the content. Without a name the box shows its pattern. */
  name?: string | undefined
  sizes: string
  /** The widest variant to offer, in pixels. */
  widest?: number
  /** The aspect ratio of the box. */
  shape?: 'wide' | 'square'
  /** True for the main picture at the top of the page, which is fetched at once. */
  isFirst?: boolean
}

const shapes = { wide: { width: 1600, height: 900 }, square: { width: 800, height: 800 } }

/** The event that `retryPictures` dispatches on `window` when the network returns or the API answers again. */
const retryEvent = 'retry-pictures'

/** Loads the page's failed pictures again. */
export function retryPictures(): void {
  dispatchEvent(new Event(retryEvent))
}

/**
 * A picture in a box of fixed aspect ratio, so that nothing moves when it loads. The box shows a pattern while the picture loads,
 * and if the picture is missing, fails to load or is on a host that is not trusted.
 */
export function Picture({ name, sizes, widest = 1600, shape = 'wide', isFirst = false }: PictureProps) {
  const { imageUrl } = useSite()
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState<string>()

  useEffect(() => {
    // React doesn't report errors from before hydration (facebook/react#15446).
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(name)
  }, [name])

  useEffect(() => {
    if (broken === undefined) return
    const retry = () => setBroken(undefined)
    addEventListener(retryEvent, retry)
    return () => removeEventListener(retryEvent, retry)
  }, [broken])

  const most = isQuick ? Math.min(widest, quickWidth) : widest
  const src = name && imageUrl(name, Math.min(most, 960))
  const widths = imageWidths.filter((width) => width >= 320 && width <= most)
  return (
    <span className={`picture picture-${shape}`}>
      {src && broken !== name && (
        <img
          ref={image}
          key={name}
          src={src}
          {...(!isAbsoluteUrl(name) && {
            srcSet: widths.map((width) => `${imageUrl(name, width)} ${width}w`).join(', '),
            sizes,
          })}
          {...shapes[shape]}
          alt=""
          decoding="async"
          loading={isFirst ? 'eager' : 'lazy'}
          {...(isFirst && { fetchPriority: 'high' })}
          onError={() => setBroken(name)}
        />
      )}
    </span>
  )
}
