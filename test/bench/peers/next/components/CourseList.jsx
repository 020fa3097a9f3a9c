'use client'

import { useState } from 'react'
import { Card } from './Card.jsx'

const pageSize = 7

export function CourseList({ cards, loadMore }) {
  const [count, setCount] = useState(pageSize)
  return (
    <>
      <div className="grid">
        {cards.slice(0, count).map((card, index) => (
          <Card key={card.slug} card={card} isFirst={index === 0} />
        ))}
      </div>
      {count < cards.length && (
        <button type="button" className="button" onClick={() => setCount(count + pageSize)}>
          {loadMore}
        </button>
      )}
    </>
  )
}
