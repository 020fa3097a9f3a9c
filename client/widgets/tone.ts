/**
 * The kind of a message, which tones.css colours. The text must say it, too, because not everyone sees colours (WCAG 1.4.1).
 */
export type Tone = 'note' | 'success' | 'warning' | 'danger'
