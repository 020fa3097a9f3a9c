/** Short labels in a row; nothing when there are none. `label` tells screen readers what they are. */
export function Badges({ texts, label }: { texts: string[]; label: string }) {
  if (texts.length === 0) return null
  return (
    <ul className="badges" aria-label={label}>
      {[...new Set(texts)].map((text) => (
        <li className="badge" key={text}>
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  )
}
