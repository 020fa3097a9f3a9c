import type { Violation } from './violations'

/** An RFC 9457 problem document, as it is sent. */
export type Problem = {
  type: 'about:blank'
  title: string
  status: number
  detail?: string
  /** The violations of the payload, each with the most similar valid values. */
  errors?: ProblemViolation[]
  /** The id of the error's log line. Only server errors have it, because they give no details. */
  id?: string
}

export type ProblemViolation = Omit<Violation, 'nearest'> & { nearest?: string | string[] }

/** The schema of a problem document, as the OpenAPI document has it. */
export const problemSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457)',
  required: ['type', 'title', 'status'],
  additionalProperties: true,
  properties: {
    type: { type: 'string', description: 'Always about:blank: the status says what kind of problem it is' },
    title: { type: 'string', description: "The status in words, such as 'Not Found'" },
    status: { type: 'integer', description: 'The HTTP status, repeated' },
    detail: { type: 'string', description: 'What happened, to which thing' },
    errors: {
      type: 'array',
      description: 'What is wrong where in the payload',
      items: {
        type: 'object',
        required: ['pointer', 'expected', 'found'],
        additionalProperties: true,
        properties: {
          pointer: { type: 'string', description: 'RFC 6901 pointer into the payload; empty for the whole' },
          expected: { type: 'string', description: 'What belongs there' },
          found: { type: 'string', description: 'What is there' },
          nearest: {
            description: 'The valid value or values that were probably meant',
            anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
          },
        },
      },
    },
  },
}
