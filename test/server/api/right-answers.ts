import type { HomeData } from '#contract/schemas'
import { envelope, type OtherAnswer } from './other-api'

/** The answers that an API following the contract gives for the content. */
export function answersOf(content: HomeData): (path: string, payload: string) => OtherAnswer {
  const bySlug = (payload: string) => {
    const { slug } = JSON.parse(payload || '{}') as { slug?: string }
    return Object.values(content)
      .filter(Array.isArray)
      .flat()
      .find((item) => 'slug' in item && item.slug === slug)
  }
  return (path, payload) => {
    if (path === '/api/get-data') return envelope([content])
    if (path === '/api/get-courses-by-category') return envelope({ courses: content.courses, category: null })
    if (path === '/api/get-blogs') return envelope(content.blogs)
    if (path === '/api/get-events') return envelope(content.events)
    if (path === '/api/get-news') return envelope(content.news)
    const found = bySlug(payload)
    return found ? envelope(found) : { status: 404, text: '{}' }
  }
}
