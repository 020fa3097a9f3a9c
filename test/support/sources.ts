import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './app'

/** A source file of the repository: its path from the root, its text, and its text without comments. */
export type Source = { path: string; text: string; code: string }

/** The text of a file of the repository. */
export const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Reads the repository's own files whose names match `ending`, from the folders at any depth, sorted by path. */
export function sourcesOf(ending: RegExp, ...folders: string[]): Source[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => ending.test(path) && !/(?:^|[/\\])(?:node_modules|dist|\.[^/\\]+)[/\\]/.test(path))
    .sort()
    .map((path) => {
      const text = read(path)
      return { path: path.replaceAll('\\', '/'), text, code: withoutComments(text) }
    })
}

/** Removes comments, but not the text after `//` in an address such as `https://`. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|[^:'"`\w])\/\/.*$/gm, '$1')
}
