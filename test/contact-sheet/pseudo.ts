import type { Plugin } from 'vite'
import type { Locale } from '#contract/locales'

type Tree = { [key: string]: string | Tree }

/**
 * Builds the client with labels that are longer, accented and in [brackets], in both languages: cut text becomes visible, and texts
 * that are not labels lack the brackets. Only the contact sheet builds with it.
 */
export function pseudoLabels(): Plugin {
  return {
    name: 'pseudo-labels',
    enforce: 'pre',
    transform: (code, id) => {
      const locale = /[/\\]client[/\\]language[/\\]messages[/\\](en|ar)\.json$/.exec(id)?.[1] as Locale | undefined
      return locale && JSON.stringify(pseudoTree(JSON.parse(code) as Tree, locale))
    },
  }
}

function pseudoTree(tree: Tree, locale: Locale): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoLabel(value, locale) : pseudoTree(value, locale),
    ]),
  )
}

/** A label about 40 % longer and in brackets; `{{placeholders}}` stay. */
export function pseudoLabel(text: string, locale: Locale): string {
  const parts = text.split(/(\{\{[^}]*\}\})/)
  const stretch = locale === 'ar' ? stretchArabic : stretchLatin
  return `[${parts.map((part) => (part.startsWith('{{') ? part : stretch(part))).join('')}]`
}

const accents: Record<string, string> = {
  ...{ a: 'áà', e: 'éè', i: 'íì', o: 'óò', u: 'úù', y: 'ýÿ', A: 'ÁÀ', E: 'ÉÈ', I: 'ÍÌ', O: 'ÓÒ', U: 'ÚÙ', Y: 'ÝY' },
  ...{ c: 'ç', n: 'ñ', C: 'Ç', N: 'Ñ', D: 'Ð' },
}

/** Doubles and accents vowels, which makes a sentence some 40 % longer. Stays in Latin-1, which the site's font has. */
function stretchLatin(text: string): string {
  return [...text].map((letter) => accents[letter] ?? letter).join('')
}

/** Doubles long vowels, and adds a tatweel or a vowel sign to letters that join the next one. */
function stretchArabic(text: string): string {
  let count = 0
  return text.replace(/[اويى]/g, '$&$&').replace(/[بتثجحخسشصضطظعغفقكلمنهيئ](?=[\u0621-\u064a])/g, (letter) => {
    count++
    return count % 4 === 0 ? `${letter}\u064e` : `${letter}ـ`
  })
}
