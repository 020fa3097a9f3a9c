import { expect, test } from 'vitest'
import { createAnswers } from '#contract/answers'

const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301']

test.each([
  [composed, decomposed],
  [decomposed, composed],
])('the category %j and the reference %j meet, in either normal form that is asked for', (slug, reference) => {
  const [category, course] = [{ slug }, { slug: reference, category: reference }]
  const { answer } = createAnswers({ courses_categories: [category], courses: [course] }, 'ugarit')
  for (const asked of [composed, decomposed]) {
    expect(answer('coursesByCategory', { slug: asked })).toEqual({ courses: [course], category })
    expect(answer('course', { slug: asked })).toBe(course)
  }
  expect(answer('course', { slug: 'cafe' })).toBeUndefined()
})

test('of two items whose slugs differ only in their normal form, each is found by its own', () => {
  const blogs = [{ slug: composed }, { slug: decomposed }]
  const { answer } = createAnswers({ blogs }, 'ugarit')
  expect(blogs.map((blog) => answer('blog', blog))).toEqual(blogs)
})
