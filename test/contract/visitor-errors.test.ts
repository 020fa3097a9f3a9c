import { expect, test } from 'vitest'
import { impersonal } from '#contract/visitor-errors'

test.each([
  ['No such page: /a?b=c for me@example.org', 'No such page: … for …'],
  ['Call +963 41 123-4567 (moz-extension://x)', 'Call +… (…)'],
  ['The number 1234567', 'The number …'],
  ['Why? a=b, 1a:b, re: 123456', 'Why? a=b, 1a:b, re: 123456'],
  ['x'.repeat(300), 'x'.repeat(200)],
])('of the message %j remains %j', (message, expected) => {
  expect(impersonal(message)).toBe(expected)
})
