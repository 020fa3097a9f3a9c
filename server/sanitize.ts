import sanitizeHtml from 'sanitize-html'
import { allowedAttributes, allowedTags, imageSource, isSafeHref, levelHeadings, renamedTags } from '#contract/html'

/** The server's sanitiser for bodies: an allow-list of the contract's; pictures come from `imageBase` only. */
export function createSanitizer(imageBase: string): (html: string) => string {
  const options: sanitizeHtml.IOptions = {
    allowedTags,
    allowedAttributes: { ...allowedAttributes, a: ['href', 'rel'], img: ['src', 'alt', 'width', 'height', 'loading'] },
    // isSafeHref and imageSource have the say; these let through what they allow.
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    // What stands inside these is code, not text.
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'template',
      'xmp',
      'iframe',
      'noembed',
      'noframes',
      'plaintext',
      'math',
      'svg',
    ],
    transformTags: {
      ...renamedTags,
      a: (tagName, { href, ...attribs }) => {
        if (href === undefined || !isSafeHref(href)) return { tagName, attribs }
        return {
          tagName,
          attribs: { ...attribs, href, ...(/^\s*https?:/i.test(href) && { rel: 'noopener noreferrer' }) },
        }
      },
      img: (tagName, { src = '', alt = '', ...attribs }) => {
        const source = imageSource(src, imageBase)
        return source === undefined
          ? { tagName: 'removed', attribs: {} }
          : { tagName, attribs: { ...attribs, src: source, alt, loading: 'lazy' } }
      },
    },
  }
  return (html) => levelHeadings(sanitizeHtml(html, options))
}
