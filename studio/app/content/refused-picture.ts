import { formatOfBytes, formatViolation, isPictureName } from '#contract/picture-files'
import type { Message } from '../language'
import { ResponseError } from '../server'

/** The picture that the server has refused, with the reason in the words of the studio. */
export class RefusedPicture extends Error {
  override readonly name = 'RefusedPicture'
  constructor(
    readonly reason: Message,
    readonly values: Record<string, string>,
    message: string,
  ) {
    super(message)
  }
}

/** Finds why the server has refused a picture. Other errors stay as they are. */
export async function refusalOf(file: File, error: unknown): Promise<unknown> {
  if (!(error instanceof ResponseError) || (error.status !== 415 && error.status !== 413)) return error
  const refused = (reason: Message, values = {}) => new RefusedPicture(reason, values, error.message)
  if (error.status === 413) return refused('refused.large')
  if (file.size === 0) return refused('refused.empty')
  const start = new Uint8Array(await file.slice(0, startBytes).arrayBuffer())
  const format = formatOfBytes(start)
  if (!format) return refused('refused.other')
  if (format.name === 'HEIC') return refused('refused.heic')
  if (!format.isAccepted) return refused('refused.format', { format: format.name })
  if (!isPictureName(file.name) || !formatViolation(file.name, start)) return refused('refused.damaged')
  const stem = file.name.slice(0, file.name.lastIndexOf('.'))
  return refused('refused.name', { format: format.name, name: `${stem}.${format.extension}` })
}

/** The number of bytes at the start of a file from which its format is read. */
const startBytes = 1_024
