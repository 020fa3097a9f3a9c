import { rm, writeFile } from 'node:fs/promises'
import { WriteError } from '../../server/files'
import { ProblemError } from '../../server/http/problem'

/** Writes a new file. Returns false if a file of that name exists. */
export async function writeNew(path: string, content: string | Buffer): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    await rm(path, { force: true })
    throw writeProblem('The file was not saved', new WriteError(path, error))
  }
}

export function writeProblem(outcome: string, { message }: Error): ProblemError {
  return new ProblemError(507, `${outcome}: ${message}.`)
}
