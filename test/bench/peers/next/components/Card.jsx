import Link from 'next/link'

export function Card({ card: { title, excerpt, tags, image, href }, isFirst }) {
  return (
    <article className="card">
      {image && <Picture image={image} isFirst={isFirst} />}
      <h2>{href ? <Link href={href}>{title}</Link> : title}</h2>
      <p>{excerpt}</p>
      {tags.length > 0 && <Tags tags={tags} />}
    </article>
  )
}

export function Tags({ tags }) {
  return (
    <ul className="tags">
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  )
}

export function Picture({ image, isFirst, className }) {
  const { alt, ...attributes } = image
  const priority = isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' }
  // biome-ignore lint/performance/noImgElement: our server has made the widths already, and the peers show the same files
  return <img {...attributes} {...priority} alt={alt} className={className} />
}
