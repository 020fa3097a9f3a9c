/** Browsers move elements that are nested deeper than 512 levels. A body deeper than half of that is left out. */
export const maxDepth = 256

/**
 * The maximum number of nodes of a body: elements, texts and comments. A text of a few thousand words has some hundred. A parser
 * opens unclosed formatting elements again in every block, so a few thousand characters could otherwise make millions of them.
 */
export const maxNodes = 20_000

/** The maximum length of a body's HTML, in characters. Parsers repeat the long attribute of an unclosed element in every block. */
export const maxHtml = 1_000_000

/** The maximum number of elements that are open at once while the server parses a body. */
export const maxOpenElements = 2 * maxDepth

/** Parsing corrects malformed HTML, and the result of one correction may need another. A body that needs more rounds is left out. */
export const maxRounds = 8

/** The maximum number of nodes that are read in all rounds together. A body of `maxNodes` mostly takes two rounds. */
export const maxNodesOfRounds = 3 * maxNodes

/** The reason why no safe HTML can be made of a body. */
export class BodyError extends Error {
  override readonly name = 'BodyError'
}

/** The largest number of a list's item. */
export const maxOrdinal = 100_000
