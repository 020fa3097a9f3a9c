import { read, sourcesOf } from './sources'

/** The documents that have examples, by their paths. */
export const documents = [
  ...[
    'README.md',
    'CONTRIBUTING.md',
    'contract-check/package/README.md',
    'mock-client/package/README.md',
    'cli/package/README.md',
  ],
  ...sourcesOf(/\.md$/, 'docs').map(({ path }) => path),
]

/** The code blocks of a language in a document, without the indentation of a list. */
export function blocksOf(doc: string, language: string): string[] {
  const blocks = read(doc).matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'gm'))
  return Array.from(blocks, ([, indent = '', text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
}

/** A command with arguments in a sentence. npm scripts without arguments only need to exist (`docs.test.ts`). */
const commandInSentence = /(?<=`)(?:[A-Z_]+=\S+ )*(?:curl|docker|git|node|npm|npx) (?!(?:run )?[\w:]+`)[^`\n]+(?=`)/g

/** The commands in the `sh` blocks of all documents and in their sentences, each once. Lines with `&&` are several commands. */
export function commandsOfDocuments(): string[] {
  const inSentences = documents.flatMap((doc) => read(doc).match(commandInSentence) ?? [])
  const inBlocks = documents.flatMap((doc) => blocksOf(doc, 'sh')).flatMap((block) => block.split('\n'))
  const lines = [...inBlocks, ...inSentences]
  const commands = lines.flatMap((line) => line.replace(/\s+# .*$/, '').split(' && '))
  return [...new Set(commands.map((command) => command.trim()).filter(Boolean))]
}
